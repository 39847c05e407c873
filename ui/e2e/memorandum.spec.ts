import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { ask, dialogOf, looksWell, person, signIn } from "./people";

/*
 * 企業概要書 (papers.md 2): the seller's bank writes it, looks at it as a buyer of each level sees it, and gives a level of it as a document to
 * one buyer, who reads it. Nothing of it is there for him before.
 */

interface Row {
  buyerNegotiationId: string;
  sellerBusinessId: string;
  displayName: string;
  status: number;
}

const rowsOf = async (page: Page, list: string): Promise<Row[]> =>
  JSON.parse((await ask(page, `/api/BuyerNegotiation/${list}?limit=100`)).text).partnerList;

const NOTE = `先代が${Date.now().toString(36)}を始めました。`;
const SECRET = "主な取引先は秘匿商事です。";

test("a bank writes 企業概要書, sees it as buyers do, and gives one level of it", async ({
  browser,
}, info) => {
  const [finA, buyB] = [await person(browser, info, "finA"), await person(browser, info, "buyB")];
  await signIn(finA, "fin-a@demo.example.jp");
  await signIn(buyB, "buy-b@demo.example.jp");
  const named = (row: Row) => row.status >= 3 && row.status <= 5;
  const own = (await rowsOf(buyB.page, "PartnerListByBuyerFinancial")).filter(named);
  const all = await rowsOf(finA.page, "PartnerListBySellerFinancial");
  const mine = all.find(({ buyerNegotiationId }) =>
    own.some((row) => row.buyerNegotiationId === buyerNegotiationId),
  ) as Row;
  expect(mine, "a listing of the bank with a named buyer who has a login").toBeDefined();
  const desk = `/seller-company-manage/seller-business/${mine.sellerBusinessId}`;
  const { page } = finA;
  const section = (name: string) => page.getByRole("group", { name, exact: true });

  await test.step("writes, by keyboard where it matters", async () => {
    await page.goto(`${desk}?tab=papers`);
    await page.getByRole("link", { name: "企業概要書を開く" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "企業概要書" })).toBeVisible();
    await section("沿革").getByLabel("本文").fill(NOTE);
    await section("取引先と仕入先").getByLabel("本文").fill(SECRET);
    const up = page.getByRole("button", { name: "沿革を上へ" });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect(up).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("button", { name: "今後の見通しを外す" }).click();
    const last = page.getByRole("group", { name: "直近期" });
    await last.getByLabel("決算の年月").fill("2026/3");
    await last.getByLabel("売上高").fill("12345");
    await last.getByLabel("営業利益").fill("▲45");
    await last.getByLabel("減価償却費").fill("100");
    await expect(last.getByText("EBITDA（営業利益＋減価償却費）：55千円")).toBeVisible();
    await looksWell(page);
    await finA.shoot("written");
    await page.getByRole("button", { name: "保存する", exact: true }).click();
    await expect(page.getByText("企業概要書を保存しました。")).toBeVisible();
  });

  await test.step("sees it as a buyer of each level does", async () => {
    await page.getByRole("tab", { name: "買手の見え方" }).click();
    const sheet = page.getByRole("article");
    await page.getByRole("button", { name: "秘密保持承諾後", exact: true }).click();
    await expect(sheet.getByText(NOTE)).toBeVisible();
    await expect(sheet.getByText(SECRET)).toHaveCount(0);
    await expect(sheet.getByText("12,345")).toHaveCount(0);
    await looksWell(page);
    await page.getByRole("button", { name: "実名承認後", exact: true }).click();
    await expect(sheet.getByText(SECRET)).toBeVisible();
    await expect(sheet.getByText("12,345")).toBeVisible();
    await finA.shoot("preview");
  });

  await test.step("gives the version of 秘密保持承諾後 to one buyer", async () => {
    await page.getByRole("tab", { name: "書面にする" }).click();
    await page.getByRole("button", { name: "秘密保持承諾後", exact: true }).click();
    await looksWell(page);
    await page.getByRole("button", { name: "資料として渡す", exact: true }).click();
    await dialogOf(page).getByRole("button", { name: "資料に加える" }).click();
    await expect(page.getByText(/資料に加えました（第1版/)).toBeVisible();
    const title = "企業概要書（秘密保持承諾後）";
    await page.goto(`${desk}?tab=documents`);
    await page.getByRole("button", { name: `${mine.displayName}に${title}を開示する` }).click();
    await dialogOf(page).getByRole("button", { name: "開示する", exact: true }).click();
    await expect(
      page.getByRole("region", { name: title, exact: true }).getByText("閲覧だけ（透かし入り）"),
    ).toHaveCount(1);
  });

  await test.step("who opens it, and has nothing of the rest", async () => {
    const answers: Promise<string>[] = [];
    buyB.page.on("response", (answer) => {
      if (new URL(answer.url()).pathname.startsWith("/api/")) answers.push(answer.text().catch(() => ""));
    });
    await buyB.page.goto(`/seller-business/${mine.sellerBusinessId}?tab=negotiation`);
    await buyB.page.getByRole("link", { name: "企業概要書（秘密保持承諾後）を見る" }).click();
    await expect(buyB.page.getByRole("img", { name: /1／\d+ページ/ })).toBeVisible({ timeout: 120_000 });
    await buyB.shoot("opened");
    await buyB.page.goto(`${desk}/memorandum`);
    await expect(buyB.page.getByRole("heading", { level: 1, name: "企業概要書" })).toHaveCount(0);
    expect(
      (await ask(buyB.page, `/api/Memorandum/GetMemorandum?sellerBusinessId=${mine.sellerBusinessId}`))
        .status,
    ).toBe(400);
    expect((await Promise.all(answers)).join("\n")).not.toContain("秘匿商事");
  });

  await test.step("and a later change is told", async () => {
    await page.goto(`${desk}/memorandum`);
    await section("沿革").getByLabel("本文").fill(`${NOTE}その後も続いています。`);
    await page.getByRole("button", { name: "保存する", exact: true }).click();
    await expect(page.getByText("渡した版より新しい内容があります。").first()).toBeVisible();
  });
});
