import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./network";
import { ask, choice, dialogOf, field, PASSWORD, person, resize, signIn } from "./people";

/*
 * States that screens.spec.ts does not open: dialogs, menus, errors, empty lists, loading. Each state
 * is checked at both widths, and in a window as narrow as at 400 % zoom. Nothing is stored: every
 * write is answered with 503 here.
 */
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Users of speech input say a button's visible text; axe checks this only if the rule is enabled. */
const LABELS = { rules: { "label-content-name-mismatch": { enabled: true } } };
const UUID = "[0-9a-f]{8}-[0-9a-f-]{27}";

/** Checks states of a page and collects the findings, which are reported together at the end. */
class StateChecker {
  readonly found: string[] = [];
  readonly checkedStates: string[] = [];
  constructor(readonly page: Page) {}

  async check(what: string, widths: readonly number[] = [1280, 390]) {
    const { page } = this;
    this.checkedStates.push(what);
    for (const width of widths) {
      await resize(page, width, width === 1280 ? 900 : 844);
      // Only the dialog is checked, as the screen behind it is covered and is checked elsewhere.
      const all = new AxeBuilder({ page }).options(LABELS).setLegacyMode().withTags(WCAG);
      const open = await dialogOf(page).count();
      const { violations } = await (open > 0
        ? all.include("[role=dialog], [role=alertdialog]")
        : all
      ).analyze();
      for (const v of violations)
        for (const node of v.nodes.slice(0, 2))
          this.found.push(
            `${what} ${width}  ${v.id}: ${node.target.join(" ")} — ${node.html.slice(0, 140)} ${node.failureSummary?.slice(0, 200)}`,
          );
    }
    // The width of 1280 px at 400 % zoom; content in a scrolling box, such as a table, may be wider.
    await resize(page, 320, 700);
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
      if (scrollWidth > clientWidth) return `${scrollWidth} > ${clientWidth}`;
      return dialog && dialog.getBoundingClientRect().right > clientWidth + 1 ? "the dialog is cut off" : "";
    });
    if (wide) this.found.push(`${what} at 320: ${wide}`);
    await resize(page, 1280, 900);
  }

  none() {
    expect(this.found, `\n${this.found.join("\n")}\n`).toEqual([]);
  }
}

/** Answers every write with 503, so that no button changes anything. */
async function refuseWrites(page: Page) {
  await page.route(/\/api\//, (route) =>
    route.request().method() === "GET" || /Search|Check|Preview|ByKey/.test(route.request().url())
      ? route.fallback()
      : route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          body: JSON.stringify({
            title: "Service unavailable",
            status: 503,
            code: "unavailable",
            detail: "ただいま保存できません。",
          }),
        }),
  );
}

async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** The first address below `prefix` that a list links to. */
async function firstOf(page: Page, list: string, prefix: string): Promise<string> {
  await open(page, list);
  let found = "";
  await expect
    .poll(async () => {
      const hrefs = await page
        .locator(`main a[href^="${prefix}"]`)
        .evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
      found = hrefs.find((href) => new RegExp(`^${prefix}${UUID}`).test(href)) ?? "";
      return found;
    }, `${list} links to something below ${prefix}`)
    .not.toBe("");
  return found.replace(/[?#].*/, "");
}

/** Presses every button of the screen, tab by tab, and checks each dialog that opens. */
async function dialogs(checker: StateChecker, address: string, within = "main"): Promise<number> {
  const { page } = checker;
  await open(page, address);
  const pressed = new Set<string>();
  const dialog = dialogOf(page);
  let opened = 0;
  let last = "";
  const checkDialog = async () => {
    opened++;
    await page.waitForLoadState("networkidle");
    await checker.check(`${address} 「${last}」`);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };
  const pressAll = async () => {
    for (;;) {
      const buttons = page.locator(`${within} button[type=button]:not([aria-disabled]):visible`);
      const names = await buttons.evaluateAll((all) =>
        all.map((b) => `${b.getAttribute("aria-label") ?? ""}${b.textContent ?? ""}`.trim()),
      );
      const n = names.findIndex((name) => name !== "" && !pressed.has(name));
      const name = names[n];
      if (name === undefined) return;
      try {
        await buttons.nth(n).click({ timeout: 10_000 });
      } catch (e) {
        // The dialog of the previous button has opened late and covers this one.
        if ((await dialog.count()) === 0) throw e;
        await checkDialog();
        continue;
      }
      pressed.add(name);
      last = name;
      const came = await dialog
        .first()
        .waitFor({ timeout: 1_000 })
        .then(() => true)
        .catch(() => false);
      if (came) await checkDialog();
    }
  };
  await pressAll();
  const tabs = page.locator("main").getByRole("tab");
  for (let t = 1; t < (await tabs.count()); t++) {
    await tabs.nth(t).click();
    await page.waitForLoadState("networkidle");
    await pressAll();
  }
  return opened;
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let n = 0; n < 120; n++) {
    if (await target.evaluate((e) => e === document.activeElement).catch(() => false)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no way by Tab to ${target}`);
}

// Each by whichever worker is free: together they take longer than any other file.
test.describe.configure({ mode: "parallel" });

test("visitor: errors, confirm steps, open questions", async ({ browser }, info) => {
  const { page } = await person(browser, info, "visitor");
  await page.emulateMedia({ reducedMotion: "reduce" });
  const checker = new StateChecker(page);
  await refuseWrites(page);
  await page.route(/RegistAccountRequest/, (route) => route.abort());

  await open(page, "/join/financial");
  await page.getByRole("button", { name: "確認画面へ" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await checker.check("account request with errors");
  await page.getByRole("link", { name: "電話番号を入力してください。" }).first().click();
  await expect(field(page, "電話番号")).toBeFocused();

  await open(page, "/contact");
  await page.getByRole("button", { name: "確認画面へ" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await checker.check("inquiry with errors");
  await page.getByRole("radio").first().check();
  await field(page, "お名前").fill("山田 太郎");
  await field(page, "メールアドレス").fill("taro@example.co.jp");
  await field(page, "お問い合わせ内容").fill("質問があります。");
  await page.getByRole("button", { name: "確認画面へ" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "お問い合わせ内容の確認" })).toBeFocused();
  await checker.check("inquiry to confirm");

  await open(page, "/faq");
  await page.locator("summary").first().click();
  await checker.check("an open question");
  checker.none();
});

test("bank: menus, errors, confirm steps, empty lists, loading", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  const { page } = bank;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(bank, "fin-a@demo.example.jp");
  await refuseWrites(page);
  const checker = new StateChecker(page);

  await test.step("the keys, and the menu of narrow screens", async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "キーボード操作" })).toBeVisible();
    await checker.check("keys");
    await page.keyboard.press("Escape");
    await resize(page, 390, 844);
    await page.getByRole("button", { name: "メニュー", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "メニュー" })).toBeVisible();
    await checker.check("menu", [390]);
    await page.keyboard.press("Escape");
    await resize(page, 1280, 900);
  });

  await test.step("a registration: errors, places of a postal code, free texts, confirm", async () => {
    await open(page, "/seller-company-manage/new");
    await page.getByRole("button", { name: /^次へ/ }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await checker.check("seller with errors");
    await page.getByLabel("業種を探す").fill("その他");
    for (const box of await page.getByRole("group", { name: /^業種/ }).getByRole("checkbox").all())
      if (!(await box.isChecked())) await box.check();
    await checker.check("industries with their texts");
    await page.getByRole("button", { name: /すべて(外す|解除|消す)|すべてクリア/ }).click();
    await page.getByLabel("業種を探す").fill("生産用機械");
    await page.getByRole("checkbox", { name: /生産用機械器具製造業/ }).check();
    await field(page, "所在地（都道府県）").selectOption("愛知県");
    await field(page, "年間売上高").selectOption({ index: 3 });
    await page.getByRole("checkbox", { name: "担当者はあとで登録する" }).check();
    await page.getByRole("button", { name: /^次へ/ }).click();
    await field(page, "企業名").fill("株式会社ためし");
    await field(page, "郵便番号").fill("498-0000");
    await expect(page.getByText("この郵便番号には2件の住所があります。選んでください。")).toBeVisible();
    await checker.check("several places of a postal code");
    await page.getByRole("button", { name: "愛知県弥富市" }).click();
    await field(page, "企業形態").selectOption({ index: 1 });
    await field(page, "代表者名").fill("試 太郎");
    await field(page, "代表電話番号").fill("052-012-3456");
    await page.getByRole("button", { name: "確認画面へ" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "売手の登録内容の確認" })).toBeVisible();
    await expect(page.getByText("株式会社ためし")).toBeVisible();
    await checker.check("seller to confirm");
    await page.getByRole("button", { name: "この内容で登録する" }).click();
    await expect(page.getByText(/^売手の登録に失敗しました。/)).toBeVisible();
    await checker.check("a failure");
  });

  await test.step("leaving what is unsaved", async () => {
    await open(page, "/seller-company-manage/new");
    await field(page, "備考").fill("途中");
    await page.getByRole("navigation", { name: "メニュー" }).getByRole("link", { name: "買手検索" }).click();
    await expect(page.getByRole("dialog", { name: "入力中の内容があります" })).toBeVisible();
    await checker.check("leave question");
    await page.keyboard.press("Escape");
    await page.getByRole("banner").getByRole("button", { name: "ログアウト" }).click();
    await expect(page.getByRole("alertdialog", { name: "送信していない入力があります" })).toBeVisible();
    await checker.check("log-out question");
    await page.getByRole("button", { name: "ログアウトしない" }).click();
    await expect(field(page, "備考")).toHaveValue("途中");
    await page.getByRole("navigation", { name: "メニュー" }).getByRole("link", { name: "買手検索" }).click();
    await page.getByRole("button", { name: "保存せずに移動する" }).click();
  });

  await test.step("lists with nothing in them", async () => {
    await open(page, "/seller-business?freeWord=そのような言葉はどこにもない");
    await checker.check("no listing");
    await open(page, "/seller-company-manage?companyName=そのような会社はない");
    await checker.check("no seller");
  });

  await test.step("a list that is not there yet, one that never comes, and nothing moves", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/SearchSellerBusinessAsync/, async (route) => {
      await held;
      await route.fallback();
    });
    await page.goto("/seller-business");
    await expect(page.getByText("読み込み中です").first()).toBeAttached();
    expect(
      await page.evaluate(
        () =>
          document
            .getAnimations()
            .filter(
              (a) =>
                a.playState === "running" && Number(a.effect?.getComputedTiming().activeDuration ?? 0) > 1,
            ).length,
      ),
      "animations in spite of prefers-reduced-motion",
    ).toBe(0);
    await checker.check("loading");
    release();
    await expect(page.getByText("読み込み中です")).toHaveCount(0);
    await page.unroute(/SearchSellerBusinessAsync/);
    await page.route(/SearchSellerBusinessAsync/, (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto("/seller-business");
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await checker.check("a list that failed");
  });
  checker.none();
});

test("bank: every dialog of its screens", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  const { page } = bank;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(bank, "fin-a@demo.example.jp");
  await refuseWrites(page);
  const checker = new StateChecker(page);
  const seller = await firstOf(page, "/seller-company-manage", "/seller-company-manage/");
  const buyer = await firstOf(page, "/buyer-company-manage", "/buyer-company-manage/");
  const stranger = await firstOf(page, "/buyer-company?isNotOnlyPersonInCharge=true", "/buyer-company/");
  const one = await firstOf(page, "/financial-support", "/financial-support/seller-business/");
  const listing = await firstOf(page, "/seller-business", "/seller-business/");
  const desk = await firstOf(
    page,
    "/buyer-company-longlist/seller-business",
    "/buyer-company-longlist/seller-business/",
  );
  let opened = 0;
  for (const address of [
    desk.replace("/buyer-company-longlist/", "/seller-company-manage/"),
    one,
    seller,
    buyer,
    stranger,
    listing,
    desk,
    "/seller-company-manage",
    "/buyer-company-manage",
    "/seller-business",
    "/member",
  ])
    opened += await dialogs(checker, address);
  expect(opened, checker.checkedStates.join("\n")).toBeGreaterThan(12);
  checker.none();
});

for (const [who, loginId] of [
  ["office", "office@demo.example.jp"],
  ["an institution's administrator", "admin-a@demo.example.jp"],
] as const)
  test(`${who}: the console and its dialogs`, async ({ browser }, info) => {
    const { page } = await person(browser, info, "console");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/office");
    await page.getByLabel("ログインID").fill(loginId);
    await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "ログイン", exact: true }).click();
    await expect(page.getByRole("banner").getByRole("button", { name: "ログアウト" })).toBeVisible();
    await refuseWrites(page);
    const checker = new StateChecker(page);
    const menu = page.getByRole("navigation", { name: "メニュー" }).getByRole("link");
    const addresses = await menu.evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
    expect(addresses.length).toBeGreaterThan(3);
    let opened = 0;
    for (const address of addresses) {
      opened += await dialogs(checker, address);
      // screens.spec.ts checks the office's screens, but not an administrator's view of them.
      if (who !== "office") await checker.check(address);
    }
    expect(opened, checker.checkedStates.join("\n")).toBeGreaterThan(who === "office" ? 4 : 0);
    await open(page, "/office");
    await resize(page, 390, 844);
    await page.getByRole("button", { name: "メニューを開く" }).click();
    await expect(page.getByRole("dialog", { name: "メニュー" })).toBeVisible();
    await checker.check("menu", [390]);
    checker.none();
  });

test("buyer: dialogs, and what a member's form says", async ({ browser }, info) => {
  const buyer = await person(browser, info, "buyer");
  const { page } = buyer;
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(buyer, "buy-b@demo.example.jp");
  await refuseWrites(page);
  const checker = new StateChecker(page);
  const listing = await firstOf(page, "/seller-business", "/seller-business/");
  for (const address of [listing, "/member", "/seller-business"]) await dialogs(checker, address);
  await open(page, "/buyer-company-user-register");
  await page.getByRole("button", { name: "追加を申し込む" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await checker.check("user with errors");
  checker.none();
});

test("without a mouse: sign in, search, read, interest, and back out of a dialog", async ({
  browser,
}, info) => {
  const { page } = await person(browser, info, "buyer");
  const h1 = page.getByRole("heading", { level: 1 }).first();
  await page.goto("/login");
  await expect(page.getByLabel("ログインID")).toBeFocused();
  await page.keyboard.type("buy-b@demo.example.jp");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(h1).toHaveText("トップページ");
  await expect(h1).toBeFocused();
  await refuseWrites(page);

  // The first Tab stop of a page is the link that skips its menus.
  await page.reload();
  await expect(h1).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /本文へ/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();

  // A listing about which the buyer does not negotiate yet.
  const list = "/api/SellerBusiness/SearchSellerBusinessAsync?isRecommended=true&isNotRead=true&limit=1";
  const fits = JSON.parse((await ask(page, list)).text).sellerBusinessList[0] as { businessName: string };
  await page.keyboard.press("/");
  await page.keyboard.type(fits.businessName);
  await page.keyboard.press("Enter");
  // The only listing of that title opens at once; one of several is chosen.
  await expect(h1).toContainText(fits.businessName);
  await expect(page.locator("main").getByText("読み込み中です")).toHaveCount(0);
  const listing = page.locator("main").getByRole("link", { name: fits.businessName, exact: true }).first();
  if (new URL(page.url()).pathname === "/find") {
    await tabTo(page, listing);
    await page.keyboard.press("Enter");
  }
  await expect(page).toHaveURL(/\/seller-business\/[0-9a-f-]{36}/);
  await expect(h1).toBeFocused();

  const no = page.getByRole("button", { name: /^興味なし/ }).first();
  await tabTo(page, no);
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((d) => d.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(no).toBeFocused();
});

test("without a mouse: a form with errors, mended from its summary, sent once by Enter", async ({
  browser,
}, info) => {
  const { page } = await person(browser, info, "visitor");
  let sent = 0;
  await page.route(/CheckInquiry/, (route) => {
    sent++;
    return route.fallback();
  });
  await page.goto("/contact");
  await expect(page.getByRole("radio").first()).toBeVisible();
  const submit = page.getByRole("button", { name: "確認画面へ" });
  await tabTo(page, submit);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("Space");
  await tabTo(page, field(page, "お名前"));
  await page.keyboard.type("山田");
  await tabTo(page, field(page, "メールアドレス"));
  await page.keyboard.type("taro@example.co.jp");
  await tabTo(page, field(page, "お問い合わせ内容"));
  await page.keyboard.type("質問");
  await tabTo(page, submit);
  sent = 0;
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "お問い合わせ内容の確認" })).toBeFocused();
  expect(sent).toBe(1);
  await expect(choice(page, "お問い合わせの種類", /./)).toHaveCount(0);
});

test("bank: lists of choices that fail, and a way to try again", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  const { page } = bank;
  await signIn(bank, "fin-b@demo.example.jp");
  await open(page, "/buyer-company-manage");
  const href = await page.locator("main a[href^='/buyer-company-manage/0']").first().getAttribute("href");
  let isDown = true;
  await page.route(/\/api\/(Item\/|BussinessType\/|Address\/GetPrefectures)/, (route) =>
    isDown
      ? route.fulfill({ status: 503, contentType: "application/problem+json", body: "{}" })
      : route.fallback(),
  );
  for (const path of [href ?? "", "/member", "/buyer-company-manage/new", "/seller-business"]) {
    isDown = true;
    await page.goto(path);
    await expect(page.locator("main").getByText("選択肢の取得に失敗しました", { exact: true })).toBeVisible();
    isDown = false;
    await page.getByRole("button", { name: "もう一度読み込む" }).click();
    await expect(page.locator("main").getByText("選択肢の取得に失敗しました", { exact: true })).toBeHidden();
    await expect(
      page
        .locator("main")
        .getByRole(path === href || path === "/member" ? "tab" : "textbox")
        .first(),
    ).toBeVisible();
  }
});
