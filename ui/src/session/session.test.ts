// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readClaims } from "./claims";
import { isFIN, syncToken, token, user } from "./session";
import { login, loginByCode, refresh, TokenError } from "./token";

/** A token in the server's format with a dummy signature, which the client does not check. */
function jwt(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const body = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  return `e30.${body}.c2ln`;
}
const NS = "http://schemas.example/claims";
/** A bank user's token; `n` makes it different from others. */
const finToken = (n: number) =>
  jwt({ [`${NS}/role`]: "fin", [`${NS}/sid`]: "u1", [`${NS}/groupsid`]: "c1", [`${NS}/name`]: "山田", n });

function setCookie(value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: stands for the server's Set-Cookie.
  document.cookie = `token=${value}; Path=/`;
}

/**
 * Stubs fetch with the given answers, one per call; each sets its cookie, and without one left the call
 * fails. @returns the bodies of the calls made.
 */
function stubServer(...answers: { status?: number; cookie?: string; body?: object }[]) {
  const calls: string[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (_: string, init: RequestInit) => {
      calls.push(String(init.body));
      const next = answers.shift();
      if (!next) throw new TypeError("no answer");
      if (next.cookie) setCookie(next.cookie);
      return new Response(JSON.stringify(next.body ?? {}), { status: next.status ?? 200 });
    }),
  );
  return calls;
}

beforeEach(() => {
  setCookie("; Max-Age=0");
  syncToken();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("claims", () => {
  it("are recognised by the end of their names and read as UTF-8", () =>
    expect(readClaims(finToken(1))).toEqual({
      role: "FIN",
      isLending: false,
      userId: "u1",
      clientId: "c1",
      userName: "山田",
    }));
  it.each(["", "a", "a.b.c", `a.${btoa("null")}.c`])("%j is not a token", (text) =>
    expect(readClaims(text)).toBeNull(),
  );
  it("have no role if it is unknown", () => expect(readClaims(jwt({ role: "root" }))?.role).toBeNull());
});

describe("login", () => {
  it("takes the token from the cookie that the server has set", async () => {
    const calls = stubServer({ cookie: finToken(1), body: { isNeedPasswordChange: true } });
    await expect(login("a@b.jp", "p&w=1")).resolves.toEqual({
      ticket: null,
      isNeedPasswordChange: true,
      isNeedSecondStep: false,
    });
    expect(calls).toEqual(["grant_type=password&loginId=a%40b.jp&password=p%26w%3D1"]);
    expect(user.value?.userId).toBe("u1");
    expect(isFIN.value).toBe(true);
  });
  it("signs in only after the code", async () => {
    stubServer({ body: { ticket: "t1" } });
    await expect(login("a@b.jp", "b")).resolves.toEqual({ ticket: "t1" });
    expect(token.value).toBeNull();
    const calls = stubServer({ cookie: finToken(1), body: { isNeedPasswordChange: false } });
    await expect(loginByCode("t1", "123456", true)).resolves.toMatchObject({ ticket: null });
    expect(calls).toEqual(["grant_type=totp&ticket=t1&code=123456&remember=1"]);
    expect(user.value?.userId).toBe("u1");
  });
  it("treats any other role as a wrong login", async () => {
    stubServer({ cookie: jwt({ role: "adm" }) });
    await expect(login("a", "b")).rejects.toMatchObject({ status: 400 });
    expect(token.value).toBeNull();
  });
  it.each([400, 429, 500])("throws an error with status %i", async (status) => {
    stubServer({ status });
    await expect(login("a", "b")).rejects.toMatchObject({ status });
  });
  it("throws status 0 when there is no answer", async () => {
    stubServer();
    await expect(login("a", "b")).rejects.toEqual(new TokenError(0));
  });
});

describe("refresh", () => {
  it("makes one request for all waiting calls", async () => {
    vi.useFakeTimers();
    setCookie(finToken(1));
    syncToken();
    const calls = stubServer({ cookie: finToken(2) });
    const all = Promise.all([refresh(finToken(1)), refresh(finToken(1)), refresh(finToken(1))]);
    await vi.advanceTimersByTimeAsync(300);
    await expect(all).resolves.toEqual([true, true, true]);
    expect(calls).toEqual(["grant_type=refresh_token"]);
    expect(token.value).toBe(finToken(2));
  });
  it("makes no request when another tab has refreshed", async () => {
    setCookie(finToken(2));
    const calls = stubServer();
    await expect(refresh(finToken(1))).resolves.toBe(true);
    expect(calls).toEqual([]);
  });
  it("keeps the session when there is no answer", async () => {
    setCookie(finToken(1));
    syncToken();
    stubServer();
    await expect(refresh(finToken(1))).rejects.toBeInstanceOf(TokenError);
    expect(token.value).toBe(finToken(1));
    expect(document.cookie).toContain("token=");
  });
  it("ends the session when refused", async () => {
    setCookie(finToken(1));
    syncToken();
    stubServer({ status: 400 });
    await expect(refresh(finToken(1))).resolves.toBe(false);
    expect(document.cookie).not.toContain("token=");
  });
});

describe("log-out", () => {
  it("stays the reason when a call under way fails as the session has ended", async () => {
    vi.resetModules();
    const session = await import("./session");
    const { refresh } = await import("./token");
    setCookie(finToken(1));
    session.syncToken();
    let answerLogout: (answer: Response) => void = () => {};
    vi.stubGlobal(
      "fetch",
      vi.fn((path: string) =>
        path === "/logout"
          ? new Promise<Response>((resolve) => {
              answerLogout = resolve;
            })
          : Promise.resolve(new Response("{}", { status: 400 })),
      ),
    );
    const leaving = session.logout();
    await expect(refresh(finToken(1))).resolves.toBe(false);
    // The session ends only when the log-out is answered.
    expect(document.cookie).toContain("token=");
    answerLogout(new Response("{}"));
    await leaving;
    expect(session.readEndReason()).toBe("logout");
    expect(document.cookie).not.toContain("token=");
  });
});
