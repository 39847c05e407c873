import { computed, signal } from "@preact/signals-react";
import { dropDrafts } from "@/lib/draft";
import { releaseAll } from "@/lib/leave";
import { readClaims } from "./claims";
import { dropToken, readToken } from "./cookie";

/** The access token, null when nobody is signed in. Always what the cookie says. */
export const token = signal<string | null>(null);

/** Who is signed in; null for nobody. */
export const user = computed(() => (token.value === null ? null : readClaims(token.value)));

export const isSignedIn = computed(() => user.value !== null);

/** Whether financial-only screens and menus are open (SPEC.md section 6). */
export const isFIN = computed(() => user.value?.role === "FIN");

/** Whether the server wants the second step of signing in set up before anything else. */
export const secondStepDue = signal(false);

/** Why a session ended; the page that says so reads it. */
export type Ending = "logout" | "logout-unsent" | "expired";

const ENDING = "tsunagu.ending";
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("tsunagu.session") : null;

/** Takes the cookie's token over, as after a sign-in, a refresh, or another tab's. */
export function syncToken(): void {
  token.value = readToken();
}

/** Tells the other tabs that the cookie has changed, or that the session is over and why. */
export function tellTabs(message: "changed" | Ending): void {
  channel?.postMessage(message);
}

/** Leaves for a page of its own load, so that nothing of the session stays in memory. */
function leaveFor(path: string): void {
  releaseAll();
  window.location.replace(path);
}

/**
 * Whether this page is on its way out. A call that is still under way meets a session that is
 * over; what it then tells must not replace the reason for which the user left.
 */
let leaving = false;

/**
 * Ends the session in this tab: /timeout where a token existed, else /login (SPEC.md
 * section 4). What was typed outlives a session that ran out, and no log-out.
 */
export function endSession(why: Ending): void {
  if (leaving && why === "expired") return;
  leaving = true;
  const existed = token.value !== null;
  const userId = user.peek()?.userId;
  if (userId && why !== "expired") dropDrafts(userId);
  dropToken();
  try {
    sessionStorage.setItem(ENDING, why);
  } catch {
    // The page then tells of an expired session, which is true as well.
  }
  leaveFor(existed ? "/timeout" : "/login");
}

export function readEnding(): Ending {
  try {
    return (sessionStorage.getItem(ENDING) as Ending | null) ?? "expired";
  } catch {
    return "expired";
  }
}

/** Ends the session here and in all other tabs. */
export function endEverywhere(why: Ending): void {
  endSession(why);
  tellTabs(why);
}

/**
 * Log-out by the user: the server revokes the session and clears its cookies, then every
 * tab is emptied. Without an answer this machine is signed out all the same, and told so.
 */
export async function logout(): Promise<void> {
  let why: Ending = "logout";
  leaving = true;
  try {
    const answer = await fetch("/logout", {
      method: "POST",
      headers: { Authorization: `Bearer ${token.value ?? ""}` },
      cache: "no-store",
      keepalive: true,
    });
    // 401: it was over already.
    if (!answer.ok && answer.status !== 401) why = "logout-unsent";
  } catch {
    why = "logout-unsent";
  }
  endEverywhere(why);
}

/** Another user, or nobody, in the cookie: what is on screen must go. */
function checkCookie(): void {
  const before = user.peek();
  const now = readToken();
  if (before === null) {
    token.value = now;
    return;
  }
  const after = now === null ? null : readClaims(now);
  if (after === null) endSession("expired");
  else if (after.userId !== before.userId || after.role !== before.role) leaveFor("/mypage");
  else token.value = now;
}

/** Reads the cookie and follows what other tabs and the back/forward cache do. Once, at start. */
export function startSession(): void {
  syncToken();
  channel?.addEventListener("message", (event: MessageEvent<"changed" | Ending>) => {
    if (event.data === "changed") checkCookie();
    else if (token.value !== null) endSession(event.data);
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    leaving = false;
    checkCookie();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && token.value !== null) checkCookie();
  });
}
