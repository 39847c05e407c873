import { expect, type Page } from "@playwright/test";
import { type Network, start, test } from "./network";
import { ask, dialogOf, field, mailTo, PASSWORD, pathOf, person, signIn, signInOffice } from "./people";

/*
 * A day of three clerks of one bank and their head (team.md 1): who sees whose work, and who of them gets the mails, counted before
 * and after each deed. The other bank's clerk writes the messages that the mails are about.
 */
const READY = /止めるには Ctrl\+C/;
const [ICHIRO, FUTABA, MIO] = ["fin-a@demo.example.jp", "fin-a2@demo.example.jp", "mio@bank-a.example.jp"];
const CLERKS = [ICHIRO, FUTABA, MIO];

/** The caption of the list of negotiations. */
const LIST = "交渉";

/** How many mails each of the clerks has. */
async function mailsOf(page: Page): Promise<number[]> {
  const counts: number[] = [];
  for (const to of CLERKS) {
    const answer = await page.request.get(`/api/Demo/GetMails?${new URLSearchParams({ limit: "1", to })}`);
    counts.push((await answer.json()).allCount);
  }
  return counts;
}

/** What a deed mails to each of the clerks. */
async function mailed(page: Page, deed: () => Promise<void>): Promise<number[]> {
  const before = await mailsOf(page);
  await deed();
  const after = await mailsOf(page);
  return after.map((count, n) => count - (before[n] ?? 0));
}

/** The negotiations of the seller's bank that both banks know, by id: the first is named the most. */
async function sharedDeals(seller: Page, buyer: Page): Promise<string[]> {
  const { partnerList } = JSON.parse(
    (await ask(seller, "/api/BuyerNegotiation/PartnerListBySellerFinancial?limit=100")).text,
  );
  const shared: string[] = [];
  for (const { buyerNegotiationId: id, status } of partnerList) {
    if (status < 1 || status > 4) continue;
    const { text } = await ask(
      buyer,
      `/api/BuyerNegotiation/GetBuyerNegotiationAsync?buyerNegotiationId=${id}`,
    );
    if (text.includes(`"buyerNegotiationId":"${id}"`)) shared.push(id);
  }
  return shared;
}

/** The buyer's bank writes to the seller's. */
const write = (page: Page, id: string) =>
  page.evaluate(async (buyerNegotiationId) => {
    const token = /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1];
    const answer = await fetch("/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        buyerNegotiationId,
        messageType: 2,
        messageBody: "面談の候補日をお送りします。",
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }, id);

/** The list 自分の担当 of who is signed in. */
const ownWork = async (page: Page) =>
  (await ask(page, "/api/BuyerNegotiation/PartnerListBySellerFinancial?personInCharge=me&limit=1000")).text;

const rowsOf = (page: Page, name: string) => page.getByRole("table", { name }).getByRole("row");

test("three clerks and their head: whose work is whose, and who gets the mails", async ({
  browser,
}, info) => {
  test.setTimeout(240_000);
  const own: Network = await start(["demo"], READY);
  const at = { baseURL: own.base };
  try {
    const head = await person(browser, info, "head", at);
    const [ichiro, futaba, mio] = [
      await person(browser, info, "ichiro", at),
      await person(browser, info, "futaba", at),
      await person(browser, info, "mio", at),
    ];
    const other = await person(browser, info, "otherBank", at);

    await test.step("the head brings in a third clerk, whose lists are empty", async () => {
      await signInOffice(head, "admin-a@demo.example.jp");
      await head.page.goto("/office/users");
      await head.page.getByRole("button", { name: "利用者を登録する" }).click();
      const dialog = dialogOf(head.page);
      await dialog.getByLabel(/^氏名/).fill("湊 三緒");
      await dialog.getByLabel(/^メールアドレス/).fill(MIO);
      await dialog.getByRole("button", { name: "登録して案内を送る" }).click();
      await expect(dialog).toBeHidden();
      const { link } = await mailTo(mio.page, MIO, (mail) => mail.link !== "");
      await mio.page.goto(pathOf(link));
      await field(mio.page, "新しいパスワード").fill(PASSWORD);
      await field(mio.page, "新しいパスワード（確認）").fill(PASSWORD);
      await mio.page.getByRole("button", { name: "このパスワードを設定する" }).click();
      await expect(
        mio.page.getByRole("heading", { level: 1, name: "パスワードを設定しました" }),
      ).toBeVisible();
      await signIn(mio, MIO);
      await mio.page.getByRole("navigation").getByRole("link", { name: "売手交渉案件管理" }).first().click();
      await expect(mio.page.getByText("あなたが担当する交渉はありません")).toBeVisible();
      await signIn(ichiro, ICHIRO);
      await signIn(futaba, FUTABA);
      await signIn(other, "fin-b@demo.example.jp");
    });
    const deals = await sharedDeals(ichiro.page, other.page);
    expect(deals.length, "deals of both banks").toBeGreaterThan(4);
    // The one that is handed over by hand is on the first page of his list.
    await ichiro.page.goto("/seller-negotiation?personInCharge=me");
    await expect(rowsOf(ichiro.page, LIST).nth(1)).toBeVisible();
    const links = await ichiro.page
      .locator("main table a")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    const b = deals.find((id) => links.some((href) => href.includes(id))) ?? "";
    const [a = "", c = "", d = "", e = ""] = deals.filter((id) => id !== b);

    await test.step("a message is mailed to who is in charge, and to nobody else", async () => {
      expect(await mailed(ichiro.page, () => write(other.page, a))).toEqual([1, 0, 0]);
    });

    await test.step("a deal handed over is the other's: his list, his mails", async () => {
      const { page } = ichiro;
      expect(
        await mailed(page, async () => {
          const row = rowsOf(page, LIST).filter({ has: page.locator(`a[href*="${b}"]`) });
          await row.getByRole("checkbox").check();
          await page.getByRole("button", { name: "担当を引き継ぐ" }).click();
          await dialogOf(page)
            .getByLabel(/^新しい主担当/)
            .selectOption({ label: "湊 三緒" });
          await dialogOf(page).getByRole("checkbox", { name: "いまの主担当を副担当に残す" }).uncheck();
          await dialogOf(page).getByRole("button", { name: "担当を引き継ぐ" }).click();
          await expect(page.getByText("1件の担当を引き継ぎました。")).toBeVisible();
        }),
        "the new one is told; who did it himself is not",
      ).toEqual([0, 0, 1]);
      await mio.page.reload();
      await expect(mio.page.locator(`main a[href*="${b}"]`).first()).toBeVisible();
      expect(await mailed(page, () => write(other.page, b))).toEqual([0, 0, 1]);
    });

    await test.step("who is away has a deputy, who gets the mails, too", async () => {
      const { page } = ichiro;
      const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
      await page.goto("/member?tab=mail");
      await page.getByLabel(/^不在の最初の日/).fill(today);
      await page.getByLabel(/^不在の最後の日/).fill(today);
      await page.getByLabel(/^代理/).selectOption({ label: "湊 二葉（事業承継支援部）" });
      await page.getByRole("button", { name: "不在と代理を保存する" }).click();
      await expect(page.getByText("代理は湊 二葉さんです。", { exact: false })).toBeVisible();
      expect(await mailed(page, () => write(other.page, c))).toEqual([1, 1, 0]);
      const { subject } = await mailTo(futaba.page, FUTABA, (mail) => mail.subject.includes("代理"));
      expect(subject).toContain("（代理）");
      // The deputy's own list has it, and the third clerk's has not.
      expect(await ownWork(futaba.page)).toContain(c);
      expect(await ownWork(mio.page)).not.toContain(c);
    });

    await test.step("the head reads the load in numbers, and hands over all of one person's", async () => {
      const { page } = head;
      await page.getByRole("link", { name: "担当の状況" }).click();
      const load = rowsOf(page, "利用者ごとの件数").filter({ hasText: "湊 一郎" });
      await expect(load).toContainText("不在");
      await page.getByRole("link", { name: "湊 一郎" }).click();
      await page.getByRole("button", { name: "この人の担当をすべて引き継ぐ" }).click();
      await dialogOf(page)
        .getByLabel(/^新しい主担当/)
        .selectOption({ label: "湊 三緒" });
      expect(
        await mailed(page, async () => {
          await dialogOf(page).getByRole("button", { name: "担当を引き継ぐ" }).click();
          await expect(dialogOf(page)).toBeHidden();
        }),
        "one mail to each of the two, however many records",
      ).toEqual([1, 0, 1]);
      await expect(page.getByText(/^[0-9,]+件の担当を引き継ぎました。$/)).toBeVisible();
      expect(await mailed(page, () => write(other.page, d))).toEqual([0, 0, 1]);
      expect(await ownWork(ichiro.page)).not.toContain(d);
      expect(await ownWork(mio.page)).toContain(d);
    });

    await test.step("who leaves is stopped; what was his is on the list that nobody looks after", async () => {
      const { page } = head;
      await page.goto(`/office/users?word=${encodeURIComponent(MIO)}`);
      await page.getByRole("button", { name: /^操作\s*：湊 三緒/ }).click();
      await dialogOf(page).getByRole("button", { name: "利用を停止する" }).click();
      await dialogOf(page).getByRole("button", { name: "停止する", exact: true }).click();
      await expect(dialogOf(page)).toBeHidden();
      await page.goto("/office/charges");
      await expect(rowsOf(page, "担当者のいない案件").nth(1)).toContainText("利用停止");
      expect((await ask(mio.page, "/api/MyPage/GetDesk")).status, "the next request").toBe(401);
      // Nobody is there: all who are left get the mail.
      expect(await mailed(page, () => write(other.page, e))).toEqual([1, 1, 0]);
    });
  } finally {
    await own.end();
  }
});
