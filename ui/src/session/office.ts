import { computed, signal } from "@preact/signals-react";
import { releaseAll } from "@/lib/leave";
import { readClaims } from "./claims";

/*
 * The console's session (domain.md 1). It is independent of the members' session in session.ts: its
 * own sign-in, cookies and signals.
 */

const COOKIE = "officeToken";
const END_REASON_KEY = "tsunagu.office.ending";
const LOCK = "tsunagu.office.refresh";
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("tsunagu.office") : null;

/** The console's access token as in the cookie; null when nobody is signed in at the console. */
export const officeToken = signal<string | null>(null);

/** The signed-in user of the console, or null. Only for display: the server decides rights. */
export const officeUser = computed(() => {
  const claims = officeToken.value === null ? null : readClaims(officeToken.value);
  return claims?.role === "ADM" || claims?.role === "FAD" ? claims : null;
});

/** Whether the user belongs to the office, and is not an institution's administrator. */
export const isADM = computed(() => officeUser.value?.role === "ADM");

/** Whether the server refuses all calls until the user has set a new password. */
export const passwordDue = signal(false);

/** Whether the server refuses all calls until the user has set up the second step of signing in. */
export const secondStepDue = signal(false);

/** A call of /office/token that was refused or got no answer; status 0 means no answer. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  constructor(
    readonly status: number,
    readonly detail = "",
    readonly code = "",
    /** At which login the ID is to be used, for who gave the right password here. */
    readonly otherDoor = "",
  ) {
    super(`office token: ${status}`);
  }
}

/** The cookie's path is /office: only pages below it can read it. */
function readCookie(): string | null {
  for (const pair of document.cookie.split(/;\s*/)) {
    const [name, value] = pair.split("=");
    if (name === COOKIE && value) return decodeURIComponent(value);
  }
  return null;
}

function dropCookie(): void {
  for (const secure of ["", "; Secure"]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP.
    document.cookie = `${COOKIE}=; Path=/office; Max-Age=0; SameSite=Lax${secure}`;
  }
}

/** Copies the token from the cookie to the signal. Only pages of the console can read the cookie. */
export function syncOfficeToken(): void {
  const now = readCookie();
  if (now !== officeToken.peek()) officeToken.value = now;
}

interface TokenAnswer {
  isNeedPasswordChange?: boolean;
  isNeedSecondStep?: boolean;
  ticket?: string;
}

function post(form: Record<string, string>): Promise<TokenAnswer> {
  return postTo("/office/token", { body: new URLSearchParams(form) });
}

async function postTo(path: string, init: RequestInit): Promise<TokenAnswer> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      ...init,
      method: "POST",
      cache: "no-store",
      credentials: "same-origin",
    });
  } catch {
    throw new SignInError(0);
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new SignInError(answer.status, body?.detail, body?.code, body?.errors?.[0]?.detail);
  return body;
}

/**
 * @returns null when signed in; the ticket for signInByCode when the server also requires a code.
 * @throws SignInError
 */
export async function signIn(loginId: string, password: string): Promise<string | null> {
  return applyAnswer(await post({ grant_type: "password", loginId, password }));
}

/**
 * The second step of signing in. With `remember` the server asks this browser for no code for a while.
 *
 * @throws SignInError
 */
export async function signInByCode(ticket: string, code: string, remember: boolean): Promise<void> {
  applyAnswer(await post({ grant_type: "totp", ticket, code, remember: remember ? "1" : "0" }));
}

/**
 * Signs in with a device's answer (signin/webauthn.ts), without a password.
 *
 * @throws SignInError
 */
export async function signInByPasskey(answer: string): Promise<void> {
  const init = {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ door: "office", answer }),
  };
  applyAnswer(await postTo("/api/Public/SignInByPasskey", init));
}

/** Takes over the result of a sign-in. @returns the ticket if a code is still required, or null. */
function applyAnswer(answer: TokenAnswer): string | null {
  if (answer.ticket) return answer.ticket;
  passwordDue.value = answer.isNeedPasswordChange === true;
  secondStepDue.value = answer.isNeedSecondStep === true;
  syncOfficeToken();
  channel?.postMessage("changed");
  // A page that was loaded outside /office cannot read the console's cookies, even after navigating there.
  if (officeToken.peek() === null) window.location.reload();
  return null;
}

/** The token request under way, if any; all callers of refreshOfficeToken wait for the same one. */
let refreshing: Promise<void> | null = null;

/**
 * Gets a new token after a call was refused with the given one. One request is made for all waiting
 * calls.
 *
 * @returns false when the session is over; the page then reloads and shows the sign-in.
 * @throws SignInError when the server did not answer; the session stays.
 */
export async function refreshOfficeToken(refused: string | null): Promise<boolean> {
  const hasNewToken = () => {
    syncOfficeToken();
    return officeToken.peek() !== null && officeToken.peek() !== refused;
  };
  refreshing ??= (async () => {
    const requestToken = async () => {
      // Another tab may have refreshed the token meanwhile.
      if (!hasNewToken()) await post({ grant_type: "refresh_token" });
    };
    await (navigator.locks ? navigator.locks.request(LOCK, requestToken) : requestToken());
  })().finally(() => {
    refreshing = null;
  });
  try {
    await refreshing;
  } catch (error) {
    if (error instanceof SignInError && error.status >= 400 && error.status < 500 && error.status !== 429) {
      endOfficeSession("expired");
      return false;
    }
    throw error;
  }
  return hasNewToken();
}

/** Whether this page is being left. A call that fails then must not replace the reason of the end. */
let leaving = false;

/** Ends the session in this tab. The page is reloaded, so that no data of the session stays in memory. */
function leave(reason: "expired" | "signedOut"): void {
  if (leaving && reason === "expired") return;
  leaving = true;
  dropCookie();
  try {
    sessionStorage.setItem(END_REASON_KEY, reason);
  } catch {
    // The sign-in then shows no reason.
  }
  releaseAll();
  if (reason === "expired") window.location.reload();
  else window.location.replace("/office");
}

/** Ends the session here and in all other tabs. */
export function endOfficeSession(reason: "expired" | "signedOut"): void {
  channel?.postMessage(reason);
  leave(reason);
}

/** Returns and deletes the reason why the previous session ended, or null. */
export function takeEndReason(): string | null {
  try {
    const reason = sessionStorage.getItem(END_REASON_KEY);
    sessionStorage.removeItem(END_REASON_KEY);
    return reason;
  } catch {
    return null;
  }
}

/** Signs out on the server and in every tab. */
export async function signOut(): Promise<void> {
  leaving = true;
  try {
    await fetch("/office/logout", {
      method: "POST",
      headers: { Authorization: `Bearer ${officeToken.peek() ?? ""}` },
      cache: "no-store",
      keepalive: true,
    });
  } catch {
    // Without an answer this browser is signed out all the same.
  }
  endOfficeSession("signedOut");
}

/** Reloads the page if the cookie now belongs to another user or to nobody, to remove what it shows. */
function checkCookie(): void {
  const before = officeUser.peek();
  if (before === null || !window.location.pathname.startsWith("/office")) return;
  syncOfficeToken();
  const after = officeUser.peek();
  if (after?.userId !== before.userId || after.role !== before.role) window.location.reload();
}

/** Reacts to other tabs and to the back/forward cache. @returns the function that stops it. */
export function followTabs(): () => void {
  const onMessage = (event: MessageEvent<string>) => {
    if (event.data === "changed") checkCookie();
    else if (officeToken.peek() !== null) leave(event.data === "signedOut" ? "signedOut" : "expired");
  };
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    leaving = false;
    checkCookie();
  };
  const onVisibilityChange = () => {
    if (document.visibilityState === "visible") checkCookie();
  };
  channel?.addEventListener("message", onMessage);
  window.addEventListener("pageshow", onPageShow);
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () => {
    channel?.removeEventListener("message", onMessage);
    window.removeEventListener("pageshow", onPageShow);
    document.removeEventListener("visibilitychange", onVisibilityChange);
  };
}
