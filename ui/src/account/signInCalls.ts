import { api, call } from "@/api/client";
import { secondStepQuery, signInsQuery } from "@/api/session";
import type { SignInCalls } from "@/signin/types";

/** The calls on a bank user's own sessions and second step. */
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

/** The calls on a buyer user's own sessions; buyers have no second step. */
export const buyerSignIns: SignInCalls = {
  signIns: signInsQuery("buyer"),
  end: (signInId) => call(api.POST("/api/BuyerCompanyUser/EndSignIn", { body: { signInId } })),
  secondStep: null,
};
