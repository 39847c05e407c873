import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./network";
import { ask, dialogOf, PASSWORD, person } from "./people";

/*
 * A working day without a mouse: only Tab, Shift+Tab, Enter, Space, arrows, Escape and letters. After
 * each action the tests check where the focus is, and that it is visible.
 */
const h1 = (page: Page, name?: string | RegExp) => page.getByRole("heading", { level: 1, name });
const results = (page: Page) => page.getByRole("heading", { level: 2, name: /[件社]$/ });

/** Expects a visible focus: an outline of the element, or of the box around a hidden control. */
async function expectVisibleFocus(page: Page, what: string) {
  const outline = await page.evaluate(() => {
    for (let e = document.activeElement, n = 0; e && n < 3; e = e.parentElement, n++) {
      const { outlineStyle, outlineWidth } = getComputedStyle(e);
      if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) return "seen";
    }
    return document.activeElement?.outerHTML.slice(0, 160) ?? "nothing";
  });
  expect(outline, `${what}: the focus can be seen`).toBe("seen");
}

/** Expects that some element has the focus, also if the action has removed the one that had it. */
const expectSomeFocus = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: "the focus is lost" })
    .not.toBe("BODY");

/** Presses Tab (or Shift+Tab) until the target has the focus; fails if Tab does not reach it. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await target.first().waitFor();
  const what = String(target);
  for (let n = 0; n < 150; n++) {
    if (await target.first().evaluate((e) => e === document.activeElement))
      return expectVisibleFocus(page, what);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${what}`);
}

async function press(page: Page, target: Locator, key: "Enter" | "Space" = "Enter") {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Signs in on one of the two login pages, whose first field has the focus already. */
async function enter(page: Page, door: string, loginId: string) {
  await page.goto(door);
  await expect(page.getByLabel("ログインID")).toBeFocused();
  await page.keyboard.type(loginId);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("パスワード", { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
}

/** Expects that a modal dialog keeps the focus inside in both directions, and that Escape returns it. */
async function expectTrappedFocus(page: Page, opener: Locator) {
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  const inside = () => dialog.evaluate((e) => e.contains(document.activeElement));
  for (const key of ["Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"]) {
    await page.keyboard.press(key);
    expect(await inside(), "the focus stays in the dialog").toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expectVisibleFocus(page, "what opened the dialog");
}

test("a bank's clerk works a day by keyboard", async ({ browser }, info) => {
  const clerk = await person(browser, info, "clerk");
  const { page } = clerk;
  await page.emulateMedia({ reducedMotion: "reduce" });

  await test.step("signs in, and goes from what waits to its deed", async () => {
    await enter(page, "/login", "fin-a@demo.example.jp");
    await expect(h1(page, "トップページ")).toBeFocused();
    const tasks = page.locator("section", { has: page.getByRole("heading", { level: 2, name: /^要対応/ }) });
    await press(page, tasks.getByRole("listitem").first().getByRole("link"));
    await expect(h1(page, "トップページ")).toBeHidden();
    await expect(h1(page)).toBeFocused();
  });

  await test.step("the first Tab offers to skip the menu", async () => {
    await page.goto("/mypage");
    await expect(h1(page, "トップページ")).toBeVisible();
    const skip = page.getByRole("link", { name: /本文/ });
    await tabTo(page, skip, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.locator("#main")).toBeFocused();
  });

  await test.step("searches: word, condition, order, page, a listing, and back", async () => {
    await press(page, page.getByRole("navigation").getByRole("link", { name: "売却案件検索" }));
    await expect(h1(page, "売却案件検索")).toBeFocused();
    await expect(results(page)).toBeVisible();
    const word = page.getByRole("searchbox", { name: "フリーワード", exact: true });
    await tabTo(page, word);
    await page.keyboard.type("製造");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/freeWord=/);
    await press(page, page.getByRole("button", { name: "フリーワード：製造を外す" }));
    await expect(page).not.toHaveURL(/freeWord=/);
    await expect(results(page)).toBeFocused();
    await tabTo(page, page.getByLabel("公開中", { exact: true }), "Shift+Tab");
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/isPublic=true/);
    await expect(page.getByLabel("公開中", { exact: true })).toBeFocused();
    await tabTo(page, page.getByLabel("並び順"));
    const order = await page.getByLabel("並び順").inputValue();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByLabel("並び順")).not.toHaveValue(order);
    await expect(page).toHaveURL(/isDescending|propertyName/);
    await press(page, page.getByRole("link", { name: "2ページ", exact: true }));
    await expect(page).toHaveURL(/pageNumber=2/);
    await expect(results(page)).toBeFocused();
    await expect(page.locator("#main [aria-busy]")).toHaveCount(0); // until then the previous page is shown
    const row = page.getByRole("list", { name: "売却案件" }).getByRole("link").first();
    const title = (await row.textContent()) ?? "";
    const address = page.url();
    await press(page, row);
    await expect(h1(page, title)).toBeFocused();
    await page.goBack(); // by the browser's own shortcut
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("link", { name: title })).toBeVisible();
    await expect(page.getByRole("link", { name: "2ページ", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });

  await test.step("? shows the keys, and gives the focus back", async () => {
    await tabTo(page, page.getByRole("button", { name: "タグの見方" }));
    await page.keyboard.press("?");
    await expect(dialogOf(page).getByRole("heading", { name: "キーボード操作" })).toBeVisible();
    await expectTrappedFocus(page, page.getByRole("button", { name: "タグの見方" }));
  });

  await test.step("a listing's desk: tabs by arrows, a deed that is thought better of", async () => {
    const own = await ask(
      page,
      "/api/SellerBusiness/SearchSellerBusinessAsync?limit=100&isOnlyPersonInCharge=true&isPublic=true",
    );
    const rows = JSON.parse(own.text).sellerBusinessList as {
      sellerBusinessId: string;
      businessName: string;
    }[];
    const listing = rows.find(({ businessName }) => businessName.includes("消防設備"));
    await page.goto(`/seller-company-manage/seller-business/${listing?.sellerBusinessId}`);
    await expect(h1(page, listing?.businessName)).toBeVisible();
    const tab = (name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
    await tabTo(page, tab("内容"));
    for (const name of ["交渉先", "オファー", "公開範囲・期間"]) {
      await page.keyboard.press("ArrowRight");
      await expect(tab(name)).toBeFocused();
      await expectVisibleFocus(page, name);
    }
    await page.keyboard.press("Enter");
    await expect(tab("公開範囲・期間")).toHaveAttribute("aria-selected", "true");
    await expect(tab("公開範囲・期間")).toBeFocused();
    const stop = page.getByRole("button", { name: "受付を停止する" });
    await press(page, stop);
    await expectTrappedFocus(page, stop);
    await tabTo(page, tab("公開範囲・期間"), "Shift+Tab");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(tab("内容")).toBeFocused();
  });

  await test.step("a negotiation: a message, and a milestone that is thought better of", async () => {
    await page.goto("/financial-support?searchStatus=3");
    await expect(results(page)).toBeVisible();
    await press(page, page.getByRole("table").getByRole("row").nth(1).getByRole("link"));
    await expect(page.getByRole("heading", { level: 2, name: "メッセージ" })).toBeVisible();
    await expect(h1(page)).toBeFocused();
    await tabTo(page, page.getByLabel("メッセージ", { exact: false }).and(page.locator("textarea")));
    const text = `キーボードから ${Date.now()}`;
    await page.keyboard.type(text);
    await press(page, page.getByRole("button", { name: "送信する" }));
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.locator("textarea").first()).toHaveValue("");
    await expectSomeFocus(page);
    // A record that the other bank has returned can be changed.
    const record = page.getByRole("button", { name: /を(記録|変更)する$/ }).first();
    await press(page, record);
    await expectTrappedFocus(page, record);
  });

  await test.step("a long list: ticked by Space, the offer looked at before it is sent", async () => {
    await page.goto("/buyer-company-longlist/seller-business");
    await press(page, page.getByRole("table").getByRole("row").nth(1).getByRole("link"));
    await expect(h1(page, "ロングリストの候補")).toBeFocused();
    const hits = page.getByRole("list", { name: /候補|買手/ });
    await press(page, hits.getByRole("checkbox").first(), "Space");
    await expect(hits.getByRole("checkbox").first()).toBeFocused();
    const bar = page.getByRole("region", { name: "選んだ買手" });
    await expect(bar).toContainText("1社を選択中");
    const offer = bar.getByRole("button", { name: "オファーを送る" });
    await press(page, offer);
    await expect(dialogOf(page)).toContainText("1社");
    await expectTrappedFocus(page, offer);
    await press(page, bar.getByRole("button", { name: "選択を解除する" }));
    await expect(bar).toBeHidden();
    await expectSomeFocus(page);
  });
});

test("the office decides a request and saves its settings by keyboard", async ({
  browser,
  request,
}, info) => {
  const financialName = `鍵盤信用金庫${Date.now().toString(36)}`;
  const sent = await request.post("/api/AccountRequest/RegistAccountRequest", {
    data: {
      ...{ financialName, financialNameKana: "ケンバンシンヨウキンコ", financialType: 16 },
      ...{ representativeName: "代表 三郎", postcode: "220-0012", prefecture: "14", city: "14104" },
      ...{ address: "0番地0", phone: "045-000-0021", responsibleParsonName: "担当 三郎" },
      ...{ responsibleParsonDepartment: "企画部", responsibleParsonTel: "045-000-0022" },
      ...{ responsibleParsonMail: "saburo@e2e-keys.example.jp", handlingBusiness: [1], salesRegion: [3] },
      isTermsAccepted: true,
    },
  });
  expect(sent.ok()).toBe(true);
  const { page } = await person(browser, info, "office");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await enter(page, "/office", "office@demo.example.jp");
  await expect(page.getByRole("banner").getByRole("button", { name: "ログアウト" })).toBeVisible();

  await press(page, page.getByRole("navigation").getByRole("link", { name: /^利用申請/ }));
  await expect(h1(page, "利用申請")).toBeFocused();
  await press(page, page.getByRole("link", { name: financialName }));
  await expect(h1(page, financialName)).toBeFocused();
  const reject = page.getByRole("button", { name: "却下する" });
  await press(page, reject);
  await expectTrappedFocus(page, reject);
  await page.keyboard.press("Enter");
  await tabTo(page, dialogOf(page).getByLabel(/^却下の理由/));
  await page.keyboard.type("会員の規約の対象外");
  await press(page, dialogOf(page).getByRole("button", { name: "却下する" }));
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText("会員の規約の対象外")).toBeVisible();
  await expectSomeFocus(page);

  await press(page, page.getByRole("navigation").getByRole("link", { name: /設定$/ }));
  await expect(h1(page, "ネットワークの設定")).toBeFocused();
  const phone = page.getByLabel(/^事務局の電話番号/);
  const before = await phone.inputValue();
  await tabTo(page, phone);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("０４５-０００-００３３");
  await press(page, page.getByRole("button", { name: "設定を保存する" }));
  await expect(page.getByText("設定を保存しました。")).toBeVisible();
  await expect(phone).toHaveValue("045-000-0033");
  await tabTo(page, phone, "Shift+Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.type(before);
  await press(page, page.getByRole("button", { name: "設定を保存する" }));
  await expect(phone).toHaveValue(before);
});
