import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { person, signIn } from "./people";

/*
 * Every route of the specification can be reached by clicks from the first page of each role, and Back
 * and Forward work on every path. The confirm steps of forms are reached in forms.spec.ts, the errors
 * of an import in csv.spec.ts, pages opened by a mailed key in other specs.
 */

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const HASHED = /^\/assets\//;
const at = (page: Page) => {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
};
const pattern = (path: string) => path.replace(/[?#].*$/, "").replace(UUID, ":id");
const title = (page: Page) => page.getByRole("heading", { level: 1 }).first();

/** The links of this page that have not been followed yet. */
async function newLinks(page: Page, seen: Set<string>): Promise<string[]> {
  const hrefs = await page
    .locator("a[href^='/']:not([download]):not([target])")
    .evaluateAll((links) =>
      links
        .filter((link) => link instanceof HTMLElement && link.checkVisibility() && link.tabIndex >= 0)
        .map((link) => link.getAttribute("href") ?? ""),
    );
  return hrefs.filter(
    (href) => !seen.has(pattern(href)) && pattern(href) !== pattern(at(page)) && !HASHED.test(href),
  );
}

/** Expects that the page has loaded: it has a title and is no error page. */
async function expectLoaded(page: Page, address: string) {
  await expect.poll(() => pattern(at(page))).toBe(pattern(address));
  await expect(title(page)).toBeVisible();
  await expect(title(page)).not.toHaveText(/ページが見つかりません|表示できません|エラーが発生しました/);
}

/** Waits until the page has loaded its content; an idle network is no proof, as it is idle before a click too. */
async function waitUntilLoaded(page: Page) {
  await page.waitForLoadState("networkidle");
  // The first page of a document in a network waits for what draws it.
  await expect(page.locator("main").getByText("読み込み中です")).toHaveCount(0, { timeout: 240_000 });
}

/** Follows every link to a new route, recursively, and goes back by Back each time. */
async function crawl(page: Page, seen: Set<string>): Promise<void> {
  seen.add(pattern(at(page)));
  const follow = async () => {
    for (;;) {
      const [href] = await newLinks(page, seen);
      if (!href) return;
      const from = at(page);
      await page.locator(`a[href="${href}"]`).filter({ visible: true }).first().click();
      seen.add(pattern(href)); // also if the address redirects to another page
      // The address changes only after the screen is loaded.
      await expect.poll(() => at(page), { message: `${from} → ${href}` }).not.toBe(from);
      await waitUntilLoaded(page);
      const there = at(page);
      await expectLoaded(page, there);
      await page.goBack();
      await expectLoaded(page, from);
      expect(at(page), "Back").toBe(from);
      await page.goForward();
      await expectLoaded(page, there);
      expect(at(page), "Forward").toBe(there);
      await crawl(page, seen);
      // A tab may have added a history entry of its own.
      for (let n = 0; n < 12 && at(page) !== from; n++) await page.goBack();
      await expectLoaded(page, from);
      await waitUntilLoaded(page);
    }
  };
  await waitUntilLoaded(page);
  await follow();
  const tabs = page.locator("main").getByRole("tab");
  for (let n = 1; n < (await tabs.count()); n++) {
    await tabs.nth(n).click();
    await waitUntilLoaded(page);
    await follow();
  }
}

/** Saves a long list, so that the route of a saved list can be reached. */
async function keepLongList(page: Page) {
  const token = (await page.context().cookies()).find(({ name }) => name === "token")?.value;
  const headers = { Authorization: `Bearer ${token}` };
  const get = async (path: string) => (await page.request.get(path, { headers })).json();
  const own = "isOnlyPersonInCharge=true&isPublic=true&pageNumber=1&limit=1";
  const listing = (await get(`/api/SellerBusiness/SearchSellerBusinessAsync?${own}`)).sellerBusinessList[0];
  // The buyer's id among the listing's candidates: the listing's lists accept no other.
  const candidates = `sellerBusinessId=${listing.sellerBusinessId}&pageNumber=1&limit=1`;
  const buyer = (await get(`/api/BuyerCompany/SearchCompanyAsync?${candidates}`)).companyList[0];
  const answer = await page.request.post("/api/BuyerCompany/RegistLongList", {
    headers,
    data: {
      sellerBusinessId: listing.sellerBusinessId,
      name: "画面をたどる",
      companyIds: [buyer.companyId],
    },
  });
  expect(answer.ok()).toBe(true);
}

/** The rows of the route table, read from its source: a new screen has to be reached, or named in UNREACHED. */
const routes = [
  ...readFileSync(new URL("../src/routes.tsx", import.meta.url), "utf8").matchAll(
    /page\("([^"]+)", "[^"]*", "(\w+)"/g,
  ),
].map(([, path = "", audience = ""]) => ({ path: path.replace(/:\w+\??/g, ":id"), audience }));

const SEEN_BY = { visitor: ["public", "login"], buyer: ["default"], fin: ["default", "FIN"] };

/** Routes that cannot be reached by clicks, by reason. */
const UNREACHED = {
  "what a form leads to": /\/confirm$|^\/account-request$|\/import-err$|\/find$/,
  "the demo's mails, which link to everything": /^\/mail$/,
  "the walk sends no inquiry": /^\/mypage\/contact\/:id$/,
  "the walk opens one listing, which has no document and no agreement": /\/document\/:id$|^\/agreement\/:id$/,
};

const expected = (who: keyof typeof SEEN_BY) =>
  routes
    .filter(({ audience }) => SEEN_BY[who].includes(audience))
    .map(({ path }) => path)
    .filter((path) => !Object.values(UNREACHED).some((reason) => reason.test(path)))
    // A bank adds users on the buyer's page instead, and has a list of negotiations for each side.
    .filter((path) => who === "buyer" || !/^\/(buyer-company-user-register|negotiation)$/.test(path));

for (const [who, loginId] of [
  ["visitor", ""],
  ["buyer", "buy-b@demo.example.jp"],
  ["fin", "fin-a@demo.example.jp"],
] as const)
  test(`${who}: every route is reached by clicks, and Back and Forward work`, async ({ browser }, info) => {
    const one = await person(browser, info, who);
    const { page } = one;
    await page.emulateMedia({ reducedMotion: "reduce" });
    if (loginId) await signIn(one, loginId);
    else await page.goto("/");
    if (who === "fin") await keepLongList(page);
    // The demo's mails are not followed, as they link to everything.
    const seen = new Set(["/mail"]);
    await crawl(page, seen);
    expect(expected(who).length, "rows of the route table").toBeGreaterThan(5);
    expect(expected(who).filter((path) => !seen.has(path))).toEqual([]);
  });

test("an address with conditions and a place in the page is kept: by entry, reload, Back and the login", async ({
  browser,
}, info) => {
  const one = await person(browser, info, "fin");
  const { page } = one;
  const deep = "/seller-business?freeWord=%E9%87%91%E5%B1%9E&page=1#main";
  await page.goto(deep);
  await page.getByLabel("ログインID").fill("fin-a@demo.example.jp");
  await page.getByLabel("パスワード", { exact: true }).fill("Tsunagu-demo1");
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  const word = page.locator("main").getByRole("searchbox").first();
  await expect(word).toHaveValue("金属");
  const kept = at(page);
  expect(kept).toContain("freeWord=%E9%87%91%E5%B1%9E");
  expect(kept).toMatch(/#main$/);
  await page.reload();
  await expect(word).toHaveValue("金属");
  expect(at(page)).toBe(kept);
  await page.getByRole("navigation", { name: "メニュー" }).getByRole("link", { name: "買手管理" }).click();
  await expect(title(page)).toHaveText("買手管理");
  await expect(title(page)).toBeFocused();
  await page.goBack();
  await expect(word).toHaveValue("金属");
  expect(at(page)).toBe(kept);
});

test("the first page is small: under 200 KiB in a few files, and each further screen is one of its own", async ({
  page,
}) => {
  const files = async () => {
    await page.waitForLoadState("networkidle");
    const got = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map((e) => ({
          path: new URL(e.name).pathname,
          bytes: (e as PerformanceResourceTiming).encodedBodySize,
        }))
        .filter(({ path }) => /\.(js|css)$/.test(path)),
    );
    await page.evaluate(() => performance.clearResourceTimings());
    return { paths: got.map(({ path }) => path), bytes: got.reduce((sum, { bytes }) => sum + bytes, 0) };
  };
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "ログイン", exact: true })).toBeVisible();
  const first = await files();
  expect(first.bytes).toBeGreaterThan(50 * 1024); // the bytes were counted at all
  expect(first.bytes).toBeLessThan(200 * 1024);
  expect(first.paths.length, first.paths.join(" ")).toBeLessThan(20);
  for (const [link, screen] of [
    ["よくあるご質問", "FaqScreen"],
    ["お問い合わせ", "ContactScreen"],
  ] as const) {
    await page.getByRole("banner").getByRole("link", { name: link }).click();
    await expect(title(page)).toHaveText(link);
    const more = await files();
    expect(more.paths.join(" ")).toContain(`/${screen}-`);
    expect(more.bytes).toBeLessThan(60 * 1024);
  }
});
