import { call } from "@/api/client";
import { officeSecondStepQuery, officeSignInsQuery } from "@/api/office";
import { office } from "@/api/officeClient";
import type { SignInCalls } from "@/signin/types";

/** The calls on the user's own sessions and second step at the console. */
export const officeSignIns = {
  signIns: officeSignInsQuery,
  end: (signInId) => call(office.POST("/api/Office/EndSignIn", { body: { signInId } })),
  secondStep: {
    state: officeSecondStepQuery,
    start: () => call(office.POST("/api/Office/StartSecondStep")),
    confirm: (body) => call(office.POST("/api/Office/ConfirmSecondStep", { body })),
    renew: (body) => call(office.POST("/api/Office/RenewRecoveryCodes", { body })),
    stop: (body) => call(office.POST("/api/Office/EndSecondStep", { body })),
    forget: (deviceId) => call(office.POST("/api/Office/ForgetDevice", { body: { deviceId } })),
    setupHref: "/office/password/second-step",
  },
} satisfies SignInCalls;
