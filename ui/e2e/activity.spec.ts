import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { ask, dialogOf, person, showTasks, signIn } from "./people";

/* What a bank's user notes of calls and visits, and when he turns to it next: on a company and in a negotiation. */

/** A day in Japan, so many days from today. */
const day = (ahead: number) =>
  new Date(Date.now() + 9 * 3_600_000 + ahead * 86_400_000).toISOString().slice(0, 10);

const notes = (page: Page) => page.getByRole("region", { name: "活動記録" });

test("a call is noted on a company with what is next, which is a task until it is done, by keyboard", async ({
  browser,
}, info) => {
  const first = await person(browser, info, "finA");
  await signIn(first, "fin-a@demo.example.jp");
  const { page } = first;
  await page.getByRole("navigation").getByRole("link", { name: "買手管理" }).first().click();
  await page.getByRole("table", { name: "買手の一覧" }).getByRole("link").first().click();
  await expect(notes(page)).toContainText("まだ記録がありません");
  await notes(page).getByRole("button", { name: "活動を記録する" }).focus();
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel(/^日付/)).toHaveValue(day(0));
  await dialog.getByRole("button", { name: "記録する" }).click();
  await expect(dialog).toContainText("方法を選択してください。");
  await expect(dialog).toContainText("内容を入力してください。");
  await dialog.getByLabel("電話").focus();
  await page.keyboard.press("Space");
  await dialog.getByLabel(/^相手/).fill("社長");
  await dialog.getByLabel(/^内容/).fill("後継者について話した。");
  await dialog.getByLabel(/^次回対応日/).fill(day(2));

  // Unsent input is there again after the dialog was left.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await notes(page).getByRole("button", { name: "活動を記録する" }).click();
  await expect(dialog.getByLabel(/^内容/)).toHaveValue("後継者について話した。");
  await dialog.getByLabel(/^すること/).fill("決算書を受け取る");
  await dialog.getByRole("button", { name: "記録する" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(notes(page)).toContainText("電話");
  await expect(notes(page)).toContainText("後継者について話した。");
  await expect(notes(page)).toContainText("決算書を受け取る");
  const company = page.url();

  const second = await person(browser, info, "finA2");
  await signIn(second, "fin-a2@demo.example.jp");
  await second.page.goto(new URL(company).pathname);
  await expect(notes(second.page)).toContainText("後継者について話した。");
  await expect(notes(second.page).getByRole("button", { name: /^(編集|削除)/ })).toHaveCount(0);

  await page.getByRole("link", { name: "トップページ" }).first().click();
  await showTasks(page, "期限");
  await page.getByRole("link", { name: "次回対応：決算書を受け取る" }).click();
  await expect(page).toHaveURL(company);
  await notes(page).getByRole("button", { name: /^編集/ }).click();
  await dialog.getByLabel(/^内容/).fill("後継者はいない。");
  await dialog.getByRole("button", { name: "変更を保存する" }).click();
  await expect(dialog).toBeHidden();
  await expect(notes(page)).toContainText("（変更あり）");
  await notes(page)
    .getByRole("button", { name: /^済みにする/ })
    .click();
  await expect(notes(page)).toContainText("決まっていません");
  await notes(page).getByRole("button", { name: /^削除/ }).click();
  await dialog.getByRole("button", { name: "削除する" }).click();
  await expect(notes(page)).toContainText("まだ記録がありません");
  await page.goto("/mypage");
  await showTasks(page, "期限");
  await expect(page.getByText("次回対応：決算書を受け取る")).toHaveCount(0);
});

test("a call is noted in a negotiation: in its timeline for the own bank, and nowhere for the other one", async ({
  browser,
}, info) => {
  const buying = await person(browser, info, "finB");
  await signIn(buying, "fin-b@demo.example.jp");
  const { page } = buying;
  const { partnerList } = JSON.parse(
    (await ask(page, "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100")).text,
  );
  const selling = await person(browser, info, "finA");
  await signIn(selling, "fin-a@demo.example.jp");
  const sold = JSON.parse(
    (await ask(selling.page, "/api/BuyerNegotiation/PartnerListBySellerFinancial?limit=100")).text,
  ).partnerList;
  type Row = { buyerNegotiationId: string; businessName: string; status: number };
  const row = (partnerList as Row[]).find(
    ({ buyerNegotiationId, status }) =>
      status >= 1 &&
      status <= 4 &&
      (sold as Row[]).some((own) => own.buyerNegotiationId === buyerNegotiationId),
  );
  if (!row) throw new Error("the demo has no running negotiation of A and B");
  const open = async (page: Page) => {
    await page.goto(`/find?word=N-${row.buyerNegotiationId.slice(-8)}`);
    await page.getByRole("link", { name: row.businessName }).click();
    await expect(notes(page)).toBeVisible();
  };
  await open(page);
  await notes(page).getByRole("button", { name: "活動を記録する" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("訪問").check();
  await dialog.getByLabel(/^内容/).fill("買手の社長は前向き。");
  const another = dialog.getByLabel("新しく決める");
  if ((await another.count()) > 0) await another.check();
  await dialog.getByLabel(/^次回対応日/).fill(day(1));
  await dialog.getByRole("button", { name: "記録する" }).click();
  await expect(dialog).toBeHidden();
  await expect(notes(page)).toContainText("買手の社長は前向き。");
  const timeline = page.locator("section").filter({ has: page.getByRole("heading", { name: "履歴" }) });
  await expect(timeline.getByRole("listitem").first()).toContainText("活動記録：訪問");
  await expect(timeline.getByRole("listitem").first()).toContainText("買手の社長は前向き。");
  await expect(page.getByText(day(1).replaceAll("-", "/")).first()).toBeVisible();

  await open(selling.page);
  await expect(selling.page.locator("body")).not.toContainText("買手の社長は前向き。");
});
