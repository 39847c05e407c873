import { signal } from "@preact/signals-react";
import { lastDraftTime } from "@/lib/draft";
import { isDirty } from "@/lib/leave";
import { logout, user } from "@/session/session";

/** Whether the log-out dialog is open. */
export const logoutQuestion = signal(false);

/** Logs out; asks first if unsent input would be lost. */
export function askLogout(): Promise<void> | undefined {
  const userId = user.peek()?.userId;
  if (isDirty() || (userId && lastDraftTime(userId))) {
    logoutQuestion.value = true;
    return undefined;
  }
  return logout();
}
