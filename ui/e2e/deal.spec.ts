import { expect } from "@playwright/test";
import { approveListing, dealOf, registerListing, registerSeller } from "./listing";
import { test } from "./network";
import {
  confirmFact,
  dialogOf,
  field,
  hasNot,
  mailTo,
  milestone,
  move,
  pathOf,
  person,
  signIn,
} from "./people";

/*
 * One deal from an owner's anonymous listing to a signed contract, played by four people in
 * four browsers: the seller's bank, the buyer's bank, the buyer and the seller.
 */
const stamp = Date.now().toString(36);
const DEAL = dealOf(stamp);
const { company: SELLER, owner: OWNER, ownerMail: OWNER_MAIL, secondMail: SECOND_MAIL, title: TITLE } = DEAL;

test("a deal from the anonymous listing to the signed contract", async ({ browser }, info) => {
  const finA = await person(browser, info, "finA");
  const finB = await person(browser, info, "finB");
  const buyB = await person(browser, info, "buyB");
  const seller = await person(browser, info, "seller");
  await signIn(finA, "fin-a@demo.example.jp");
  let desk = "";

  await test.step("a. the seller's bank registers the seller company and its listing", async () => {
    await registerSeller(finA, DEAL);
    desk = await registerListing(finA, DEAL);
  });

  await test.step("b. the seller approves by the mailed link", () => approveListing(finA, seller, DEAL));

  await signIn(finB, "fin-b@demo.example.jp");
  await signIn(buyB, "buy-b@demo.example.jp");
  let listing = "";
  let talk = "";

  await test.step("c. the buyer and its bank find the listing, without a name", async () => {
    for (const { page, shoot } of [finB, buyB]) {
      await page.goto("/seller-business");
      await page.getByRole("searchbox", { name: "フリーワード", exact: true }).fill(stamp);
      await page.getByRole("button", { name: "検索", exact: true }).click();
      await page.getByRole("link", { name: TITLE }).click();
      await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
      await expect(page.getByText("秘密保持契約に同意すると表示されます").first()).toBeVisible();
      await hasNot(page, SELLER, OWNER, "名駅", "五軸加工機", "航空機部品", "052-001-2345", "350,000");
      await shoot("listing-L1");
    }
    listing = new URL(buyB.page.url()).pathname;
    // A search for the company's name has no hits.
    await buyB.page.goto(`/seller-business?freeWord=${encodeURIComponent(SELLER)}`);
    await expect(buyB.page.getByText(/見つかりません|ありません/).first()).toBeVisible();
    await buyB.shoot("search-by-name-finds-nothing");
  });

  await test.step("d. interest, confidentiality, start, and a talk between the banks", async () => {
    await buyB.page.goto(listing);
    await buyB.page.getByRole("button", { name: "興味あり" }).click();
    await expect(buyB.page.getByText("「興味あり」を担当の金融機関に伝えました。")).toBeVisible();
    await buyB.page.getByRole("button", { name: "契約を読んで承諾する" }).click();
    await dialogOf(buyB.page).getByRole("checkbox").check();
    await buyB.shoot("agreement");
    await dialogOf(buyB.page).getByRole("button", { name: "秘密保持契約を承諾する" }).click();
    await expect(buyB.page.getByText(/承諾済み/)).toBeVisible();
    await hasNot(buyB.page, SELLER, "五軸加工機"); // not before its bank has started the negotiation

    await finB.page.goto(listing);
    await finB.page.getByRole("button", { name: "交渉を開始する" }).click();
    await dialogOf(finB.page).getByLabel("買手を探す").fill("月岬精機");
    await dialogOf(finB.page).getByRole("radio").first().check();
    await dialogOf(finB.page).getByRole("button", { name: "この買手で交渉を開始する" }).click();
    await expect(finB.page.getByRole("heading", { name: "できること" })).toBeVisible();
    await finB.shoot("case-started");
    const caseOfB = finB.page.url();

    // A second buyer of the same bank, which the first one must not learn about.
    await finB.page.goto(listing);
    await finB.page.getByRole("button", { name: /交渉を開始する/ }).click();
    await dialogOf(finB.page).getByLabel("買手を探す").fill("柚木沢");
    await dialogOf(finB.page).getByRole("radio").first().check();
    await dialogOf(finB.page).getByRole("button", { name: "この買手で交渉を開始する" }).click();
    await expect(finB.page.getByRole("heading", { name: "できること" })).toBeVisible();
    await buyB.page.goto(listing);
    await hasNot(buyB.page, "柚木沢");

    await finB.page.goto(caseOfB);
    await finB.page.getByRole("tab", { name: /売手側/ }).click();
    await finB.page.getByRole("textbox", { name: "メッセージ" }).fill("主な設備の導入時期を教えてください。");
    await finB.page.getByRole("button", { name: "ファイルを添付する" }).click();
    await finB.page.locator("input[type=file]").setInputFiles({
      name: "質問事項.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4 questions"),
    });
    await finB.page.getByRole("button", { name: "送信する" }).click();
    await expect(
      finB.page
        .getByRole("link", { name: /質問事項/ })
        .or(finB.page.getByRole("button", { name: /質問事項/ })),
    ).toBeVisible();
    await finB.shoot("message-sent");

    await finA.page.goto("/mypage");
    await finA.shoot("mypage-unread");
    await finA.page.goto(desk);
    await finA.page.getByRole("tab", { name: /交渉先/ }).click();
    await expect(finA.page.getByText("匿名").first()).toBeVisible();
    await hasNot(finA.page, "月岬精機", "柚木沢"); // the seller's bank does not know the buyers' names yet
    await finA.shoot("partners");
    await finA.page.getByRole("row").filter({ hasText: "未読1件を読む" }).getByRole("link").first().click();
    await expect(finA.page.getByText("主な設備の導入時期を教えてください。")).toBeVisible();
    await finA.page
      .getByRole("textbox", { name: "メッセージ" })
      .fill("2023年に更新しています。詳細は面談でご説明します。");
    await finA.page.getByRole("button", { name: "送信する" }).click();
    await finA.shoot("answered");
    talk = finA.page.url();
    await finB.page.reload();
    await finB.page.getByRole("tab", { name: /売手側/ }).click();
    await expect(finB.page.getByText("2023年に更新しています。")).toBeVisible();
  });

  await test.step("e. real names open with the owner's consent, and not before", async () => {
    await buyB.page.goto(`${listing}?tab=negotiation`);
    await move(buyB.page, "実名の開示に同意する");
    await buyB.shoot("realname-consent");
    await finB.page.reload();
    await move(finB.page, "実名交渉を申請する");
    for (const { page } of [finB, buyB]) {
      await page.goto(listing);
      await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
      await expect(page.getByText("実名交渉の承認後に表示されます").first()).toBeVisible();
      await hasNot(page, SELLER, OWNER, "航空機部品", "052-001-2345");
    }
    await finA.page.goto(talk);
    await expect(finA.page.getByText(/月岬精機/).first()).toBeVisible(); // now disclosed to the seller's bank
    await hasNot(finA.page, "柚木沢");
    await finA.shoot("requested");
    await move(finA.page, "オーナーへ承諾を依頼する", async (dialog) => {
      await dialog.getByRole("radio", { name: new RegExp(OWNER) }).check();
      await dialog.getByLabel(/^パスコードを送る別のアドレス/).fill(SECOND_MAIL);
    });

    const { page } = seller;
    const letter = await mailTo(page, OWNER_MAIL, (m) => m.link.includes("/owner-consent"));
    const second = await mailTo(page, SECOND_MAIL, (m) => m.passcode !== "");
    await page.goto(pathOf(letter.link));
    await page.getByRole("textbox", { name: /^パスコード/ }).fill(second.passcode);
    await page.getByRole("button", { name: "内容を見る" }).click();
    await expect(page.getByText(/月岬精機/).first()).toBeVisible();
    await expect(page.getByText("報告なし", { exact: true })).toBeVisible(); // nobody told of a look into the buyer
    await seller.shoot("owner-consent");
    await field(page, "お答えになる方のお名前").fill(OWNER);
    await page.getByRole("button", { name: "承諾する" }).click();
    await dialogOf(page).getByRole("button", { name: "承諾する" }).click();
    await expect(dialogOf(page)).toBeHidden();
    await seller.shoot("owner-agreed");

    for (const { page } of [finB, buyB]) {
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
      await hasNot(page, SELLER); // the owner agreed; the bank has not approved yet
    }
    await finA.page.reload();
    await move(finA.page, "実名交渉を承認する");
    for (const { page, shoot } of [finB, buyB]) {
      await page.reload();
      await expect(page.getByText(SELLER).first()).toBeVisible();
      await expect(page.getByText("航空機部品の切削加工").first()).toBeVisible();
      await shoot("names-open");
    }
    await finA.page.goto(`${desk}?tab=ledger`);
    await expect(finA.page.getByText("ネームクリア").first()).toBeVisible();
    await finA.shoot("ledger");
  });

  await test.step("f. milestones, terms, and the contract that one proposes and the other confirms", async () => {
    await finA.page.goto(talk);
    await milestone(finA.page, "トップ面談", 0);
    await finB.page.goto(`/financial-support${listing}`);
    await finB.page.getByRole("tab", { name: /月岬精機/ }).click();
    await milestone(finB.page, "意向表明", 0, "150,000");
    await expect(finB.page.getByText(/意向表明：相手方の確認待ち/)).toBeVisible();
    await finB.shoot("intent-waits");
    await buyB.page.goto(`${listing}?tab=negotiation`);
    await hasNot(buyB.page, "相手方の確認待ち", "1億5,000万円"); // not before both banks have confirmed it
    // The confirmation is the first task of the seller's bank, which returns the record once.
    await finA.page.goto(desk);
    await expect(finA.page.getByText(/相手方が記録した日程・条件を確認する/).first()).toBeVisible();
    await finA.shoot("desk-asks");
    await finA.page.goto(talk);
    await finA.page.getByRole("button", { name: "差し戻す", exact: true }).click();
    await dialogOf(finA.page)
      .getByLabel(/^差し戻す理由/)
      .fill("金額をご確認ください。");
    await dialogOf(finA.page).getByRole("button", { name: "差し戻す", exact: true }).click();
    await expect(dialogOf(finA.page)).toBeHidden();
    await finB.page.reload();
    await expect(finB.page.getByText("差戻しの理由：金額をご確認ください。")).toBeVisible();
    await finB.page.getByRole("button", { name: "意向表明を変更する" }).click();
    await dialogOf(finB.page).getByLabel(/^価格/).fill("149,000");
    await dialogOf(finB.page).getByRole("button", { name: "記録する" }).click();
    await expect(dialogOf(finB.page)).toBeHidden();
    await finA.page.reload();
    await finA.page.getByRole("button", { name: "意向表明を確認する" }).click();
    await finA.shoot("intent-confirm");
    await dialogOf(finA.page).getByRole("button", { name: "確認する", exact: true }).click();
    await expect(dialogOf(finA.page)).toBeHidden();
    await move(finA.page, "条件交渉へ進む");
    await milestone(finA.page, "最終契約", 0, undefined, ["基本合意", "DD"]);
    await milestone(finA.page, "クロージング", 20);
    await finA.shoot("conditions");
    await finB.page.reload();
    await finB.shoot("days-wait");
    await confirmFact(finB.page, "クロージング"); // together with the steps before it
    await finA.page.reload();
    await move(finA.page, "成約を提案する");
    await finB.page.reload();
    await move(finB.page, "成約を確認する");
    await finB.shoot("signed");

    await buyB.page.goto(listing);
    await expect(buyB.page.getByText("成約").first()).toBeVisible();
    await buyB.shoot("signed");
    await finA.page.goto(desk);
    await expect(finA.page.getByText("成約済み").first()).toBeVisible();
    await hasNot(finA.page, "受付停止中");
    await finA.shoot("concluded");
    // The closing: one bank records day and amount, the other confirms; then no task is left.
    await finA.page.goto(talk);
    await finA.page.getByRole("button", { name: "クロージングの完了を記録する" }).click();
    const closing = dialogOf(finA.page);
    await closing.getByLabel(/^完了日/).fill(new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10));
    await closing.getByLabel(/^成約金額/).fill("149,000");
    await closing.getByRole("button", { name: "記録する" }).click();
    await expect(closing).toBeHidden();
    await finB.page.reload();
    await confirmFact(finB.page, "クロージング完了");
    await finB.shoot("closed");
    await finA.page.goto(desk);
    await expect(finA.page.getByText("この案件での操作は終わりです。")).toBeVisible();
    // The other negotiation has ended, and does not say who the buyer is.
    await finB.page.getByRole("tab", { name: /柚木沢/ }).click();
    await expect(finB.page.getByText(/募集終了/).first()).toBeVisible();
    await finB.shoot("rival-ended");
  });
});
