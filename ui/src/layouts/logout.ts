import { signal } from "@preact/signals-react";
import { lastDraft } from "@/lib/draft";
import { isDirty } from "@/lib/leave";
import { logout, user } from "@/session/session";

/** Whether the question of the log-out is on screen. */
export const logoutQuestion = signal(false);

/** Logs out, and asks first where something typed would be lost with it. */
export function askLogout(): Promise<void> | undefined {
  const userId = user.peek()?.userId;
  if (isDirty() || (userId && lastDraft(userId))) {
    logoutQuestion.value = true;
    return undefined;
  }
  return logout();
}
