import type { ReadQuery } from "@/api/read";
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

export type SecondStep = Schemas["SecondStepView"];
export type NewSecret = Schemas["SecondStepStart"];
type SignIns = Schemas["SignInList"];
type RecoveryCodes = Schemas["RecoveryCodes"];

/**
 * The calls on the user's own sessions. Members and the console have the same calls, each with its own
 * API client.
 */
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
  /** The address of the screen on which the second step is set up. */
  setupHref: string;
}

export type PasskeyList = Schemas["PasskeyList"];
export type Passkey = Schemas["PasskeyRow"];

/** The calls on the user's own passkeys; those that take a password also take a proof of the last five minutes. */
export interface PasskeyCalls {
  list: ReadQuery<PasskeyList> & { staleTime: number };
  start: (body: Schemas["PasskeyStartForm"]) => Promise<Schemas["PasskeyQuestion"]>;
  add: (body: Schemas["PasskeyAddForm"]) => Promise<PasskeyList>;
  rename: (body: Schemas["PasskeyRenameForm"]) => Promise<PasskeyList>;
  remove: (body: Schemas["PasskeyRemoveForm"]) => Promise<PasskeyList>;
  startProof: () => Promise<Schemas["PasskeyQuestion"]>;
  prove: (body: Schemas["PasskeyProofForm"]) => Promise<unknown>;
}

/** Sends the code of the second step of signing in. */
export type SendCode = (code: string, remember: boolean) => Promise<void>;
