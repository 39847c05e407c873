// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pending } from "@/lib/loading";
import { proofQuestion } from "@/session/proof";
import { syncToken } from "@/session/session";
import { api, call, download, fileName, multipart, noneOn400 } from "./client";
import { ApiError, failureMessage, fieldErrors, NOT_PROVEN } from "./errors";
import { office, officeFile } from "./officeClient";

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

/** Plays a server that asks for a proof until there is one. */
function demand() {
  const seen: Request[] = [];
  let isProven = false;
  vi.stubGlobal("fetch", async (input: Request) => {
    seen.push(input.clone());
    return isProven
      ? Response.json({ fine: true })
      : problem(403, { code: "proof_needed", detail: "確かめます。" });
  });
  return {
    seen,
    prove: () => {
      isProven = true;
      proofQuestion.value?.answer(true);
    },
  };
}

describe("a call that needs a proof", () => {
  const asked = () => vi.waitFor(() => expect(proofQuestion.value).not.toBeNull());
  const bodies = (seen: Request[]) => Promise.all(seen.map((request) => request.text()));
  const post = (body: unknown) => call<unknown>(api.POST("/api/Thing" as never, { body } as never));

  it("is made again once, with the very same body", async () => {
    const { seen, prove } = demand();
    const answer = post({ reason: "長い理由" });
    await asked();
    expect(seen).toHaveLength(1);
    prove();
    await expect(answer).resolves.toEqual({ fine: true });
    expect(await bodies(seen)).toEqual(['{"reason":"長い理由"}', '{"reason":"長い理由"}']);
    expect(proofQuestion.value).toBeNull();
    expect(pending.value).toBe(0);
  });
  it("is not made again when the user cancels, and says that nothing was done", async () => {
    const { seen } = demand();
    const answer = post({});
    const refused = expect(answer).rejects.toBe(NOT_PROVEN);
    await asked();
    proofQuestion.value?.answer(false);
    await refused;
    expect(seen).toHaveLength(1);
    expect(pending.value).toBe(0);
  });
  it("is made again only once, whatever the server says", async () => {
    const { seen } = demand();
    const refused = expect(post({})).rejects.toMatchObject({ status: 403, code: "proof_needed" });
    await asked();
    proofQuestion.value?.answer(true);
    await refused;
    expect(seen).toHaveLength(2);
  });
  it("sends a form with its file again", async () => {
    const { seen, prove } = demand();
    const form = multipart({ reason: "長い理由", paper: new Blob(["content"]) });
    const answer = call<unknown>(
      api.POST("/api/Thing" as never, { body: form as never, bodySerializer: () => form } as never),
    );
    await asked();
    prove();
    await expect(answer).resolves.toEqual({ fine: true });
    const [first, second] = await bodies(seen);
    expect(second).toBe(first);
    expect(second).toContain("長い理由");
    expect(second).toContain('name="paper"; filename="blob"');
  });
  it("gets a file again", async () => {
    const { seen, prove } = demand();
    URL.createObjectURL = vi.fn(() => "blob:x");
    HTMLAnchorElement.prototype.click = vi.fn();
    const saved = download("/api/Csv/CsvExportSellerCompany", "x.csv", { query: { word: "湊" } });
    await asked();
    prove();
    await saved;
    expect(seen.map(({ url }) => new URL(url).search)).toEqual(["?word=%E6%B9%8A", "?word=%E6%B9%8A"]);
    expect(URL.createObjectURL).toHaveBeenCalledTimes(1);
  });
  it("shares the question with others of the same moment", async () => {
    const { seen, prove } = demand();
    const answers = Promise.all([post({ n: 1 }), post({ n: 2 }), get()]);
    await vi.waitFor(() => expect(seen).toHaveLength(3));
    await asked();
    const question = proofQuestion.value;
    prove();
    await answers;
    expect(seen).toHaveLength(6);
    expect(question?.door).toBe("member");
    expect(proofQuestion.value).toBeNull();
  });
  it("asks anew the next time", async () => {
    const { prove } = demand();
    const first = expect(post({})).rejects.toBe(NOT_PROVEN);
    await asked();
    proofQuestion.value?.answer(false);
    await first;
    const second = post({});
    await asked();
    prove();
    await expect(second).resolves.toEqual({ fine: true });
  });
  it("of the console is asked at its own door, and made again once", async () => {
    const { seen, prove } = demand();
    const answer = call<unknown>(
      office.PUT("/api/Office/Thing" as never, { body: { recipient: "age1" } } as never),
    );
    await asked();
    expect(proofQuestion.value?.door).toBe("office");
    prove();
    await expect(answer).resolves.toEqual({ fine: true });
    expect(await bodies(seen)).toEqual(['{"recipient":"age1"}', '{"recipient":"age1"}']);
    const refused = expect(officeFile("/api/Office/ExportAuditList", {})).resolves.toBeInstanceOf(Response);
    await refused;
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
