import { type APIRequestContext, expect } from "@playwright/test";
import { test } from "./network";
import { dialogOf, field, hasNot, mailTo, move, PASSWORD, pathOf, person, signIn } from "./people";

/* The other outcomes of a deal: returned, refused, ended, stepped back; on data of the demo network. */

/** Reads from the API as a client that is no browser, to find the rows to open. */
async function ask<T>(request: APIRequestContext, loginId: string, path: string): Promise<T> {
  const token = await request.post("/token", {
    form: { grant_type: "password", loginId, password: PASSWORD },
  });
  const answer = await request.get(path, {
    headers: { Authorization: `Bearer ${(await token.json()).token}` },
  });
  expect(answer.ok(), path).toBe(true);
  return (await answer.json()) as T;
}

interface Row {
  buyerNegotiationId: string;
  sellerBusinessId: string;
  displayName: string;
  status: number;
}
const cases = (request: APIRequestContext) =>
  ask<{ partnerList: Row[] }>(
    request,
    "fin-b@demo.example.jp",
    "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=99999999",
  );

interface Listing {
  sellerBusinessId: string;
  businessName: string;
  status: number;
  companyId: string;
}
/** The demo's own draft listings, which are complete, unlike the one that another test creates. */
const drafts = async (request: APIRequestContext) =>
  (
    await ask<{ sellerBusinessList: Listing[] }>(
      request,
      "fin-a@demo.example.jp",
      "/api/SellerBusiness/SearchSellerBusinessAsync?isOnlyPersonInCharge=true&limit=99999999",
    )
  ).sellerBusinessList.filter((l) => l.status === 0 && !l.businessName.includes("応答の届かない"));

test("the seller sends a listing back with a comment", async ({ browser, request }, info) => {
  const finA = await person(browser, info, "finA");
  const seller = await person(browser, info, "seller");
  await signIn(finA, "fin-a@demo.example.jp");
  const draft = (await drafts(request))[0];
  if (!draft) throw new Error("the demo holds no draft of bank A");
  const { page } = finA;
  await page.goto(`/seller-company-manage/seller-business/${draft.sellerBusinessId}`);
  await page.getByRole("button", { name: "承認を依頼する" }).first().click();
  await field(page, "パスコードを送るメールアドレス").fill("second@seller.example.jp");
  await dialogOf(page)
    .getByRole("checkbox", { name: /推測されるおそれを承知のうえ/ })
    .check();
  await dialogOf(page).getByRole("button", { name: "承認を依頼する" }).click();
  await expect(dialogOf(page)).toBeHidden();

  const letter = await mailTo(seller.page, "", (m) => m.link.includes("/seller-business/approve"));
  const second = await mailTo(seller.page, "second@seller.example.jp", (m) => m.passcode !== "");
  await seller.page.goto(pathOf(letter.link));
  await seller.page.getByRole("textbox", { name: /^パスコード/ }).fill(second.passcode);
  await seller.page.getByRole("button", { name: "内容を見る" }).click();
  await field(seller.page, "お名前").fill("社長");
  await seller.page.getByRole("button", { name: /^差戻す/ }).click();
  await dialogOf(seller.page).getByRole("button", { name: "差戻す" }).click(); // without a comment
  await expect(dialogOf(seller.page)).toBeVisible();
  await dialogOf(seller.page).getByRole("textbox").fill("従業員数の幅を広げてください。");
  await seller.shoot("return");
  await dialogOf(seller.page).getByRole("button", { name: "差戻す" }).click();
  await expect(dialogOf(seller.page)).toBeHidden();

  await page.reload();
  await expect(page.getByText("従業員数の幅を広げてください。").first()).toBeVisible();
  await expect(page.getByText("差戻し").first()).toBeVisible();
  await finA.shoot("returned");
});

test("real names are refused, and close again", async ({ browser, request }, info) => {
  const finA = await person(browser, info, "finA");
  const buyB = await person(browser, info, "buyB");
  const row = (await cases(request)).partnerList.find(
    (r) => r.status === 2 && r.displayName.includes("月岬精機"),
  );
  if (!row) throw new Error("the demo holds no real-name request of buyer B");
  await signIn(finA, "fin-a@demo.example.jp");
  await finA.page.goto(
    `/seller-company-manage/seller-business/${row.sellerBusinessId}?negotiation=${row.buyerNegotiationId}`,
  );
  await expect(finA.page.getByText(/月岬精機/).first()).toBeVisible();
  await move(finA.page, "実名交渉を却下する", async (dialog) => {
    await dialog.getByRole("radio", { name: "匿名での交渉に戻す" }).check();
    await dialog.getByLabel(/^打診状況報告に載せる理由/).fill("オーナーが検討の時間を望んでいます。");
    await finA.shoot("reject");
  });
  await finA.page.reload();
  await expect(finA.page.getByRole("heading", { name: "できること" })).toBeVisible();
  await hasNot(finA.page, "月岬精機"); // the buyer's name is withheld again
  await finA.shoot("rejected");
  await signIn(buyB, "buy-b@demo.example.jp");
  await buyB.page.goto(`/seller-business/${row.sellerBusinessId}`);
  await expect(buyB.page.getByText("実名交渉の承認後に表示されます").first()).toBeVisible();
});

test("a negotiation ends with a reason", async ({ browser, request }, info) => {
  const finB = await person(browser, info, "finB");
  const row = (await cases(request)).partnerList.find(
    (r) => r.status === 1 && r.displayName.includes("月岬精機"),
  );
  if (!row) throw new Error("the demo holds no anonymous negotiation of buyer B");
  await signIn(finB, "fin-b@demo.example.jp");
  const { page } = finB;
  await page.goto(`/financial-support/seller-business/${row.sellerBusinessId}`);
  await expect(page.getByRole("heading", { name: "できること" })).toBeVisible();
  const tab = page.getByRole("tab", { name: /月岬精機/ }); // exists if the bank has several buyers on the listing
  if (await tab.count()) await tab.click();
  await move(page, "交渉を終了する", async (dialog) => {
    await dialog.getByLabel(/^終了の理由/).selectOption("条件不一致");
    await finB.shoot("end");
  });
  await expect(page.getByText("交渉終了").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "メッセージ" })).toHaveCount(0); // read-only from now on
  await finB.shoot("ended");
});

test("a buyer steps back by phone, and its bank reads why", async ({ browser, request }, info) => {
  const buyB = await person(browser, info, "buyB", { viewport: { width: 390, height: 844 } });
  const finB = await person(browser, info, "finB");
  const row = (await cases(request)).partnerList.find(
    (r) => r.status === 3 && r.displayName.includes("月岬精機"),
  );
  if (!row) throw new Error("the demo holds no negotiation by name of buyer B");
  await signIn(buyB, "buy-b@demo.example.jp");
  await buyB.page.goto(`/seller-business/${row.sellerBusinessId}?tab=negotiation`);
  await move(buyB.page, "交渉を見送る", async (dialog) => {
    await dialog.getByLabel(/^見送る理由/).fill("工場の移転を先に進めるため。");
    await buyB.shoot("step-back");
  });
  await expect(buyB.page.getByText("交渉終了").first()).toBeVisible();
  await signIn(finB, "fin-b@demo.example.jp");
  await finB.page.goto(
    `/financial-support/seller-business/${row.sellerBusinessId}?negotiation=${row.buyerNegotiationId}`,
  );
  await expect(finB.page.getByText("工場の移転を先に進めるため。").first()).toBeVisible();
  await finB.shoot("stepped-back");
});

test("a stale tab is told, keeps what was typed, and goes on", async ({ browser, request }, info) => {
  const first = await person(browser, info, "finA");
  const other = await person(browser, info, "finA2");
  await signIn(first, "fin-a@demo.example.jp");
  await signIn(other, "fin-a2@demo.example.jp");
  const draft = (await drafts(request)).at(-1);
  if (!draft) throw new Error("the demo holds no draft of bank A");
  const edit = `/seller-business/new?sellerBusinessId=${draft.sellerBusinessId}`;
  for (const { page } of [first, other]) {
    await page.goto(edit);
    await expect(field(page, "案件名（匿名の表題）")).toHaveValue(draft.businessName);
  }
  const save = async (page: typeof first.page) => {
    await page
      .getByRole("button", { name: /確認画面へ/ })
      .last()
      .click();
    await page.getByRole("button", { name: "この内容で更新する" }).first().click();
  };
  await field(other.page, "案件名（匿名の表題）").fill(`${draft.businessName}（更新）`);
  await save(other.page);
  await expect(
    other.page.getByRole("heading", { level: 1, name: `${draft.businessName}（更新）` }),
  ).toBeVisible();

  const typed = "取引先との関係を維持しながら、次の世代に引き継ぎたい企業です。";
  await field(first.page, "案件の説明").fill(typed);
  await save(first.page);
  await expect(first.page.getByText(/売却案件概要の登録\/更新に失敗しました。/).first()).toBeVisible();
  await expect(first.page.getByText(typed).first()).toBeVisible(); // the input is kept
  await first.shoot("stale");
  await first.page.getByRole("button", { name: "最新の内容と比べる" }).first().click();
  await first.shoot("compare");
  await expect(first.page.getByText(`${draft.businessName}（更新）`).first()).toBeVisible();
  await first.page.getByRole("button", { name: "選んだ内容で続ける" }).click();
  await expect(first.page.getByText(typed).first()).toBeVisible();
  await first.page.getByRole("button", { name: "この内容で更新する" }).first().click();
  await expect(
    first.page.getByRole("heading", { level: 1, name: `${draft.businessName}（更新）` }),
  ).toBeVisible();
  await first.shoot("saved");
});
