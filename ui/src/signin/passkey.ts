import { isBankUser } from "@/session/session";
import type { PasskeyCalls } from "./types";
import { signWithPasskey } from "./webauthn";

/** Proves with one of the user's own passkeys who is at the device. @throws ApiError, PasskeyFailure */
export async function proveWith(calls: PasskeyCalls): Promise<void> {
  const { options } = await calls.startProof();
  await calls.prove({ answer: await signWithPasskey(options) });
}

/**
 * Proves by a passkey who is signed in: at the console for the console's session, elsewhere for the
 * members'. The proof counts for five minutes.
 *
 * @throws ApiError when the server refuses, PasskeyFailure when the device gives no answer
 */
export async function provePasskey(): Promise<void> {
  if (window.location.pathname.startsWith("/office"))
    return proveWith((await import("./officePasskeyCalls")).officePasskeys);
  const { bankPasskeys, buyerPasskeys } = await import("./passkeyCalls");
  return proveWith(isBankUser.value ? bankPasskeys : buyerPasskeys);
}
