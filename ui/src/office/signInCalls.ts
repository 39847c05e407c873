import { call } from "@/api/client";
import type { SignInCalls } from "@/signin/types";
import { office } from "./client";

/** One's own sign-ins and second step at the console. */
export const officeSignIns = {
  door: "office",
  signIns: () => call(office.GET("/api/Office/GetSignIns")),
  end: (signInId) => call(office.POST("/api/Office/EndSignIn", { body: { signInId } })),
  secondStep: {
    read: () => call(office.GET("/api/Office/GetSecondStep")),
    start: () => call(office.POST("/api/Office/StartSecondStep")),
    confirm: (body) => call(office.POST("/api/Office/ConfirmSecondStep", { body })),
    renew: (body) => call(office.POST("/api/Office/RenewRecoveryCodes", { body })),
    stop: (body) => call(office.POST("/api/Office/EndSecondStep", { body })),
    forget: (deviceId) => call(office.POST("/api/Office/ForgetDevice", { body: { deviceId } })),
    setupHref: "/office/password/second-step",
  },
} satisfies SignInCalls;
