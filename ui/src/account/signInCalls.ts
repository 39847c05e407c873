import { api, call } from "@/api/client";
import type { SignInCalls } from "@/signin/types";

/** A bank's user's own sign-ins and second step. */
export const bankSignIns = {
  door: "platform",
  signIns: () => call(api.GET("/api/FinancialUser/GetSignIns")),
  end: (signInId) => call(api.POST("/api/FinancialUser/EndSignIn", { body: { signInId } })),
  secondStep: {
    read: () => call(api.GET("/api/FinancialUser/GetSecondStep")),
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
  door: "platform",
  signIns: () => call(api.GET("/api/BuyerCompanyUser/GetSignIns")),
  end: (signInId) => call(api.POST("/api/BuyerCompanyUser/EndSignIn", { body: { signInId } })),
  secondStep: null,
};
