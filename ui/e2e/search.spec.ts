import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type TestInfo } from "@playwright/test";
import { test } from "./network";
import { ask, dialogOf, person, signIn } from "./people";

/*
 * Searches as users work with them: conditions in the address, chips, saved searches, the score with
 * its reasons, and the keyboard alone. Axe finds no violation in any of the states.
 */

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Expects no violation in axe in the current state. */
async function expectAccessible(page: Page, what: string) {
  // A list that is being read anew is pale, and becomes full again gradually.
  const pale = () =>
    document.querySelectorAll("[data-stale]").length +
    document.getAnimations().filter((one) => one instanceof CSSTransition).length;
  await expect.poll(() => page.evaluate(pale)).toBe(0);
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
    what,
  ).toEqual([]);
}

async function open(page: Page, path: string, title: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: /[件社]$/ })).toBeVisible();
}

const count = async (page: Page) =>
  Number(
    /([\d,]+)[件社]$/
      .exec((await page.getByRole("heading", { level: 2, name: /[件社]$/ }).textContent()) ?? "")?.[1]
      ?.replaceAll(",", ""),
  );

test("a buyer on a telephone finds a listing, keeps the search and comes back to it", async ({
  browser,
}, info: TestInfo) => {
  const buyer = await person(browser, info, "buyer");
  const { page } = buyer;
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(buyer, "buy-b@demo.example.jp");
  await open(page, "/seller-business", "売却案件検索");
  const all = await count(page);
  // A buyer does not get the banks' conditions: in charge, and the buyer whose fit is shown.
  await page.getByRole("button", { name: "条件を指定する" }).click();
  const drawer = dialogOf(page);
  await expect(drawer.getByRole("group", { name: "担当" })).toHaveCount(0);
  await expect(drawer.getByLabel("一致度を見る買手")).toHaveCount(0);
  await expectAccessible(page, "the drawer of conditions");
  await drawer.getByLabel("公開中").check();
  await drawer.getByLabel("下限").selectOption({ label: "1億円" });
  expect(page.url(), "nothing is asked before 検索").not.toContain("isPublic");
  await drawer.getByRole("button", { name: "検索" }).click();
  await expect(page).toHaveURL(/isPublic=true.*salesPrice=\d/);
  await expect(page.getByRole("list", { name: "指定中の条件" }).getByRole("button")).toHaveText([
    "公開中",
    "希望価格：1億円以上",
  ]);
  await expect.poll(() => count(page)).toBeLessThan(all);
  const found = await count(page);
  expect(found).toBeGreaterThan(0);

  await page.getByRole("button", { name: "保存した検索条件" }).click();
  const saved = dialogOf(page);
  await saved.getByLabel(/^名前/).fill("<b>1億円</b>から");
  await saved.getByRole("button", { name: "この条件を保存する" }).click();
  const link = saved.getByRole("link", { name: "<b>1億円</b>から" });
  await expect(link).toBeVisible();
  await expectAccessible(page, "the saved searches");
  // With an existing name, only the button that says so replaces the saved search.
  await saved.getByLabel(/^名前/).fill("<b>1億円</b>から");
  await expect(saved.getByRole("button", { name: "いまの条件に置き換える" })).toBeVisible();
  await saved.getByRole("button", { name: "閉じる" }).click();

  await open(page, "/seller-business", "売却案件検索");
  expect(await count(page)).toBe(all);
  await page.getByRole("button", { name: /保存した検索条件（1）/ }).click();
  await dialogOf(page).getByRole("link", { name: "<b>1億円</b>から" }).click();
  await expect(page).toHaveURL(/isPublic=true.*salesPrice=\d/);
  await expect.poll(() => count(page)).toBe(found);
  await expect(page.getByRole("list", { name: "売却案件" }).getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page, "hits on a narrow screen");

  await page.getByRole("button", { name: /保存した検索条件/ }).click();
  await dialogOf(page)
    .getByRole("button", { name: /^名前を変える/ })
    .click();
  await dialogOf(page)
    .getByLabel(/新しい名前$/)
    .fill("大きめ");
  await page.keyboard.press("Enter");
  await expect(dialogOf(page).getByRole("link", { name: "大きめ" })).toBeVisible();
  await dialogOf(page)
    .getByRole("button", { name: /^削除する/ })
    .click();
  await dialogOf(page).getByRole("button", { name: "削除する", exact: true }).click();
  await expect(dialogOf(page).getByText("まだありません。")).toBeVisible();
  await buyer.shoot("no saved searches");
});

test("a bank looks for buyers with the score for its own listing, and Back restores a chip", async ({
  browser,
}, info: TestInfo) => {
  const fin = await person(browser, info, "fin");
  const { page } = fin;
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(fin, "fin-a@demo.example.jp");
  await open(page, "/buyer-company", "買手検索");
  await expectAccessible(page, "the panel of conditions");
  await page.getByRole("combobox", { name: "一致度を見る案件" }).click();
  const listings = page.getByRole("listbox", { name: "一致度を見る案件" }).getByRole("option");
  await expect(listings.first()).toHaveText("選ばない");
  await listings.nth(1).click();
  await expect(page).toHaveURL(/sellerBusinessId=.*propertyName=score/);
  await expect(page.getByLabel("並び順")).toHaveValue("score.true");
  const first = page.getByRole("list", { name: "買手の一覧" }).locator(":scope > li").first();
  await first.locator("summary").click();
  await expect(first.getByText(/業種：.*（\d+\/30）/)).toBeVisible();
  await page.getByRole("radio", { name: "担当企業を除く" }).check();
  const chips = page.getByRole("list", { name: "指定中の条件" }).getByRole("button");
  await expect(chips).toHaveCount(2);
  await expectAccessible(page, "scores with their reasons");
  await fin.shoot("buyers by score");
  const filtered = await count(page);
  await page.getByRole("button", { name: "担当企業を除くを外す" }).click();
  await expect(chips).toHaveCount(1);
  await expect.poll(() => count(page)).toBeGreaterThan(filtered);
  await page.goBack();
  await expect(chips).toHaveCount(2);
  await expect.poll(() => count(page)).toBe(filtered);
  await expect(page.getByRole("radio", { name: "担当企業を除く" })).toBeChecked();
  await page.reload();
  await expect(chips).toHaveCount(2);

  // A page beyond the end becomes the last one; invalid conditions are ignored with a note.
  await open(page, "/buyer-company?pageNumber=9999&prefecture=99&isPublic=1", "買手検索");
  await expect(page).toHaveURL(new RegExp(`pageNumber=${Math.ceil((await count(page)) / 10)}(&|$)`));
  await expect(page.getByRole("note")).toContainText(/無視しました：.*(所在地|買手の状態)/);
});

test("a bank names one of its buyers by typing, with the keyboard alone", async ({
  browser,
}, info: TestInfo) => {
  const bank = await person(browser, info, "bank");
  const { page } = bank;
  await signIn(bank, "fin-a@demo.example.jp");
  const last = "isOnlyPersonInCharge=true&isPublic=true&limit=1&propertyName=companyName&isDescending=true";
  const answer = await ask(page, `/api/BuyerCompany/SearchCompanyAsync?${last}`);
  const { companyId, displayName } = JSON.parse(answer.text).companyList[0];
  await open(page, "/seller-business", "売却案件検索");
  const box = page.getByRole("combobox", { name: "一致度を見る買手" });
  const options = page.getByRole("listbox", { name: "一致度を見る買手" }).getByRole("option");
  await box.focus();
  await expect(options.first()).toHaveText("選ばない");
  await page.keyboard.type(displayName);
  await expect(options).toHaveText([displayName]);
  await expectAccessible(page, "the companies that fit the word");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`buyerCompanyId=${companyId}`));
  const chips = page.getByRole("list", { name: "指定中の条件" });
  await expect(chips.getByRole("button")).toHaveText([`一致度を見る買手：${displayName}`]);
  await page.reload();
  await expect(box).toHaveValue(displayName);
  await chips.getByRole("button").click();
  await expect(page).not.toHaveURL(/buyerCompanyId/);
  await expect(box).toHaveValue("選ばない");

  // An unknown company is ignored as a condition.
  await page.goto("/seller-business?buyerCompanyId=00000000-0000-7000-8000-000000000000");
  await expect(page.getByText("無視しました：一致度を見る買手")).toBeVisible();
  await expect(chips).toHaveCount(0);
});

test("no hits: one condition that is given up brings some", async ({ browser }, info: TestInfo) => {
  const fin = await person(browser, info, "fin");
  const { page } = fin;
  await signIn(fin, "fin-a@demo.example.jp");
  for (const [path, title] of [
    ["/seller-business?freeWord=%E3%81%82%E3%82%8A%E3%81%88%E3%81%AA%E3%81%84&isPublic=true", "売却案件検索"],
    ["/buyer-company?needsName=%E3%81%82%E3%82%8A%E3%81%88%E3%81%AA%E3%81%84", "買手検索"],
    ["/seller-company-manage?companyName=%E3%81%82%E3%82%8A%E3%81%88%E3%81%AA%E3%81%84", "売手管理"],
    [
      "/financial-support?sellerBusinessName=%E3%81%82%E3%82%8A%E3%81%88%E3%81%AA%E3%81%84",
      "買手交渉案件管理",
    ],
  ] as const) {
    await open(page, path, title);
    expect(await count(page)).toBe(0);
    const offer = page.getByRole("button", { name: /を外す（[\d,]+[件社]）$/ }).first();
    await expect(offer).toBeVisible();
    await expectAccessible(page, `${title}: empty`);
    await offer.click();
    await expect.poll(() => count(page)).toBeGreaterThan(0);
  }
});

test("loading and failing searches say so", async ({ browser }, info: TestInfo) => {
  const fin = await person(browser, info, "fin");
  const { page } = fin;
  await signIn(fin, "fin-a@demo.example.jp");
  let answer: (() => void) | undefined;
  await page.route("**/SearchCompanyAsync*", async (route) => {
    if (!route.request().url().includes("BuyerCompany")) return route.fallback();
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ status: 422, contentType: "application/problem+json", body: "{}" });
  });
  await page.goto("/buyer-company");
  await expect(page.getByText("読み込み中です")).toBeAttached();
  await expectAccessible(page, "loading");
  await expect.poll(() => answer !== undefined).toBe(true);
  answer?.();
  await expect(page.getByText("買手を検索できませんでした")).toBeVisible();
  await expectAccessible(page, "failed");
  await page.unroute("**/SearchCompanyAsync*");
  await page.getByRole("button", { name: "もう一度検索する" }).click();
  await expect.poll(() => count(page)).toBeGreaterThan(0);
});

test("the keyboard alone searches, opens a reason, takes a condition off and turns a page", async ({
  browser,
}, info: TestInfo) => {
  const fin = await person(browser, info, "fin");
  const { page } = fin;
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(fin, "fin-a@demo.example.jp");
  await open(page, "/seller-business?propertyName=score", "売却案件検索");
  const all = await count(page);
  await page.getByRole("searchbox", { name: "フリーワード", exact: true }).focus();
  await page.keyboard.type("製造");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/freeWord=/);
  await expect.poll(() => count(page)).toBeLessThan(all);
  await page.getByRole("button", { name: "フリーワード：製造を外す" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/freeWord=/);
  // Until the new hits are there the earlier ones stay on the screen: a reason opened there would close.
  await expect.poll(() => count(page)).toBe(all);
  // The removed chip had the focus, which moves to the heading of the hits.
  await expect(page.getByRole("heading", { level: 2, name: /検索結果/ })).toBeFocused();
  const reason = page.getByRole("list", { name: "売却案件" }).locator("summary").first();
  await reason.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/業種：.*（\d+\/30）/).first()).toBeVisible();
  await page.getByRole("link", { name: "2ページ" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/pageNumber=2/);
  await expect(page.getByRole("heading", { level: 2, name: /検索結果/ })).toBeFocused();
  await page.getByRole("button", { name: "タグの見方" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page).locator("dt")).toHaveCount(21);
  await expectAccessible(page, "the legend of tags");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "タグの見方" })).toBeFocused();
});

test("a search that the server is not ready for yet says so, and shows what it finds by itself", async ({
  browser,
}, info: TestInfo) => {
  const buyer = await person(browser, info, "buyer");
  const { page } = buyer;
  await signIn(buyer, "buy-b@demo.example.jp");
  let ready = false;
  await page.route("**/SearchSellerBusinessAsync*", (route) => {
    if (ready) return route.continue();
    return route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: JSON.stringify({
        title: "Service unavailable",
        status: 503,
        code: "preparing",
        detail: "準備中",
      }),
    });
  });
  await page.goto("/seller-business");
  await expect(page.getByText("このままお待ちください。")).toBeVisible();
  await expectAccessible(page, "a search that is being prepared");
  ready = true;
  await expect(page.getByRole("heading", { level: 2, name: /件$/ })).toBeVisible();
  expect(await count(page)).toBeGreaterThan(0);
  await expect(page.getByText("このままお待ちください。")).toHaveCount(0);
});
