import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { test } from "./network";
import { hasNot, person, signIn } from "./people";

/*
 * Signing in, the guards, and the end of a session (SPEC.md sections 2, 4, 5 and 8).
 * The server counts failed sign-ins by address, so there are as few of them as possible.
 */
const PASSWORD = "Tsunagu-demo1";
const FIN = "fin-a@demo.example.jp";
const BUY = "buy-b@demo.example.jp";
const WRONG = "ログインID、またはパスワードが間違っています。";
/** A login id of no user; different on each run, as failures are also counted by id. */
const UNKNOWN_LOGIN = `nobody-${Date.now().toString(36)}@example.jp`;

const loginId = (page: Page) => page.getByLabel("ログインID");
const password = (page: Page) => page.getByLabel("パスワード", { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: /^ログイン/ });
const note = (page: Page, text: string | RegExp): Locator =>
  page.locator("[data-kind]", { has: page.getByText(text, { exact: true }) }).filter({
    has: page.getByRole("button", { name: "通知を閉じる" }),
  });

async function enter(page: Page, id: string, secret = PASSWORD) {
  await loginId(page).fill(id);
  await password(page).fill(secret);
  await submit(page).click();
}

/** The page's address without its origin. */
const at = (page: Page) => {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
};
const arrives = (page: Page, path: string) => expect.poll(() => at(page)).toBe(path);

/** Counts the requests of a page to a path from now on. */
function count(page: Page, method: string, path: string): { n: number } {
  const seen = { n: 0 };
  page.on("request", (r) => {
    if (r.method() === method && new URL(r.url()).pathname === path) seen.n++;
  });
  return seen;
}

/** Replaces the access token by one that the page can still read and the server refuses, like an expired one. */
async function spoilToken(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find((c) => c.name === "token");
  if (!cookie) throw new Error("nobody is signed in");
  const [head, body, signature = ""] = cookie.value.split(".");
  const spoiled = `${head}.${body}.${[...signature].reverse().join("")}`;
  await context.addCookies([{ ...cookie, value: spoiled }]);
  return spoiled;
}

const tokenOf = async (context: BrowserContext) =>
  (await context.cookies()).find((c) => c.name === "token")?.value ?? "";

test.describe("login", () => {
  test("what is missing is said at the fields, and nothing is sent", async ({ page }) => {
    const sent = count(page, "POST", "/token");
    await page.goto("/login");
    await expect(loginId(page)).toBeFocused();
    await submit(page).click();
    await expect(page.getByText("ログインIDを入力してください", { exact: true })).toBeVisible();
    await expect(page.getByText("パスワードを入力してください", { exact: true })).toBeVisible();
    await loginId(page).fill("a@example.jp");
    await submit(page).click();
    await expect(page.getByText("ログインIDを入力してください", { exact: true })).toBeHidden();
    await expect(page.getByText("パスワードを入力してください", { exact: true })).toBeVisible();
    expect(sent.n).toBe(0);
    // The page has both links: for a forgotten password and for new institutions.
    await expect(page.locator("main").getByRole("link", { name: /パスワードをお忘れの方/ })).toHaveAttribute(
      "href",
      "/password-reminder",
    );
    await expect(page.locator("main").getByRole("link", { name: /はじめての金融機関の方/ })).toHaveAttribute(
      "href",
      "/join",
    );
  });

  test("a wrong password: the message for two seconds, red, to be closed; the password goes", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/login");
    await expect(loginId(page)).toBeVisible();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await enter(page, UNKNOWN_LOGIN, "not-the-password");
    const message = note(page, WRONG);
    await expect(message).toHaveAttribute("data-kind", "error");
    await expect(password(page)).toHaveValue("");
    await expect(password(page)).toHaveAccessibleDescription(/もう一度入力してください/);
    await expect(loginId(page)).toHaveValue(UNKNOWN_LOGIN);
    const [r = 0, g = 0, b = 0] = await message.evaluate((e) =>
      (getComputedStyle(e).borderTopColor.match(/[\d.]+/g) ?? []).map(Number),
    );
    expect(r, "red").toBeGreaterThan(2 * Math.max(g, b));
    await page.clock.runFor(1_900);
    await expect(message).toBeVisible();
    await expect(password(page)).toBeFocused();
    await page.clock.runFor(200);
    await expect(message).toHaveCount(0);
    await arrives(page, "/login");
    expect(await tokenOf(page.context())).toBe("");

    // A request without any answer shows the same message, and its close button removes it.
    await page.route("**/token", (route) => route.abort());
    await enter(page, UNKNOWN_LOGIN);
    await expect(message).toBeVisible();
    await expect(password(page)).toHaveAccessibleDescription(/返事がありませんでした/);
    await message.getByRole("button", { name: "通知を閉じる" }).click();
    await expect(message).toHaveCount(0);
  });

  test("a role of the office is a wrong login, which says where the right one is", async ({ page }) => {
    await page.goto("/login");
    await enter(page, "admin-a@demo.example.jp", "not-the-password");
    await expect(note(page, WRONG)).toBeVisible();
    await expect(loginId(page)).not.toHaveAccessibleDescription(/office/);
    await enter(page, "admin-a@demo.example.jp");
    await expect(note(page, /事務局のログイン画面（\/office）/)).toBeVisible();
    await expect(loginId(page)).toHaveAccessibleDescription(/事務局のログイン画面（\/office）/);
    await arrives(page, "/login");
    expect(await tokenOf(page.context())).toBe("");
    await expect(
      page.getByRole("contentinfo").getByRole("link", { name: "事務局・管理者の方" }),
    ).toHaveAttribute("href", "/office");
    await page.getByRole("link", { name: "事務局・管理者のログインへ進む" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "管理画面へのログイン" })).toBeVisible();
    await enter(page, FIN);
    await expect(loginId(page)).toHaveAccessibleDescription(/会員のログイン画面（\/login）/);
  });

  test("after several failures: the lockout message, for twenty seconds", async ({ page, request }) => {
    const id = `locked-${UNKNOWN_LOGIN}`;
    for (let n = 0; n < 5; n++) {
      const form = { grant_type: "password", loginId: id, password: "wrong" };
      expect((await request.post("/token", { form })).status()).toBe(400);
    }
    await page.clock.install();
    await page.goto("/login");
    await expect(loginId(page)).toBeVisible();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await enter(page, id);
    const message = page.locator("[data-kind=error]");
    await expect(message).toContainText("一時的にログインできません");
    await expect(message).toContainText("パスワードをお忘れの方");
    await expect(message).toContainText("事務局");
    await expect(note(page, WRONG)).toHaveCount(0);
    expect([...((await message.textContent()) ?? "")].length).toBeGreaterThan(50);
    await page.clock.runFor(19_900);
    await expect(message).toBeVisible();
    await page.clock.runFor(200);
    await expect(message).toHaveCount(0);
    await expect(password(page)).toHaveValue("");
  });

  test("loginId in the address fills the ID and leads to the password", async ({ page }) => {
    await page.goto(`/login?loginId=${encodeURIComponent(FIN)}`);
    await expect(loginId(page)).toHaveValue(FIN);
    await expect(password(page)).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    const done = note(page, "ログインしました");
    // Read in one step, as the notification disappears by itself.
    const { kind, box } = await done.evaluate((note) => ({
      kind: note.getAttribute("data-kind"),
      box: note.getBoundingClientRect().toJSON(),
    }));
    expect(kind).toBe("success");
    const view = page.viewportSize() ?? { width: 0, height: 0 };
    // The notification is at the bottom right.
    expect(box.x).toBeGreaterThan(view.width / 2);
    expect(box.x + box.width).toBeGreaterThan(view.width - 60);
    expect(box.y + box.height).toBeGreaterThan(view.height - 60);
    await arrives(page, "/mypage");
    // A signed-in user is redirected from the login page.
    await page.goto("/login");
    await arrives(page, "/mypage");
  });

  test("a second submission waits for the first", async ({ page }) => {
    const sent = count(page, "POST", "/token");
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    await page.route("**/token", async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto("/login");
    await loginId(page).fill(BUY);
    await password(page).fill(PASSWORD);
    await submit(page).dblclick();
    await password(page).press("Enter");
    await loginId(page).press("Enter");
    await submit(page).click({ force: true });
    await expect(submit(page)).toHaveText("ログインしています");
    await expect(submit(page)).toHaveAttribute("aria-busy", "true");
    open();
    await arrives(page, "/mypage");
    expect(sent.n).toBe(1);
  });
});

test.describe("where the login leads", () => {
  const GUID = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
  const cases: [name: string, login: string, to: string][] = [
    [
      "query and hash",
      `/login?url=${encodeURIComponent("/seller-business?freeWord=M%26A#list")}`,
      "/seller-business?freeWord=M%26A#list",
    ],
    ["a hash that the mail left bare", "/login?url=/member#needs", "/member#needs"],
    [
      "a contact of a listing",
      `/login?url=${encodeURIComponent(`/seller-business/${GUID}#contact`)}`,
      `/seller-business/${GUID}#contact`,
    ],
    [
      "a contact of no listing",
      `/login?url=${encodeURIComponent("/seller-business/new#contact")}`,
      "/mypage",
    ],
    ["//evil", "/login?url=//evil.example/", "/mypage"],
    ["/\\evil", `/login?url=${encodeURIComponent("/\\evil.example")}`, "/mypage"],
    ["/%09/evil", "/login?url=/%09/evil.example", "/mypage"],
    ["/%2509/evil", "/login?url=/%2509/evil.example", "/mypage"],
    ["https:", `/login?url=${encodeURIComponent("https://evil.example/")}`, "/mypage"],
    ["javascript:", "/login?url=javascript:alert(1)", "/mypage"],
    ["the login itself", "/login?url=/login", "/mypage"],
  ];

  test("the return target, and nothing outside", async ({ browser }, info) => {
    const { page } = await person(browser, info, "returns");
    page.on("dialog", () => {
      throw new Error("a script of the address ran");
    });
    const left: string[] = [];
    page.on("request", (r) => {
      if (/evil/.test(new URL(r.url()).hostname)) left.push(r.url());
    });
    for (const [name, login, to] of cases) {
      await test.step(name, async () => {
        // Leaves the page first, as its pending requests would find the session ended.
        await page.goto("about:blank");
        await page.context().clearCookies();
        await page.goto(login);
        await enter(page, FIN);
        await expect(note(page, "ログインしました")).toBeVisible();
        await arrives(page, to);
      });
    }
    expect(left).toEqual([]);
  });

  test("who is not signed in comes back to where he wanted to go", async ({ page }) => {
    const deep = "/buyer-company?companyName=M%26A#list";
    await page.goto(deep);
    await arrives(page, `/login?url=${encodeURIComponent(deep)}`);
    await enter(page, FIN);
    await arrives(page, deep);
    await expect(page.getByRole("heading", { level: 1, name: "買手検索" })).toBeVisible();
  });
});

test.describe("guards", () => {
  test("signed out: the login, with the way back except to the top pages", async ({ page }) => {
    const api: string[] = [];
    page.on("request", (r) => {
      const { pathname } = new URL(r.url());
      if (pathname.startsWith("/api/") && !/^\/api\/(Public|Demo)\//.test(pathname)) api.push(pathname);
    });
    for (const [path, login] of [
      ["/mypage", "/login"],
      ["/mypage/contact", "/login"],
      ["/mypage/terms?x=1", "/login"],
      ["/member", "/login?url=%2Fmember"],
      ["/seller-company-manage", "/login?url=%2Fseller-company-manage"],
      ["/seller-business?q=M%26A#a", "/login?url=%2Fseller-business%3Fq%3DM%2526A%23a"],
    ] as const) {
      await page.goto(path);
      await arrives(page, login);
      await expect(page.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
    }
    expect(api, "nothing is asked for without a session").toEqual([]);
  });

  test("a buyer finds the institutions' screens not there", async ({ browser }, info) => {
    const buyer = await person(browser, info, "buyer");
    const { page } = buyer;
    await signIn(buyer, BUY);
    const menu = page.getByRole("navigation", { name: "メニュー", exact: true });
    await expect(menu.getByRole("link", { name: "売却案件検索" })).toBeVisible();
    for (const item of [
      "売手管理",
      "買手管理",
      "買手検索",
      "買手交渉案件管理",
      "売手交渉案件管理",
      "ロングリスト作成",
      "会社の名前を知った人",
    ])
      await expect(page.getByRole("link", { name: item })).toHaveCount(0);
    for (const path of [
      "/seller-company-manage",
      "/seller-company",
      "/seller-business/new",
      "/buyer-company",
      "/buyer-company-manage",
      "/buyer-company-longlist",
      "/financial-support",
      "/seller-negotiation",
      "/name-access",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: "ページが見つかりません" })).toBeVisible();
      await expect(page.getByText(/404\s*Not Found/)).toBeVisible();
      await expect(page.getByRole("link", { name: "トップページへ戻る" })).toHaveAttribute("href", "/mypage");
      await arrives(page, path);
    }
  });

  test("an unknown address", async ({ page }) => {
    await page.goto("/no-such-page");
    await expect(page.getByRole("heading", { level: 1, name: "ページが見つかりません" })).toBeVisible();
    await expect(page.getByText("This page could not be found.")).toBeVisible();
    await page.getByRole("link", { name: "ホームへ戻る" }).click();
    await arrives(page, "/");
  });
});

test.describe("the session's end", () => {
  test("an expired token: many calls, one refresh, and the page goes on", async ({ browser }, info) => {
    const bank = await person(browser, info, "expired");
    const { page } = bank;
    await signIn(bank, FIN);
    const spoiled = await spoilToken(page.context());
    const refreshes = count(page, "POST", "/token");
    let refused = 0;
    page.on("response", (r) => {
      if (r.status() === 401) refused++;
    });
    await page.goto("/mypage");
    await expect(page.getByRole("heading", { level: 1, name: "トップページ" })).toBeVisible();
    await expect.poll(() => tokenOf(page.context())).not.toBe(spoiled);
    await expect(page.getByText("読み込み中です")).toHaveCount(0);
    expect(refused, "a call was refused").toBeGreaterThan(0);
    expect(refreshes.n).toBe(1);
    await arrives(page, "/mypage");

    // Once more on an open page, whose token expires while it is used. The first refusals wait for
    // the second call, so that several are refused by one page.
    await page.goto("/seller-business");
    await expect(page.locator("main a[href^='/seller-business/']").first()).toBeVisible();
    const old = await tokenOf(page.context());
    let secondCame: () => void = () => {};
    const second = new Promise<void>((resolve) => {
      secondCame = resolve;
    });
    refused = 0;
    let asked = 0;
    await page.route("**/api/**", async (route) => {
      if (route.request().headers().authorization !== `Bearer ${old}`) return route.continue();
      asked++;
      if (asked > 1) secondCame();
      await second;
      await route.fulfill({ status: 401, json: { status: 401, code: "unauthorized", detail: "" } });
    });
    await page.locator("header a[href='/mypage']").first().click();
    await expect(page.getByRole("heading", { level: 1, name: "トップページ" })).toBeVisible();
    await expect(page.getByText("読み込み中です")).toHaveCount(0);
    await expect.poll(() => refreshes.n).toBe(2);
    expect(refused, "several calls were refused").toBeGreaterThan(1);
    expect(await tokenOf(page.context())).not.toBe(old);
  });

  test("a refused refresh ends on the timeout page", async ({ browser }, info) => {
    const bank = await person(browser, info, "refused");
    const { page } = bank;
    await signIn(bank, FIN);
    await spoilToken(page.context());
    await page.context().clearCookies({ name: "refreshToken" });
    const refreshes = count(page, "POST", "/token");
    await page.goto("/seller-company-manage");
    await arrives(page, "/timeout");
    await expect(
      page.getByRole("heading", { level: 1, name: "セッションの有効期限が切れました" }),
    ).toBeVisible();
    expect(refreshes.n).toBe(1);
    expect(await tokenOf(page.context())).toBe("");
    await hasNot(page, "株式会社");
    await page.getByRole("link", { name: "ログイン画面へ" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "ログイン" })).toBeVisible();
  });

  test("a log-out empties all tabs, and Back shows nothing", async ({ browser }, info) => {
    const bank = await person(browser, info, "tabs");
    const { page } = bank;
    await signIn(bank, FIN);
    await page.goto("/seller-company-manage");
    const first = page.locator("main a[href^='/seller-company-manage/0']").first();
    const name = ((await first.textContent()) ?? "").trim();
    expect(name).not.toBe("");
    const other = await page.context().newPage();
    await other.goto("/seller-company-manage");
    await expect(other.getByText(name).first()).toBeVisible();
    await page.getByRole("link", { name: "会員情報管理" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "会員情報" })).toBeVisible();
    const old = await tokenOf(page.context());

    await page.getByRole("banner").getByRole("button", { name: "ログアウト" }).click();
    for (const tab of [page, other]) {
      await arrives(tab, "/timeout");
      await expect(tab.getByRole("heading", { level: 1, name: "ログアウトしました" })).toBeVisible();
      await hasNot(tab, name);
    }
    const kept = (await page.context().cookies()).map((c) => c.name);
    expect(kept).not.toContain("token");
    expect(kept).not.toContain("refreshToken");
    const answer = await page.request.get("/api/SellerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true", {
      headers: { Authorization: `Bearer ${old}` },
    });
    expect(answer.status()).toBe(401);

    await page.goBack();
    await expect(
      page.getByRole("heading", { level: 1, name: /^(ログイン|ログアウトしました)$/ }),
    ).toBeVisible();
    await hasNot(page, name);
    await other.goBack(); // the log-out has replaced its only page, so there is no previous one
    await hasNot(other, name);
  });
});
