import { expect } from "@playwright/test";
import { test } from "./network";
import { ask, dialogOf, field, hasNot, person, showTasks, signIn } from "./people";

/*
 * A working week: messages are answered, partners are found and listed, offers are sent and
 * forwarded, financing is decided, a sheet is printed, and a buyer answers on a phone.
 */

interface Row {
  buyerNegotiationId: string;
  sellerBusinessId: string;
  businessName: string;
  displayName: string;
  status: number;
  financialSupportStatus?: number;
  offerSendStatus: number;
}

test("monday: a bank answers its unread message, and the other bank reads it", async ({ browser }, info) => {
  const [finA, finB] = [await person(browser, info, "finA"), await person(browser, info, "finB")];
  await signIn(finA, "fin-a@demo.example.jp");
  await signIn(finB, "fin-b@demo.example.jp");
  // An active negotiation between the two banks.
  const rows: Row[] = JSON.parse(
    (await ask(finB.page, "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100")).text,
  ).partnerList;
  const known: Row[] = JSON.parse(
    (await ask(finA.page, "/api/BuyerNegotiation/PartnerListBySellerFinancial?limit=100")).text,
  ).partnerList;
  const row = rows.find(
    (one) => one.status === 3 && known.some((other) => other.buyerNegotiationId === one.buyerNegotiationId),
  );
  if (!row) throw new Error("the demo holds no negotiation with names between the two banks");
  const words = `来週の面談の候補日をお知らせします。${Date.now().toString(36)}`;
  await finB.page.goto(
    `/financial-support/seller-business/${row.sellerBusinessId}?negotiation=${row.buyerNegotiationId}`,
  );
  await finB.page.getByRole("tab", { name: /売手側/ }).click();
  await finB.page.getByRole("textbox", { name: "メッセージ" }).fill(words);
  await finB.page.getByRole("button", { name: "送信する" }).click();
  await expect(finB.page.getByText(words).first()).toBeVisible();

  const { page, shoot } = finA;
  await page.goto("/mypage");
  await showTasks(page, "未読");
  await shoot("unread");
  await page
    .getByRole("link", { name: /未読のメッセージ/ })
    .and(page.locator(`[href*="${row.buyerNegotiationId}"]`))
    .click();
  await expect(page.getByText(words).first()).toBeVisible();
  const reply = `承知しました。${words}`;
  await page.getByRole("textbox", { name: "メッセージ" }).fill(reply);
  await page.getByRole("button", { name: "送信する" }).click();
  await expect(page.getByText(reply).first()).toBeVisible();
  await shoot("answered");
  // The other bank's thread is polled.
  await expect(finB.page.getByText(reply).first()).toBeVisible({ timeout: 60_000 });
});

test("tuesday: from a listing to a long list, and an offer that another bank passes on", async ({
  browser,
}, info) => {
  const [finA, finB] = [await person(browser, info, "finA"), await person(browser, info, "finB")];
  await signIn(finA, "fin-a@demo.example.jp");
  await signIn(finB, "fin-b@demo.example.jp");
  const { page, shoot } = finA;
  await page.getByRole("link", { name: "ロングリスト作成" }).first().click();
  await page.getByRole("link", { name: "案件を選んで作成する" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "案件を選ぶ" })).toBeVisible();
  const listing = page
    .getByRole("list", { name: "担当する売却案件" })
    .or(page.getByRole("table"))
    .getByRole("link");
  await listing.first().click();
  await expect(page.getByRole("heading", { level: 1, name: "ロングリストの候補" })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) as string;

  // All matching buyers are saved as a list; the offer is sent to those of them that can get one.
  await page.getByRole("button", { name: /社すべてを選ぶ$/ }).click();
  const bar = page.getByRole("region", { name: "選んだ買手" });
  await expect(bar.getByRole("status")).toHaveText(/^\d\d社を選択中$/);
  await shoot("candidates");
  await bar.getByRole("button", { name: "リストに保存する" }).click();
  const name = `一次候補 ${Date.now().toString(36)}`;
  const newList = dialogOf(page).getByRole("radio", { name: "新しいリスト" });
  if (await newList.count()) await newList.check();
  await field(page, "リストの名前").fill(name);
  await dialogOf(page).getByRole("button", { name: "リストに保存する" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("button", { name: /社すべてを選ぶ$/ }).click();
  await bar.getByRole("button", { name: "オファーを送る" }).click();
  const words = `後継者をお探しの企業の案件です。ご関心があればお知らせください。${name}`;
  await field(page, "オファーのメッセージ").fill(words);
  await dialogOf(page).getByRole("button", { name: "送る内容を確認する" }).click();
  await expect(dialogOf(page).getByText(words)).toBeVisible();
  await shoot("offer-preview");
  await dialogOf(page)
    .getByRole("button", { name: /社にオファーを送る$/ })
    .click();
  await expect(dialogOf(page).getByRole("heading", { name: "オファーの結果" })).toBeVisible();
  await shoot("offer-result");
  await dialogOf(page).getByRole("button", { name: "一覧に戻る" }).click();

  // Bank B decides for its own buyers; bank A sees no name.
  const rows: Row[] = JSON.parse(
    (await ask(finB.page, "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100")).text,
  ).partnerList;
  const offer = rows.find((one) => one.sellerBusinessId === id && one.offerSendStatus === 1);
  if (!offer) throw new Error("no offer reached a buyer of bank B");
  await finB.page.goto(`/financial-support/seller-business/${id}?negotiation=${offer.buyerNegotiationId}`);
  await expect(finB.page.getByText(words).first()).toBeVisible();
  await finB.page.getByRole("button", { name: "オファーを買手へ送る" }).first().click();
  await finB.shoot("pass-on");
  await dialogOf(finB.page).getByRole("button", { name: "オファーを買手へ送る" }).click();
  await expect(dialogOf(finB.page)).toBeHidden();
  await expect(finB.page.getByText("送信済").first()).toBeVisible();

  await page.goto(`/seller-company-manage/seller-business/${id}?tab=offers`);
  await expect(page.getByText("送信済").first()).toBeVisible();
  await hasNot(page, offer.displayName);
  await shoot("offers");
});

test("wednesday: a case moves to financing, and only its own bank sees how far", async ({
  browser,
}, info) => {
  const [finA, finB] = [await person(browser, info, "finA"), await person(browser, info, "finB")];
  await signIn(finA, "fin-a@demo.example.jp");
  await signIn(finB, "fin-b@demo.example.jp");
  const { page, shoot } = finB;
  await page.getByRole("link", { name: "買手交渉案件管理" }).first().click();
  await page.getByRole("button", { name: "ボード" }).click();
  await expect(page).toHaveURL(/view=board/);
  await shoot("board");
  const rows: Row[] = JSON.parse(
    (await ask(page, "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100")).text,
  ).partnerList;
  const known: Row[] = JSON.parse(
    (await ask(finA.page, "/api/BuyerNegotiation/PartnerListBySellerFinancial?limit=100")).text,
  ).partnerList;
  const row = rows.find(
    (one) =>
      one.status >= 3 &&
      one.status <= 4 &&
      (one.financialSupportStatus ?? 0) === 0 &&
      known.some((other) => other.buyerNegotiationId === one.buyerNegotiationId),
  );
  if (!row) throw new Error("the demo holds no case without financing");
  await page
    .getByRole("link", { name: row.businessName })
    .and(page.locator(`[href*="${row.buyerNegotiationId}"]`))
    .first()
    .click();
  const box = page.locator("section").filter({ has: page.getByRole("heading", { name: "資金支援" }) });
  const move = "「相談受付」にする";
  await box.getByRole("button", { name: move }).click();
  // Without the buyer's consent the financing status cannot be changed.
  await dialogOf(page).getByRole("button", { name: move }).click();
  await expect(
    dialogOf(page).getByText("買手の情報共有同意を確認して、チェックを入れてください。").first(),
  ).toBeVisible();
  await dialogOf(page).getByRole("checkbox").check();
  await shoot("financing");
  await dialogOf(page).getByRole("button", { name: move }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(box.getByText("相談受付", { exact: true })).toBeVisible();
  await finA.page.goto(
    `/seller-company-manage/seller-business/${row.sellerBusinessId}?negotiation=${row.buyerNegotiationId}`,
  );
  const other = finA.page
    .locator("section")
    .filter({ has: finA.page.getByRole("heading", { name: "買手の資金" }) });
  await expect(other).toContainText("未確認");
  await hasNot(finA.page, "相談受付");
});

test("thursday: a sheet without a name is printed on one page of A4", async ({ browser }, info) => {
  const finA = await person(browser, info, "finA");
  const { page } = finA;
  await signIn(finA, "fin-a@demo.example.jp");
  const own = JSON.parse(
    (
      await ask(
        page,
        "/api/SellerBusiness/SearchSellerBusinessAsync?isOnlyPersonInCharge=true&isPublic=true&limit=10",
      )
    ).text,
  ).sellerBusinessList[0] as { sellerBusinessId: string; businessName: string; companyName: string };
  await page.goto(`/seller-business/${own.sellerBusinessId}`);
  await expect(page.getByRole("heading", { level: 1, name: own.businessName })).toBeVisible();
  await page.getByRole("link", { name: "ノンネームシート" }).click();
  await page.emulateMedia({ media: "print" });
  const sheet = page.getByRole("heading", { level: 2, name: "ノンネームシート" });
  await expect(sheet).toBeVisible();
  await finA.shoot("sheet");
  await expect(page.getByText(own.businessName).last()).toBeVisible();
  // The print shows the sheet only, without content that only its bank may see.
  await expect(page.getByText("取扱注意").first()).toBeVisible();
  await expect(page.getByText(own.companyName).filter({ visible: true })).toHaveCount(0);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  const [, width, height] = /MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(pdf) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
});

test("friday: a buyer on the telephone answers a recommendation", async ({ browser }, info) => {
  const buyer = await person(browser, info, "buyB", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const finB = await person(browser, info, "finB");
  await signIn(buyer, "buy-b@demo.example.jp");
  const { page, shoot } = buyer;
  const recommended = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 2, name: "おすすめ" }) });
  const card = recommended.getByRole("link").first();
  const title = (await card.textContent()) ?? "";
  await shoot("recommended");
  await card.tap();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) as string;
  await page.getByRole("button", { name: "興味あり" }).tap();
  await expect(page.getByText("「興味あり」を担当の金融機関に伝えました。")).toBeVisible();
  await shoot("interested");

  await signIn(finB, "fin-b@demo.example.jp");
  await showTasks(finB.page, "承認");
  await expect(finB.page.getByText("興味を示した買手のために、交渉を開始する").first()).toBeVisible();
  const rows: Row[] = JSON.parse(
    (await ask(finB.page, "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100")).text,
  ).partnerList;
  expect(rows.find((one) => one.sellerBusinessId === id)?.status).toBe(0);
  // The answer can be taken back and leaves no trace.
  await page.getByRole("button", { name: "回答を取り消す" }).tap();
  await expect(page.getByText("興味の回答を取り消しました。")).toBeVisible();
  await expect(page.getByRole("button", { name: "回答を取り消す" })).toHaveCount(0);
});
