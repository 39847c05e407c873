import { computed, signal } from "@preact/signals-react";
import { dropDrafts } from "@/lib/draft";
import { releaseAll } from "@/lib/leave";
import { readClaims } from "./claims";
import { dropToken, readToken } from "./cookie";

/** The access token as in the cookie; null when nobody is signed in. */
export const token = signal<string | null>(null);

/** The signed-in user, or null. */
export const user = computed(() => (token.value === null ? null : readClaims(token.value)));

export const isSignedIn = computed(() => user.value !== null);

/** Whether the user belongs to a bank, whatever he works on there. */
export const isBankUser = computed(() => user.value?.role === "FIN");

/** Whether the user works on lending alone and has the screens of the lending desk (team.md 2). */
export const isLending = computed(() => isBankUser.value && user.value?.isLending === true);

/** Whether the user belongs to a bank and may open its screens and menus (SPEC.md section 6). */
export const isFIN = computed(() => isBankUser.value && !isLending.value);

/** Whether the server refuses all calls until the user has set up the second step of signing in. */
export const secondStepDue = signal(false);

/** Why a session ended; /timeout shows it. `logout-unsent`: the server did not confirm the log-out. */
export type EndReason = "logout" | "logout-unsent" | "expired";

const END_REASON_KEY = "tsunagu.ending";
const LAST_PAGE_KEY = "tsunagu.lastPage";
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("tsunagu.session") : null;

/** Copies the token from the cookie to the signal, after a sign-in or a refresh in this or another tab. */
export function syncToken(): void {
  token.value = readToken();
}

/** Notifies the other tabs that the cookie has changed, or that the session has ended and why. */
export function notifyTabs(message: "changed" | EndReason): void {
  channel?.postMessage(message);
}

/** Loads another page from the server, so that no data of the session stays in memory. */
function leaveFor(path: string): void {
  releaseAll();
  window.location.replace(path);
}

/**
 * Whether this page is being left. A call still under way then fails as its session has ended; that
 * failure must not replace the reason for which the user left.
 */
let leaving = false;

/**
 * Ends the session in this tab and loads /timeout if there was a token, else /login (SPEC.md
 * section 4). Drafts are kept when the session expired and deleted on a log-out.
 */
export function endSession(reason: EndReason): void {
  if (leaving && reason === "expired") return;
  leaving = true;
  const hadToken = token.value !== null;
  const userId = user.peek()?.userId;
  if (userId && reason !== "expired") dropDrafts(userId);
  dropToken();
  try {
    sessionStorage.setItem(END_REASON_KEY, reason);
    if (reason === "expired") sessionStorage.setItem(LAST_PAGE_KEY, pathOf(window.location));
    else sessionStorage.removeItem(LAST_PAGE_KEY);
  } catch {
    // /timeout then says that the session has expired, and leads to the top page.
  }
  leaveFor(hadToken ? "/timeout" : "/login");
}

export function readEndReason(): EndReason {
  try {
    return (sessionStorage.getItem(END_REASON_KEY) as EndReason | null) ?? "expired";
  } catch {
    return "expired";
  }
}

const pathOf = ({ pathname, search, hash }: Location): string => pathname + search + hash;

/** The page that was open in this tab when the session expired: its way back leads through the log-in. */
export function readLastPage(): string | null {
  try {
    return sessionStorage.getItem(LAST_PAGE_KEY);
  } catch {
    return null;
  }
}

/** Ends the session here and in all other tabs. */
export function endEverywhere(reason: EndReason): void {
  endSession(reason);
  notifyTabs(reason);
}

/**
 * Log-out by the user: the server revokes the session and clears its cookies, then the session ends
 * in every tab. Without an answer it ends in this browser all the same, with the reason
 * `logout-unsent`.
 */
export async function logout(): Promise<void> {
  let reason: EndReason = "logout";
  leaving = true;
  try {
    const answer = await fetch("/logout", {
      method: "POST",
      headers: { Authorization: `Bearer ${token.value ?? ""}` },
      cache: "no-store",
      keepalive: true,
    });
    // 401: the session had already ended.
    if (!answer.ok && answer.status !== 401) reason = "logout-unsent";
  } catch {
    reason = "logout-unsent";
  }
  endEverywhere(reason);
}

/** Leaves the page if the cookie now belongs to another user or to nobody, to remove what it shows. */
function checkCookie(): void {
  const before = user.peek();
  const now = readToken();
  if (before === null) {
    token.value = now;
    return;
  }
  const after = now === null ? null : readClaims(now);
  if (after === null) endSession("expired");
  else if (
    after.userId !== before.userId ||
    after.role !== before.role ||
    after.isLending !== before.isLending
  )
    leaveFor("/mypage");
  else token.value = now;
}

/** Reads the cookie and reacts to other tabs and the back/forward cache. Called once, at start. */
export function startSession(): void {
  syncToken();
  channel?.addEventListener("message", (event: MessageEvent<"changed" | EndReason>) => {
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
