import { expect } from "@playwright/test";
import { test } from "./network";
import { ask, dialogOf, person, signIn, signInOffice } from "./people";

/* Who inside a bank works on what: lists open on the own work, a deal is handed over, and who is away has a deputy. */

/** Of the demo's bank A: the clerk who has registered all, and the second one, who has nothing. */
const [FIRST, SECOND] = ["湊 一郎", "湊 二葉"];

test("a clerk without a deal of his own is offered the whole institution's, by keyboard", async ({
  browser,
}, info) => {
  const second = await person(browser, info, "finA2");
  await signIn(second, "fin-a2@demo.example.jp");
  const { page } = second;
  await page.getByRole("navigation").getByRole("link", { name: "買手管理" }).first().click();
  await expect(page.getByText("あなたが担当する買手はありません")).toBeVisible();
  await expect(page.getByRole("button", { name: "自分の担当", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.getByRole("button", { name: "機関全体を見る" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "買手の一覧" }).getByText(FIRST).first()).toBeVisible();
  // The switch is remembered, for the other lists too.
  await page.goto("/seller-company-manage");
  await expect(page.getByRole("table", { name: "売手の一覧" }).getByText(FIRST).first()).toBeVisible();
  await expect(page).toHaveURL(/\/seller-company-manage$/);
  // Conditions that an address has stand as they are.
  await page.goto("/seller-company-manage?personInCharge=none");
  await expect(page.getByText("条件に合う売手はありません")).toBeVisible();
});

test("a company gets another main person; who was slower reads so, and keeps what was chosen", async ({
  browser,
}, info) => {
  const [first, second] = [await person(browser, info, "finA"), await person(browser, info, "finA2")];
  await signIn(first, "fin-a@demo.example.jp");
  await signIn(second, "fin-a2@demo.example.jp");
  const { companyList } = JSON.parse(
    (await ask(first.page, "/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=1")).text,
  );
  for (const { page } of [first, second]) {
    await page.goto(`/buyer-company-manage/${companyList[0].companyId}`);
    await page.getByRole("region", { name: "自機関の担当者" }).getByRole("button").click();
    await dialogOf(page)
      .getByLabel(/^主担当/)
      .selectOption({ label: `${SECOND}（事業承継支援部）` });
  }
  await dialogOf(first.page)
    .getByRole("checkbox", { name: new RegExp(FIRST) })
    .check();
  await dialogOf(first.page).getByRole("button", { name: "担当者を変更する" }).click();
  await expect(dialogOf(first.page)).toBeHidden();
  const shown = first.page.getByRole("region", { name: "自機関の担当者" });
  await expect(shown).toContainText(SECOND);
  await expect(shown).toContainText(FIRST);

  const dialog = dialogOf(second.page);
  await dialog.getByRole("button", { name: "担当者を変更する" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByLabel(/^主担当/)).toContainText(SECOND);
  await dialog.getByRole("button", { name: "担当者を変更する" }).click();
  await expect(dialog).toBeHidden();
  await expect(second.page.getByRole("region", { name: "自機関の担当者" })).not.toContainText(FIRST);
});

test("chosen rows are handed over, and leave the list of the own work", async ({ browser }, info) => {
  const first = await person(browser, info, "finA");
  await signIn(first, "fin-a@demo.example.jp");
  const { page } = first;
  await page.goto("/seller-company-manage?personInCharge=me");
  const box = page.getByRole("checkbox", { name: /を選択$/ }).nth(1);
  await box.check();
  await page.getByRole("button", { name: "担当を引き継ぐ" }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(`主担当：${FIRST}`);
  await dialog.getByRole("button", { name: "担当を引き継ぐ" }).click();
  await expect(dialog.getByText("新しい主担当を選んでください。")).toBeVisible();
  await dialog.getByLabel(/^新しい主担当/).selectOption({ label: `${SECOND}（事業承継支援部）` });
  await dialog.getByRole("checkbox", { name: "いまの主担当を副担当に残す" }).uncheck();
  await dialog.getByRole("button", { name: "担当を引き継ぐ" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("1件の担当を引き継ぎました。")).toBeVisible();
  await expect(page.getByRole("table", { name: "売手の一覧" })).not.toContainText(SECOND);
});

test("who is away has a deputy, and the administrator sees what nobody looks after by numbers alone", async ({
  browser,
}, info) => {
  const first = await person(browser, info, "finA");
  await signIn(first, "fin-a@demo.example.jp");
  const { page } = first;
  await page.goto("/member?tab=mail");
  const day = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10); // today in Japan
  await page.getByRole("button", { name: "不在と代理を保存する" }).click();
  await expect(page.getByText("不在の最初の日を入力してください。")).toBeVisible();
  await page.getByLabel(/^不在の最初の日/).fill(day);
  await page.getByLabel(/^不在の最後の日/).fill(day);
  await page.getByRole("button", { name: "不在と代理を保存する" }).click();
  await expect(page.getByText("代理はいません。")).toBeVisible();

  const admin = await person(browser, info, "adminA");
  await signInOffice(admin, "admin-a@demo.example.jp");
  await admin.page.getByRole("link", { name: "担当の状況" }).click();
  const list = admin.page.getByRole("table", { name: "担当者のいない案件" });
  await expect(list).toContainText("代理なし");
  const names: string[] = JSON.parse(
    (await ask(page, "/api/SellerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=20")).text,
  ).companyList.map(({ displayName }: { displayName: string }) => displayName);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) await expect(admin.page.locator("body")).not.toContainText(name);
  const before = await list.getByRole("row").count();
  expect(before).toBeGreaterThan(1);
  await list.getByRole("checkbox").nth(1).check();
  await admin.page.getByRole("button", { name: "選んだ担当を引き継ぐ" }).click();
  const dialog = dialogOf(admin.page);
  await dialog.getByLabel(/^新しい主担当/).selectOption({ label: SECOND });
  await dialog.getByRole("button", { name: "担当を引き継ぐ" }).click();
  await expect(admin.page.getByText("1件の担当を引き継ぎました。")).toBeVisible();

  await page.getByRole("button", { name: "不在を終える" }).click();
  await expect(page.getByText("いまは、不在の予定はありません。", { exact: false })).toBeVisible();
});
