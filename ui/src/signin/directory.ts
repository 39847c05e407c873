import { ApiError } from "@/api/errors";

/** Proves at the institution's directory who the user is. */
export async function proveAtDirectory(): Promise<void> {
  throw new ApiError(
    400,
    "no_directory",
    "社内のアカウントでは確かめられません。ほかの方法で確かめてください。",
  );
}
