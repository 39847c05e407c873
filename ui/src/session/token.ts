import { readClaims } from "./claims";
import { readToken } from "./cookie";
import { endEverywhere, syncToken, tellTabs, token } from "./session";

/** A refused or unanswered POST /token; status 0 when there was no answer. */
export class TokenError extends Error {
  override readonly name = "TokenError";
  constructor(
    readonly status: number,
    /** The server's own words, in Japanese. */
    readonly detail = "",
    readonly code = "",
  ) {
    super(`token: ${status}`);
  }
}

interface TokenAnswer {
  isNeedPasswordChange?: boolean;
  isNeedSecondStep?: boolean;
  ticket?: string;
}

/** What a sign-in leads to: a session and what it wants first, or the code of the second step. */
export type SignedIn =
  | { ticket: string }
  | { ticket: null; isNeedPasswordChange: boolean; isNeedSecondStep: boolean };

async function postToken(form: Record<string, string>): Promise<TokenAnswer> {
  let answer: Response;
  try {
    answer = await fetch("/token", {
      method: "POST",
      body: new URLSearchParams(form),
      cache: "no-store",
      credentials: "same-origin",
    });
  } catch {
    throw new TokenError(0);
  }
  if (!answer.ok) {
    const problem: { detail?: string; code?: string } | null = await answer.json().catch(() => null);
    throw new TokenError(answer.status, problem?.detail, problem?.code);
  }
  return (await answer.json()) as TokenAnswer;
}

/**
 * Signs in. The server sets the cookies; a role other than BUY and FIN counts as a wrong
 * login (SPEC.md section 6).
 *
 * @throws TokenError
 */
export async function login(loginId: string, password: string): Promise<SignedIn> {
  return enter(await postToken({ grant_type: "password", loginId, password }));
}

/**
 * The second half: the ticket of the first and the code. `remember`: this browser needs none for
 * a while.
 *
 * @throws TokenError
 */
export async function loginByCode(ticket: string, code: string, remember: boolean): Promise<SignedIn> {
  return enter(await postToken({ grant_type: "totp", ticket, code, remember: remember ? "1" : "0" }));
}

function enter(answer: TokenAnswer): SignedIn {
  if (answer.ticket) return { ticket: answer.ticket };
  const issued = readToken();
  const role = issued === null ? null : readClaims(issued)?.role;
  if (role !== "FIN" && role !== "BUY") throw new TokenError(400);
  syncToken();
  tellTabs("changed");
  return {
    ticket: null,
    isNeedPasswordChange: answer.isNeedPasswordChange === true,
    isNeedSecondStep: answer.isNeedSecondStep === true,
  };
}

/** How often a call looks whether the refresh it waits for is over (SPEC.md section 9). */
const POLL_MS = 100;

let refreshing = false;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A new token in the place of one that a call was refused with. However many calls wait,
 * in however many tabs, one request is made.
 *
 * @returns false when the session is over; the way to /timeout has then begun.
 * @throws TokenError when the server did not answer or is not able to: the session stands.
 */
export async function refresh(refused: string | null): Promise<boolean> {
  if (refreshing) {
    while (refreshing) await sleep(POLL_MS);
    return settled(refused);
  }
  refreshing = true;
  try {
    await oneTabAtATime(async () => {
      // Another tab may have been quicker.
      if (settled(refused)) return;
      await postToken({ grant_type: "refresh_token" });
      syncToken();
      tellTabs("changed");
    });
    return settled(refused);
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

/** Whether the cookie holds another token than the refused one. */
function settled(refused: string | null): boolean {
  const now = readToken();
  if (now === null || now === refused) return false;
  token.value = now;
  return true;
}

const LOCK = "tsunagu.refresh";
const LOCK_MS = 10_000;

/**
 * Web Locks where there are any. They need a secure context; elsewhere a stamp in
 * localStorage does, which is good enough: the server gives tabs that refresh at the same
 * moment the same successor.
 */
async function oneTabAtATime(deed: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request(LOCK, deed);
    return;
  }
  while (Date.now() - Number(localStorage.getItem(LOCK) ?? 0) < LOCK_MS) await sleep(POLL_MS);
  localStorage.setItem(LOCK, String(Date.now()));
  try {
    await deed();
  } finally {
    localStorage.removeItem(LOCK);
  }
}
