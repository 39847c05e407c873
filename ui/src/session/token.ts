import { readClaims } from "./claims";
import { readToken } from "./cookie";
import { endEverywhere, notifyTabs, syncToken, token } from "./session";

/** A POST /token that was refused or got no answer; status 0 means no answer. */
export class TokenError extends Error {
  override readonly name = "TokenError";
  constructor(
    readonly status: number,
    /** The server's message, in Japanese. */
    readonly detail = "",
    readonly code = "",
    /** At which login the ID is to be used, for who gave the right password at the other one. */
    readonly otherDoor = "",
    /** For a lock: in how many seconds it ends. */
    readonly retryAfter = 0,
  ) {
    super(`token: ${status}`);
  }
}

interface TokenAnswer {
  isNeedPasswordChange?: boolean;
  isNeedSecondStep?: boolean;
  ticket?: string;
}

/** Result of a sign-in: a session, with what the user must do first, or a ticket for the second step. */
export type SignInResult =
  | { ticket: string }
  | { ticket: null; isNeedPasswordChange: boolean; isNeedSecondStep: boolean };

async function postToken(form: Record<string, string>): Promise<TokenAnswer> {
  return post("/token", { body: new URLSearchParams(form) });
}

async function post(path: string, init: RequestInit): Promise<TokenAnswer> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      ...init,
      method: "POST",
      cache: "no-store",
      credentials: "same-origin",
    });
  } catch {
    throw new TokenError(0);
  }
  if (!answer.ok) {
    const problem: { detail?: string; code?: string; errors?: { field: string; detail: string }[] } | null =
      await answer.json().catch(() => null);
    throw new TokenError(
      answer.status,
      problem?.detail,
      problem?.code,
      problem?.errors?.[0]?.detail,
      Number(answer.headers.get("Retry-After")) || 0,
    );
  }
  return (await answer.json()) as TokenAnswer;
}

/**
 * Signs in with a password. The server sets the cookies. A role other than BUY or FIN is treated as a
 * wrong login (SPEC.md section 6).
 *
 * @throws TokenError
 */
export async function login(loginId: string, password: string): Promise<SignInResult> {
  return applyAnswer(await postToken({ grant_type: "password", loginId, password }));
}

/**
 * The second step of signing in, with the ticket of the first step and a code. With `remember` the
 * server asks this browser for no code for a while.
 *
 * @throws TokenError
 */
export async function loginByCode(ticket: string, code: string, remember: boolean): Promise<SignInResult> {
  return applyAnswer(await postToken({ grant_type: "totp", ticket, code, remember: remember ? "1" : "0" }));
}

/**
 * Signs in with a device's answer (signin/webauthn.ts), without a password.
 *
 * @throws TokenError
 */
export async function loginByPasskey(answer: string): Promise<SignInResult> {
  const init = {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ door: "platform", answer }),
  };
  return applyAnswer(await post("/api/Public/SignInByPasskey", init));
}

function applyAnswer(answer: TokenAnswer): SignInResult {
  if (answer.ticket) return { ticket: answer.ticket };
  const issued = readToken();
  const role = issued === null ? null : readClaims(issued)?.role;
  if (role !== "FIN" && role !== "BUY") throw new TokenError(400);
  syncToken();
  notifyTabs("changed");
  return {
    ticket: null,
    isNeedPasswordChange: answer.isNeedPasswordChange === true,
    isNeedSecondStep: answer.isNeedSecondStep === true,
  };
}

/** Interval at which a waiting call checks whether the refresh has finished (SPEC.md section 9). */
const POLL_MS = 100;

let refreshing = false;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Gets a new token after a call was refused with the given one. One request is made for all waiting
 * calls of all tabs.
 *
 * @returns false when the session is over; the browser is then loading /timeout.
 * @throws TokenError when the server did not answer or failed; the session stays.
 */
export async function refresh(refused: string | null): Promise<boolean> {
  if (refreshing) {
    while (refreshing) await sleep(POLL_MS);
    return takeNewToken(refused);
  }
  refreshing = true;
  try {
    await oneTabAtATime(async () => {
      // Another tab may have refreshed the token meanwhile.
      if (takeNewToken(refused)) return;
      await postToken({ grant_type: "refresh_token" });
      syncToken();
      notifyTabs("changed");
    });
    return takeNewToken(refused);
  } catch (error) {
    if (error instanceof TokenError && error.status >= 400 && error.status < 500 && error.status !== 429) {
      endEverywhere("expired");
      return false;
    }
    throw error;
  } finally {
    refreshing = false;
  }
}

/** Takes over the cookie's token if it is not the refused one. @returns whether it did. */
function takeNewToken(refused: string | null): boolean {
  const now = readToken();
  if (now === null || now === refused) return false;
  token.value = now;
  return true;
}

const LOCK = "tsunagu.refresh";
/** After this time the lock of a tab that has not released it is ignored. */
const LOCK_MS = 10_000;

/**
 * Runs a task in one tab at a time. Web Locks need a secure context; without them a timestamp in
 * localStorage serves as the lock. It is not exact, but the server answers tabs that refresh at the
 * same moment with the same new token.
 */
async function oneTabAtATime(task: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(LOCK, task);
    return;
  }
  while (Date.now() - Number(localStorage.getItem(LOCK) ?? 0) < LOCK_MS) await sleep(POLL_MS);
  localStorage.setItem(LOCK, String(Date.now()));
  try {
    await task();
  } finally {
    localStorage.removeItem(LOCK);
  }
}
