import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readClaims } from "./claims";
import { isFIN, syncToken, token, user } from "./session";
import { login, loginByCode, refresh, TokenError } from "./token";

/** A token as the server makes them, unsigned: nothing here checks signatures. */
function jwt(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const body = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  return `e30.${body}.c2ln`;
}
const NS = "http://schemas.example/claims";
const fin = (n: number) =>
  jwt({ [`${NS}/role`]: "fin", [`${NS}/sid`]: "u1", [`${NS}/groupsid`]: "c1", [`${NS}/name`]: "山田", n });

function setCookie(value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: as the browser would on Set-Cookie.
  document.cookie = `token=${value}; Path=/`;
}

/** Plays the server: each answer sets the cookie as Set-Cookie would. */
function answer(...answers: { status?: number; cookie?: string; body?: object }[]) {
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
  it("are found by how their names end, in UTF-8", () =>
    expect(readClaims(fin(1))).toEqual({ role: "FIN", userId: "u1", clientId: "c1", userName: "山田" }));
  it.each(["", "a", "a.b.c", `a.${btoa("null")}.c`])("%j is no token", (text) =>
    expect(readClaims(text)).toBeNull(),
  );
  it("know no other roles", () => expect(readClaims(jwt({ role: "root" }))?.role).toBeNull());
});

describe("login", () => {
  it("takes the cookie the server has set", async () => {
    const calls = answer({ cookie: fin(1), body: { isNeedPasswordChange: true } });
    await expect(login("a@b.jp", "p&w=1")).resolves.toEqual({
      ticket: null,
      isNeedPasswordChange: true,
      isNeedSecondStep: false,
    });
    expect(calls).toEqual(["grant_type=password&loginId=a%40b.jp&password=p%26w%3D1"]);
    expect(user.value?.userId).toBe("u1");
    expect(isFIN.value).toBe(true);
  });
  it("signs nobody in before the code", async () => {
    answer({ body: { ticket: "t1" } });
    await expect(login("a@b.jp", "b")).resolves.toEqual({ ticket: "t1" });
    expect(token.value).toBeNull();
    const calls = answer({ cookie: fin(1), body: { isNeedPasswordChange: false } });
    await expect(loginByCode("t1", "123456", true)).resolves.toMatchObject({ ticket: null });
    expect(calls).toEqual(["grant_type=totp&ticket=t1&code=123456&remember=1"]);
    expect(user.value?.userId).toBe("u1");
  });
  it("counts any other role as wrong", async () => {
    answer({ cookie: jwt({ role: "adm" }) });
    await expect(login("a", "b")).rejects.toMatchObject({ status: 400 });
    expect(token.value).toBeNull();
  });
  it.each([400, 429, 500])("passes %i on", async (status) => {
    answer({ status });
    await expect(login("a", "b")).rejects.toMatchObject({ status });
  });
  it("tells no answer by status 0", async () => {
    answer();
    await expect(login("a", "b")).rejects.toEqual(new TokenError(0));
  });
});

describe("refresh", () => {
  it("asks once for all that wait", async () => {
    vi.useFakeTimers();
    setCookie(fin(1));
    syncToken();
    const calls = answer({ cookie: fin(2) });
    const all = Promise.all([refresh(fin(1)), refresh(fin(1)), refresh(fin(1))]);
    await vi.advanceTimersByTimeAsync(300);
    await expect(all).resolves.toEqual([true, true, true]);
    expect(calls).toEqual(["grant_type=refresh_token"]);
    expect(token.value).toBe(fin(2));
  });
  it("asks not at all when another tab has done it", async () => {
    setCookie(fin(2));
    const calls = answer();
    await expect(refresh(fin(1))).resolves.toBe(true);
    expect(calls).toEqual([]);
  });
  it("leaves the session standing when there is no answer", async () => {
    setCookie(fin(1));
    syncToken();
    answer();
    await expect(refresh(fin(1))).rejects.toBeInstanceOf(TokenError);
    expect(token.value).toBe(fin(1));
    expect(document.cookie).toContain("token=");
  });
  it("ends the session when refused", async () => {
    setCookie(fin(1));
    syncToken();
    answer({ status: 400 });
    await expect(refresh(fin(1))).resolves.toBe(false);
    expect(document.cookie).not.toContain("token=");
  });
});

describe("log-out", () => {
  it("stays the reason when a call that is under way meets the ended session", async () => {
    vi.resetModules();
    const session = await import("./session");
    const { refresh } = await import("./token");
    setCookie(fin(1));
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
    await expect(refresh(fin(1))).resolves.toBe(false);
    // The page waits for the log-out's own answer.
    expect(document.cookie).toContain("token=");
    answerLogout(new Response("{}"));
    await leaving;
    expect(session.readEnding()).toBe("logout");
    expect(document.cookie).not.toContain("token=");
  });
});
