import { api, call } from "@/api/client";
import { secondStepQuery, signInsQuery } from "@/api/session";
import type { SignInCalls } from "@/signin/types";

/** A bank's user's own sign-ins and second step. */
export const bankSignIns = {
  signIns: signInsQuery("bank"),
  end: (signInId) => call(api.POST("/api/FinancialUser/EndSignIn", { body: { signInId } })),
  secondStep: {
    state: secondStepQuery,
    start: () => call(api.POST("/api/FinancialUser/StartSecondStep")),
    confirm: (body) => call(api.POST("/api/FinancialUser/ConfirmSecondStep", { body })),
    renew: (body) => call(api.POST("/api/FinancialUser/RenewRecoveryCodes", { body })),
    stop: (body) => call(api.POST("/api/FinancialUser/EndSecondStep", { body })),
    forget: (deviceId) => call(api.POST("/api/FinancialUser/ForgetDevice", { body: { deviceId } })),
    setupHref: "/password/second-step",
  },
} satisfies SignInCalls;

/** A buyer's user's: no second step. */
export const buyerSignIns: SignInCalls = {
  signIns: signInsQuery("buyer"),
  end: (signInId) => call(api.POST("/api/BuyerCompanyUser/EndSignIn", { body: { signInId } })),
  secondStep: null,
};
