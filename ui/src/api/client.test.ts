// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { syncToken } from "@/session/session";
import { api, call, fileName, noneOn400 } from "./client";
import { ApiError, failureMessage, fieldErrors } from "./errors";

const jwt = (n: number) =>
  `e30.${btoa(JSON.stringify({ "x/role": "fin", "x/sid": "u", "x/groupsid": "c", n }))}.s`;

function signIn(token: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: as the browser would on Set-Cookie.
  document.cookie = `token=${token}; Path=/`;
  syncToken();
}

/** Plays a server that takes one token only and renews it when asked. */
function serve(valid: string, answer: () => Response, renewable = true) {
  const seen: string[] = [];
  vi.stubGlobal("fetch", async (input: Request | string) => {
    if (typeof input === "string") {
      seen.push(input);
      if (!renewable) return new Response("{}", { status: 401 });
      signIn(valid);
      return new Response("{}");
    }
    seen.push(new URL(input.url).pathname);
    expect(input.cache).toBe("no-store");
    expect(input.headers.get("Cache-Control")).toBe("no-cache");
    if (input.headers.get("Authorization") !== `Bearer ${valid}`) return new Response("{}", { status: 401 });
    return answer();
  });
  return seen;
}

const get = () => call<unknown>(api.GET("/api/Thing" as never, {} as never));
const problem = (status: number, body: object) => new Response(JSON.stringify(body), { status });

beforeEach(() => signIn(jwt(1)));
afterEach(() => vi.unstubAllGlobals());

describe("a call", () => {
  it("refreshes once on 401 and is made again", async () => {
    const seen = serve(jwt(2), () => Response.json({ fine: true }));
    await expect(get()).resolves.toEqual({ fine: true });
    expect(seen).toEqual(["/api/Thing", "/token", "/api/Thing"]);
  });
  it("fails with 401 when the refresh is refused, and is not made again", async () => {
    const seen = serve(jwt(2), () => Response.json({}), false);
    await expect(get()).rejects.toMatchObject({ status: 401 });
    expect(seen).toEqual(["/api/Thing", "/token"]);
  });
  it("throws what the problem document says", async () => {
    const errors = [{ field: "dueDate", detail: "未来の日付を入力してください。" }];
    serve(jwt(1), () => problem(422, { code: "invalid", detail: "入力内容に誤りがあります。", errors }));
    await expect(get()).rejects.toMatchObject({ status: 422, code: "invalid", errors });
  });
  it("tells the number to ask the office by, where the fault is the server's", async () => {
    serve(jwt(1), () => problem(500, { code: "internal", detail: "エラーです。", instance: "ABCDE-23456" }));
    await expect(get()).rejects.toMatchObject({
      status: 500,
      detail: "エラーです。（お問い合わせ番号 ABCDE-23456）",
    });
  });
  it("without any answer is 503", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("failed");
    });
    await expect(get()).rejects.toMatchObject({ status: 503, code: "no_answer" });
  });
  it("where 400 means none yet, only 400 does", async () => {
    serve(jwt(1), () => problem(400, {}));
    await expect(noneOn400(api.GET("/api/Thing" as never, {} as never))).resolves.toBeNull();
    serve(jwt(1), () => problem(409, {}));
    await expect(noneOn400(api.GET("/api/Thing" as never, {} as never))).rejects.toBeInstanceOf(ApiError);
  });
});

describe("errors on a form", () => {
  const error = new ApiError(422, "invalid", "誤りがあります。", [
    { field: "postcode", detail: "郵便番号が違います。" },
    { field: "secret", detail: "合いません。" },
  ]);
  it("stand at their fields, and what has none at the form", () => {
    const set = vi.fn();
    expect(fieldErrors<{ postalCode: string }>(error, set, ["postalCode"], { postcode: "postalCode" })).toBe(
      true,
    );
    expect(set.mock.calls).toEqual([
      ["postalCode", { type: "server", message: "郵便番号が違います。" }],
      ["root.server", { type: "server", message: "合いません。" }],
    ]);
    expect(fieldErrors(new Error("x"), set, [])).toBe(false);
  });
  it("say the specification's words first", () => {
    expect(failureMessage("売手の登録に失敗しました。", error)).toBe(
      "売手の登録に失敗しました。 誤りがあります。",
    );
    expect(failureMessage("売手の登録に失敗しました。", new Error("x"))).toBe("売手の登録に失敗しました。");
  });
});

it.each([
  [`attachment; filename="a.csv"; filename*=UTF-8''%E5%A3%B2%E6%89%8B.csv`, "売手.csv"],
  [`attachment; filename="EXPORT.csv"`, "EXPORT.csv"],
  ["attachment; filename=plain.csv", "plain.csv"],
  [`attachment; filename="../../x.csv"`, "x.csv"],
  ["attachment", null],
  [null, null],
])("file name in %s", (header, name) => expect(fileName(header)).toBe(name));
