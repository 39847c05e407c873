import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { dialogOf, field, mailTo, pathOf, person, showTasks, signIn } from "./people";

/*
 * A buyer's registration, on a phone: invited, registered, returned with a comment, corrected,
 * approved; then a further user of the buyer (domain.md 6).
 */

const BUYER = "株式会社あさなぎ精機";
const PERSON = "浅凪 渚";
const MAIL = "nagisa@asanagi.example.jp";
const PASSWORD = "umi-to-minato-2026";
const FURTHER = "haruka@asanagi.example.jp";
const COMMENT = "登記上の番地と建物名をご確認ください。";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

async function noSidewaysScroll(page: Page) {
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(wide).toBeLessThanOrEqual(seen);
}

test("a buyer registers by the mailed link, is returned, mends, and is let in", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  const buyer = await person(browser, info, "buyer", PHONE);
  await signIn(bank, "fin-a@demo.example.jp");
  let desk = "";
  let first = "";

  await test.step("the bank invites", async () => {
    const { page } = bank;
    await page.goto("/buyer-company-manage/new");
    await page.getByRole("radio", { name: /買手に登録を案内する/ }).check();
    await page.getByLabel("業種を探す").fill("生産用機械");
    await page.getByRole("checkbox", { name: /生産用機械器具製造業/ }).check();
    await field(page, "所在地（都道府県）").selectOption("愛知県");
    await field(page, "年間売上高").selectOption({ index: 3 });
    await field(page, "備考").fill("内々の備考");
    await field(page, "メモ").fill("極秘のメモ");
    await page.getByRole("button", { name: /^次へ/ }).click();
    await field(page, "氏名").fill(PERSON);
    await field(page, "メールアドレス（ログインID）").fill(MAIL);
    await page.getByRole("button", { name: "確認画面へ" }).click();
    await page.getByRole("button", { name: "この内容で登録する" }).click();
    await expect(page.getByText(/買手の登録を待っています/)).toBeVisible();
    desk = new URL(page.url()).pathname;
  });

  const fill = async (page: Page) => {
    await expect(heading(page, "会社のご登録")).toBeVisible();
    await expect(page.getByText("内々の備考")).toHaveCount(0);
    await expect(page.getByLabel(/^(備考|メモ|顧客番号)/)).toHaveCount(0);
  };

  await test.step("the buyer registers on a telephone", async () => {
    const { page } = buyer;
    const letter = await mailTo(page, MAIL, (m) => m.link.includes("/buyer-company-register/"));
    first = pathOf(letter.link);
    await page.goto(first);
    await fill(page);
    await expect(page.getByText("湊星銀行")).toHaveCount(0);
    await noSidewaysScroll(page);
    await buyer.shoot("overview");
    await field(page, "年間売上高").selectOption({ index: 4 });
    await page.getByRole("button", { name: "次へ（会社の詳細）" }).click();

    // All missing fields are listed at once, with a link to each.
    await page.getByRole("button", { name: /^次へ/ }).click();
    await expect(page.getByRole("link", { name: "企業名を入力してください。" })).toBeVisible();
    await noSidewaysScroll(page);
    await buyer.shoot("errors");
    await field(page, "企業名").fill(BUYER);
    await field(page, "企業形態").selectOption({ index: 1 });
    await field(page, "代表者名").fill(PERSON);
    await field(page, "郵便番号").fill("450-0002");
    await expect(field(page, "市区町村")).toHaveValue("23105");
    await field(page, "代表電話番号").fill("０５２－０１２－３４５６");
    await field(page, "直近の売上高").fill("3億2,000万");
    // After a crash the input is restored.
    const kept = () => page.evaluate(() => Object.values(localStorage).join());
    await expect.poll(kept).toContain('"lastYearSalesAmount":320000');
    await page.reload();
    await expect(field(page, "企業名")).toHaveValue(BUYER);
    await buyer.shoot("details");
    await page.getByRole("button", { name: /^次へ/ }).click();

    await expect(field(page, "氏名")).toHaveValue(PERSON);
    await field(page, "新しいパスワード").fill(PASSWORD);
    await field(page, "新しいパスワード（確認）").fill("another");
    await page.getByRole("button", { name: /^次へ/ }).click();
    await expect(page.getByText(/確認のための入力が/).first()).toBeVisible();
    await field(page, "メールアドレス（ログインID）").fill("fin-b@demo.example.jp");
    await field(page, "新しいパスワード（確認）").fill(PASSWORD);
    await page.getByRole("button", { name: /^次へ/ }).click();
    await expect(page.getByText(/このログインIDは使用できません/).first()).toBeVisible();
    await field(page, "メールアドレス（ログインID）").fill(MAIL);
    await buyer.shoot("person");
    await page.getByRole("button", { name: /^次へ/ }).click();

    await page.getByRole("button", { name: "確認画面へ" }).click();
    await expect(page.getByText(/利用規約をお読みになり、同意してください/).first()).toBeVisible();
    await page.getByRole("checkbox", { name: /利用規約を読み、同意します/ }).check();
    await page.getByRole("checkbox", { name: /表明し、確約します/ }).check();
    await buyer.shoot("terms");
    await page.getByRole("button", { name: "確認画面へ" }).click();

    await expect(page).toHaveURL(new RegExp(`${first}/confirm$`));
    await expect(page.getByText(BUYER)).toBeVisible();
    await expect(page.getByText(PASSWORD)).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      PASSWORD,
    );
    await noSidewaysScroll(page);
    await buyer.shoot("confirm");
    await page.getByRole("button", { name: "この内容で登録を申し込む" }).click();
    await expect(heading(page, "登録を受け付けました")).toBeVisible();
    await buyer.shoot("received");
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("register."))),
    ).toEqual([]);
    await page.goto(first);
    await expect(heading(page, "このリンクは使えません")).toBeVisible();
    await buyer.shoot("dead");
  });

  await test.step("the bank looks at it and returns it", async () => {
    const { page } = bank;
    await page.goto("/mypage");
    await showTasks(page, "承認");
    await page
      .getByRole("listitem")
      .filter({ hasText: BUYER })
      .getByRole("link", { name: /承認するか差戻す/ })
      .click();
    await expect(page).toHaveURL(new RegExp(desk));
    await expect(page.getByText("買手が申し込んだ内容", { exact: true })).toBeVisible();
    await expect(page.getByText(/変更あり。案内したとき/).first()).toBeVisible();
    await expect(page.getByText("極秘のメモ")).toBeVisible();
    await bank.shoot("review");
    await page.getByRole("button", { name: "差戻す" }).click();
    await field(page, "差戻しの理由").fill(COMMENT);
    await dialogOf(page).getByRole("button", { name: "差戻す" }).click();
    await expect(page.getByText(/差戻し中です/)).toBeVisible();
  });

  await test.step("the buyer mends it", async () => {
    const { page } = buyer;
    const letter = await mailTo(page, MAIL, (m) => m.link.includes("/buyer-company-register/"));
    expect(pathOf(letter.link)).not.toBe(first);
    expect(letter.text).not.toContain(COMMENT);
    await page.goto(pathOf(letter.link));
    await expect(page.getByText(COMMENT)).toBeVisible();
    await buyer.shoot("returned");
    await page.getByRole("button", { name: /^次へ/ }).click();
    await expect(field(page, "企業名")).toHaveValue(BUYER);
    await field(page, "番地・建物名").fill("0番地0 あさなぎビル");
    await page.getByRole("button", { name: /^次へ/ }).click();
    await expect(page.getByText(/パスワードは設定してあります/)).toBeVisible();
    await page.getByRole("button", { name: /^次へ/ }).click();
    await page.getByRole("checkbox", { name: /利用規約を読み、同意します/ }).check();
    await page.getByRole("checkbox", { name: /表明し、確約します/ }).check();
    await page.getByRole("button", { name: "確認画面へ" }).click();
    await page.getByRole("button", { name: "この内容で登録を申し込む" }).click();
    await expect(heading(page, "登録を受け付けました")).toBeVisible();
  });

  await test.step("the bank approves, the buyer signs in", async () => {
    await bank.page.goto("/buyer-company-manage?noApproved=true");
    await bank.page.getByRole("link", { name: BUYER }).click();
    await expect(bank.page.getByText(COMMENT)).toBeVisible();
    await expect(bank.page.getByText(/変更あり。.*前回/).first()).toBeVisible();
    await bank.shoot("review-again");
    await bank.page.getByRole("button", { name: "登録を承認する" }).click();
    await dialogOf(bank.page).getByRole("button", { name: "登録を承認する" }).click();
    await expect(bank.page.getByText("登録を承認しました。")).toBeVisible();

    await mailTo(buyer.page, MAIL, (m) => m.link.includes("/login"));
    await signIn(buyer, MAIL, PASSWORD);
    await buyer.page.goto("/seller-business");
    await expect(buyer.page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    await noSidewaysScroll(buyer.page);
  });

  await test.step("a further user is asked for and let in", async () => {
    const { page } = buyer;
    await page.goto("/member?tab=users");
    await page.getByRole("link", { name: "ユーザを追加する" }).click();
    await expect(heading(page, "ユーザの追加")).toBeVisible();
    await field(page, "氏名").fill("浅凪 遥");
    await field(page, "メールアドレス（ログインID）").fill(FURTHER);
    await buyer.shoot("further");
    await page.getByRole("button", { name: "追加を申し込む" }).click();
    await expect(heading(page, "ユーザの追加を申し込みました")).toBeVisible();

    await bank.page.goto("/mypage");
    await showTasks(bank.page, "承認");
    await bank.page
      .getByRole("listitem")
      .filter({ hasText: "浅凪 遥" })
      .getByRole("link", { name: /ユーザを確かめて、承認する/ })
      .click();
    await bank.page
      .getByRole("row")
      .filter({ hasText: FURTHER })
      .getByRole("button", { name: "承認して案内を送る" })
      .click();
    await expect(bank.page.getByText("パスワード設定の案内を送りました。")).toBeVisible();
    const letter = await mailTo(page, FURTHER, (m) => m.link.includes("/password-set"));
    const further = await person(browser, info, "further", PHONE);
    await further.page.goto(pathOf(letter.link));
    await further.page.getByLabel("新しいパスワード", { exact: true }).fill(PASSWORD);
    await further.page.getByLabel("新しいパスワード（確認）", { exact: true }).fill(PASSWORD);
    await further.page.getByRole("button", { name: "このパスワードを設定する" }).click();
    await expect(heading(further.page, "パスワードを設定しました")).toBeVisible();
    await signIn(further, FURTHER, PASSWORD);
  });
});

test("a trial sees listings without a name and can do nothing, and knows what to do", async ({
  browser,
}, info) => {
  const trial = await person(browser, info, "trial", PHONE);
  await signIn(trial, "trial-a@demo.example.jp");
  const { page } = trial;
  await expect(page.getByRole("complementary", { name: "お試しのご案内" })).toContainText("お試し中です");
  await trial.shoot("mypage");
  await page.goto("/seller-business");
  // Not the listing that another spec has concluded.
  const listing = page
    .getByRole("main")
    .getByRole("link", { name: /【(?!東海地方】精密部品の加工)/ })
    .first();
  await listing.click();
  await expect(page).toHaveURL(/seller-business\/[0-9a-f-]{36}/);
  await expect(page.getByText(/本登録が済むと行えます/)).toHaveCount(1);
  await noSidewaysScroll(page);
  await trial.shoot("listing");

  const bank = await person(browser, info, "bank");
  await signIn(bank, "fin-a@demo.example.jp");
  await bank.page.goto("/buyer-company-manage?isTrial=true");
  await expect(bank.page.getByRole("row").filter({ hasText: "お試し" }).first()).toBeVisible();
  await bank.shoot("trials");
  await bank.page.getByRole("row").filter({ hasText: "お試し" }).getByRole("link").first().click();
  await expect(bank.page.getByRole("button", { name: "本登録を案内する" })).toBeVisible();
  await bank.shoot("trial");
});
