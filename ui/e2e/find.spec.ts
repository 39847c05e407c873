import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { ask, person, signIn, signInOffice } from "./people";

/*
 * The search box of the frame, by the keyboard alone: a number from a mail, a company by name and reading,
 * a listing by title; one hit opens at once, several are listed, and a number of somebody else is not found.
 */

const h1 = (page: Page) => page.getByRole("heading", { level: 1 });

/** Types a word into the box, as somebody does who never takes up the mouse. */
async function find(page: Page, word: string) {
  await page.keyboard.press("/");
  await expect(page.getByRole("banner").getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(word);
  await page.keyboard.press("Enter");
}

/** The first row of an answer's list. */
async function first<Row>(page: Page, path: string, list: string): Promise<Row> {
  const answer = JSON.parse((await ask(page, path)).text) as Record<string, Row[]>;
  return answer[list]?.[0] as Row;
}

test("a clerk finds a negotiation, a customer and a listing by the keyboard", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  const { page } = bank;
  await signIn(bank, "fin-b@demo.example.jp");
  const row = await first<{ caseNumber: string; sellerBusinessId: string; buyerNegotiationId: string }>(
    page,
    "/api/MyPage/GetDesk",
    "negotiationList",
  );

  await test.step("a number opens its negotiation, from a line of a mail too, and Back leads back", async () => {
    for (const typed of [row.caseNumber, `整理番号：${row.caseNumber.toUpperCase()}`]) {
      await page.goto("/mypage");
      await expect(h1(page)).toHaveText("トップページ");
      await find(page, typed);
      await expect(page).toHaveURL(new RegExp(row.sellerBusinessId));
      await expect(h1(page)).toBeFocused();
      await page.goBack();
      await expect(h1(page)).toHaveText("トップページ");
    }
  });

  await test.step("a customer by a part of the name", async () => {
    const buyers = await first<{ companyId: string; companyName: string }>(
      page,
      "/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=1",
      "companyList",
    );
    await find(page, buyers.companyName);
    await expect(page).toHaveURL(new RegExp(`/buyer-company-manage/${buyers.companyId}`));
    await expect(h1(page)).toContainText(buyers.companyName);
  });

  await test.step("several hits are listed, with the first a few tabs away", async () => {
    await find(page, "の");
    await expect(h1(page)).toHaveText("「の」の検索結果");
    await expect(h1(page)).toBeFocused();
    await expect(page.getByRole("banner").getByRole("searchbox")).toHaveValue("の");
    await find(page, "株式会社");
    await expect(h1(page)).toHaveText("「株式会社」の検索結果");
    await expect(h1(page)).toBeFocused();
    await find(page, "の");
    await expect(h1(page)).toHaveText("「の」の検索結果");
    await expect(h1(page)).toBeFocused();
    const hit = page.locator("main").getByRole("listitem").getByRole("link").last();
    await hit.focus();
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(/\/find/);
    await page.goBack();
    await expect(h1(page)).toHaveText("「の」の検索結果");
  });

  await test.step("nothing is said in the same words of a number that nobody has", async () => {
    await find(page, "N-0badcafe");
    await expect(page.locator("main")).toContainText("N-0badcafe の案件・交渉は見つかりません");
    await find(page, "Q-0badcafe");
    await expect(page.locator("main")).toContainText("事務局の受付番号です");
    await find(page, "どこにもない言葉");
    await expect(page.locator("main")).toContainText("「どこにもない言葉」に合うものはありません");
  });

  await test.step("another bank's clerk and a buyer are told nothing of it", async () => {
    const other = await person(browser, info, "other");
    await signIn(other, "buy-a@demo.example.jp");
    await find(other.page, row.caseNumber);
    await expect(other.page.locator("main")).toContainText(`${row.caseNumber} の案件・交渉は見つかりません`);
  });
});

test("the office finds an inquiry by its number", async ({ browser }, info) => {
  const office = await person(browser, info, "office");
  const { page } = office;
  const sent = await page.request.post("/api/Public/SendInquiry", {
    data: {
      kind: 1,
      name: "雲雀 空",
      mailAddress: "hibari@example.jp",
      body: "参加の条件を教えてください。",
    },
  });
  const { caseNumber } = (await sent.json()) as { caseNumber: string };
  await signInOffice(office, "office@demo.example.jp");
  await find(page, `${caseNumber} の件`);
  await expect(page).toHaveURL(new RegExp(`/office/inquiries\\?word=${caseNumber}`));
  await expect(page.locator("main")).toContainText("雲雀 空");
  await find(page, "A-0badcafe");
  await expect(page.locator("main")).toContainText("A-0badcafe は見つかりません");
});
