import { computed, signal } from "@preact/signals-react";
import { releaseAll } from "@/lib/leave";
import { readClaims } from "./claims";

/*
 * The console's own session (domain.md 1): another sign-in, other cookies, another signal than
 * the platform's. Neither knows of the other.
 */

const COOKIE = "officeToken";
const ENDING = "tsunagu.office.ending";
const LOCK = "tsunagu.office.refresh";
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("tsunagu.office") : null;

/** The access token, null when nobody is signed in here. Always what the cookie says. */
export const officeToken = signal<string | null>(null);

/** Who is signed in; null for nobody. For showing only: rights are the server's to decide. */
export const officer = computed(() => {
  const claims = officeToken.value === null ? null : readClaims(officeToken.value);
  return claims?.role === "ADM" || claims?.role === "FAD" ? claims : null;
});

/** Whether it is the office itself, and not one institution's administrator. */
export const isADM = computed(() => officer.value?.role === "ADM");

/** Whether the server wants a new password before anything else. */
export const passwordDue = signal(false);

/** Whether it wants the second step of signing in set up first. */
export const secondStepDue = signal(false);

/** A refused or unanswered token call; status 0 when there was no answer. */
export class SignInError extends Error {
  override readonly name = "SignInError";
  constructor(
    readonly status: number,
    readonly detail = "",
    readonly code = "",
  ) {
    super(`office token: ${status}`);
  }
}

/** The cookie's path is /office: pages elsewhere do not see it. */
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

/** Takes the cookie's token over. On every page of the console, since only those see it. */
export function syncOffice(): void {
  const now = readCookie();
  if (now !== officeToken.peek()) officeToken.value = now;
}

interface TokenAnswer {
  isNeedPasswordChange?: boolean;
  isNeedSecondStep?: boolean;
  ticket?: string;
}

async function post(form: Record<string, string>): Promise<TokenAnswer> {
  let answer: Response;
  try {
    answer = await fetch("/office/token", {
      method: "POST",
      body: new URLSearchParams(form),
      cache: "no-store",
      credentials: "same-origin",
    });
  } catch {
    throw new SignInError(0);
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new SignInError(answer.status, body?.detail, body?.code);
  return body;
}

/**
 * @returns the ticket for the second half where a code is asked for; null when signed in.
 * @throws SignInError
 */
export async function signIn(loginId: string, password: string): Promise<string | null> {
  return enter(await post({ grant_type: "password", loginId, password }));
}

/** The second half. @throws SignInError */
export async function signInByCode(ticket: string, code: string, remember: boolean): Promise<void> {
  enter(await post({ grant_type: "totp", ticket, code, remember: remember ? "1" : "0" }));
}

function enter(answer: TokenAnswer): string | null {
  if (answer.ticket) return answer.ticket;
  passwordDue.value = answer.isNeedPasswordChange === true;
  secondStepDue.value = answer.isNeedSecondStep === true;
  syncOffice();
  channel?.postMessage("changed");
  // A page that was loaded elsewhere is not told the console's cookies, whatever its address is now.
  if (officeToken.peek() === null) window.location.reload();
  return null;
}

let running: Promise<void> | null = null;

/**
 * A new token in the place of one that was refused; one request however many calls wait.
 *
 * @returns false when the session is over; the sign-in then stands in the page's place.
 * @throws SignInError when the server did not answer: the session stands.
 */
export async function renew(refused: string | null): Promise<boolean> {
  const settled = () => {
    syncOffice();
    return officeToken.peek() !== null && officeToken.peek() !== refused;
  };
  running ??= (async () => {
    const deed = async () => {
      // Another tab may have been quicker.
      if (!settled()) await post({ grant_type: "refresh_token" });
    };
    await (navigator.locks ? navigator.locks.request(LOCK, deed) : deed());
  })().finally(() => {
    running = null;
  });
  try {
    await running;
  } catch (error) {
    if (error instanceof SignInError && error.status >= 400 && error.status < 500 && error.status !== 429) {
      endOffice("expired");
      return false;
    }
    throw error;
  }
  return settled();
}

/** Whether this page is on its way out: a call that then meets the ended session changes no reason. */
let leaving = false;

/** Ends the session in this tab. The page is loaded anew, so that nothing of it stays in memory. */
function leave(why: "expired" | "signedOut"): void {
  if (leaving && why === "expired") return;
  leaving = true;
  dropCookie();
  try {
    sessionStorage.setItem(ENDING, why);
  } catch {
    // The sign-in then says nothing of it.
  }
  releaseAll();
  if (why === "expired") window.location.reload();
  else window.location.replace("/office");
}

/** Ends the session here and in all other tabs. */
export function endOffice(why: "expired" | "signedOut"): void {
  channel?.postMessage(why);
  leave(why);
}

/** Why the last session ended, told once. */
export function takeEnding(): string | null {
  try {
    const why = sessionStorage.getItem(ENDING);
    sessionStorage.removeItem(ENDING);
    return why;
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
    // Without an answer this machine is signed out all the same.
  }
  endOffice("signedOut");
}

/** Somebody else, or nobody, in the cookie: what is on screen must go. */
function checkCookie(): void {
  const before = officer.peek();
  if (before === null || !window.location.pathname.startsWith("/office")) return;
  syncOffice();
  const after = officer.peek();
  if (after?.userId !== before.userId || after.role !== before.role) window.location.reload();
}

/** Follows what other tabs and the back/forward cache do. Returns how to stop. */
export function followTabs(): () => void {
  const hear = (event: MessageEvent<string>) => {
    if (event.data === "changed") checkCookie();
    else if (officeToken.peek() !== null) leave(event.data === "signedOut" ? "signedOut" : "expired");
  };
  const show = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    leaving = false;
    checkCookie();
  };
  const see = () => {
    if (document.visibilityState === "visible") checkCookie();
  };
  channel?.addEventListener("message", hear);
  window.addEventListener("pageshow", show);
  document.addEventListener("visibilitychange", see);
  return () => {
    channel?.removeEventListener("message", hear);
    window.removeEventListener("pageshow", show);
    document.removeEventListener("visibilitychange", see);
  };
}
