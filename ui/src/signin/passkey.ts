import { ApiError } from "@/api/errors";

/** Proves by a passkey who the user is. */
export async function provePasskey(): Promise<void> {
  throw new ApiError(400, "no_passkey", "この端末では、パスキーを使えません。ほかの方法で確かめてください。");
}
