import type { ReadQuery } from "@/api/read";
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

export type SecondStep = Schemas["SecondStepView"];
export type NewSecret = Schemas["SecondStepStart"];
type SignIns = Schemas["SignInList"];
type RecoveryCodes = Schemas["RecoveryCodes"];

/** The calls on one's own sign-ins: the same at both doors, by clients that know nothing of each other. */
export interface SignInCalls {
  signIns: ReadQuery<SignIns> & { staleTime: number };
  end: (signInId: string) => Promise<unknown>;
  /** Null for buyers, who have no second step. */
  secondStep: SecondStepCalls | null;
}

export interface SecondStepCalls {
  state: ReadQuery<SecondStep> & { staleTime: number };
  start: () => Promise<NewSecret>;
  confirm: (body: Schemas["SecondStepConfirm"]) => Promise<RecoveryCodes>;
  renew: (body: Schemas["SecondStepProof"]) => Promise<RecoveryCodes>;
  stop: (body: Schemas["SecondStepProof"]) => Promise<unknown>;
  forget: (deviceId: string) => Promise<unknown>;
  /** The screen on which it is set up. */
  setupHref: string;
}

/** The second half of a sign-in. */
export type SendCode = (code: string, remember: boolean) => Promise<void>;
