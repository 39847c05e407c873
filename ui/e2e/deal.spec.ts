import { expect, test } from "@playwright/test";
import { choice, dialogOf, field, hasNot, mailTo, move, pathOf, person, signIn } from "./people";

/*
 * One deal from an owner's anonymous listing to a signed contract, played by four people in
 * four browsers: the seller's bank, the buyer's bank, the buyer and the seller.
 */
const stamp = Date.now().toString(36);
const SELLER = `秘匿山${stamp}製作所株式会社`;
const OWNER = "隠岐 守";
const OWNER_MAIL = `owner-${stamp}@seller.example.jp`;
const SECOND_MAIL = `second-${stamp}@seller.example.jp`;
const TITLE = `【東海地方】精密部品の加工 ${stamp}`;

test("a deal from the anonymous listing to the signed contract", async ({ browser }, info) => {
  test.setTimeout(300_000);
  const finA = await person(browser, info, "finA");
  const finB = await person(browser, info, "finB");
  const buyB = await person(browser, info, "buyB");
  const seller = await person(browser, info, "seller");
  await signIn(finA, "fin-a@demo.example.jp");

  await test.step("a. the seller's bank registers the seller company", async () => {
    const { page } = finA;
    await page.getByRole("link", { name: "売手管理" }).first().click();
    await page.getByRole("link", { name: "売手を登録する" }).click();
    await page.getByLabel("業種を探す").fill("生産用機械");
    await page.getByRole("checkbox", { name: /生産用機械器具製造業/ }).check();
    await page.getByLabel("所在地（都道府県）").selectOption("愛知県");
    await page.getByLabel("年間売上高").selectOption("3億円以上5億円未満");
    await finA.shoot("seller-overview");
    await page.getByRole("button", { name: "次へ（詳細）" }).click();
    await field(page, "企業名").fill(SELLER);
    await field(page, "企業形態").selectOption("株式会社");
    await field(page, "代表者名").fill(OWNER);
    await field(page, "郵便番号").fill("４５０－０００２"); // as people type it
    await expect(field(page, "町域")).toHaveValue(/名駅/);
    await field(page, "代表電話番号").fill("052-001-2345");
    await field(page, "直近の売上高").fill("３５０，０００");
    await field(page, "従業員数").fill("25");
    await finA.shoot("seller-details");
    await page.getByRole("button", { name: "次へ（担当者）" }).click();
    await field(page, "氏名").fill(OWNER);
    await field(page, "メールアドレス").fill(OWNER_MAIL);
    await page.getByRole("button", { name: "確認画面へ" }).click();
    await expect(page.getByText(SELLER)).toBeVisible();
    await finA.shoot("seller-confirm");
    await page.getByRole("button", { name: "この内容で登録する" }).click();
    await expect(page.getByRole("heading", { level: 1, name: SELLER })).toBeVisible();
    await finA.shoot("seller-registered");
  });

  await test.step("a. the seller's bank registers the listing", async () => {
    const { page } = finA;
    await page.getByRole("link", { name: "売却案件を登録する" }).first().click();
    await field(page, "案件名（匿名の表題）").fill(TITLE);
    await field(page, "案件の説明").fill(`${SELLER}の切削加工です。`);
    // The anonymity check points at the name as one types.
    await expect(page.getByText("会社名", { exact: false }).first()).toBeVisible();
    await finA.shoot("listing-name-found");
    await field(page, "案件の説明").fill("東海地方で精密部品の切削加工を営む企業です。後継者が不在のため、譲渡先を探しています。");
    await page.getByLabel("業種を探す").fill("生産用機械");
    await page.getByRole("checkbox", { name: /生産用機械器具製造業/ }).check();
    await choice(page, "公開する地域", "東海").check();
    await field(page, "売上高").selectOption("3億円以上5億円未満");
    await field(page, "営業利益").selectOption("1,000万円以上3,000万円未満");
    await field(page, "従業員数").selectOption("21～50人");
    await field(page, "希望価格（下限）").selectOption("1億円");
    await field(page, "希望価格（上限）").selectOption("3億円以下");
    await page.getByRole("radio", { name: /譲渡意思決定済み（企業概要書あり）/ }).check();
    await choice(page, "交渉対象", /株式譲渡（全株式）/).check();
    await choice(page, "譲渡対象資産", /株式（会社全体）/).check();
    await finA.shoot("listing-overview");
    await page.getByRole("button", { name: "次へ（詳細）" }).click();
    await choice(page, "譲渡理由", "後継者不在").check();
    await field(page, "強み").fill("五軸加工機を保有し、試作から量産まで対応します。");
    await field(page, "決算年度（直近期）").fill("2026");
    const amounts: [string, string, string][] = [
      ["売上高", "350000", "340000"],
      ["営業利益", "18000", "16000"],
      ["経常利益", "17000", "15000"],
      ["EBITDA", "26000", "24000"],
      ["当期純利益", "11000", "10000"],
      ["役員報酬", "12000", "12000"],
    ];
    for (const [name, now, before] of amounts) {
      await field(page, `${name}（直近期）`).fill(now);
      await field(page, `${name}（前期）`).fill(before);
    }
    await field(page, "資産総額").fill("280000");
    await field(page, "負債総額").fill("160000");
    await field(page, "純資産").fill("120000");
    await field(page, "現預金").fill("60000");
    await field(page, "有利子負債").fill("80000");
    await field(page, "商品・サービス").fill("航空機部品の切削加工");
    await field(page, "市場").fill("東海地方の航空機産業");
    await field(page, "主な顧客").fill("大手重工メーカー");
    await expect(field(page, "会社名")).toHaveValue(SELLER); // taken from the company
    await finA.shoot("listing-details");
    await page.getByRole("button", { name: "次へ（公開範囲・期間）" }).click();
    await finA.shoot("listing-audience");
    await page.getByRole("button", { name: "確認画面へ" }).click();
    await expect(page.getByRole("button", { name: "この内容で登録する" })).toBeVisible();
    await finA.shoot("listing-confirm");
    await page.getByRole("button", { name: "この内容で登録する" }).click();
    await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
    await finA.shoot("desk");
  });

  await test.step("b. the seller approves by the mailed link", async () => {
    await finA.page.getByRole("button", { name: "承認を依頼する" }).first().click();
    await field(finA.page, "パスコードを送るメールアドレス").fill(SECOND_MAIL);
    await finA.shoot("approval-dialog");
    await dialogOf(finA.page).getByRole("button", { name: "承認を依頼する" }).click();
    await expect(finA.page.getByText(/承認を依頼しました/).first()).toBeVisible();

    const { page } = seller;
    const letter = await mailTo(page, OWNER_MAIL, (m) => m.link.includes("/seller-business/approve"));
    const second = await mailTo(page, SECOND_MAIL, (m) => m.passcode !== "");
    for (const secret of [SELLER, OWNER, TITLE]) expect(letter.text.replace(`${OWNER} 様`, "")).not.toContain(secret);
    await page.goto(pathOf(letter.link));
    await page.getByRole("textbox", { name: /^パスコード/ }).fill("00000000");
    await page.getByRole("button", { name: "内容を見る" }).click();
    await seller.shoot("wrong-passcode");
    await page.getByRole("textbox", { name: /^パスコード/ }).fill(second.passcode);
    await page.getByRole("button", { name: "内容を見る" }).click();
    await expect(page.getByText(TITLE).first()).toBeVisible();
    await seller.shoot("approval-sheet");
    await field(page, "お名前").fill(OWNER);
    await page.getByRole("button", { name: "承認する" }).click();
    await dialogOf(page).getByRole("button", { name: "承認する" }).click();
    await expect(page.getByRole("heading", { name: /承認|ありがとう/ }).first()).toBeVisible();
    await seller.shoot("approved");
    // The link is good for one decision.
    await page.goto(pathOf(letter.link));
    await page.getByRole("textbox", { name: /^パスコード/ }).fill(second.passcode);
    await page.getByRole("button", { name: "内容を見る" }).click();
    await expect(page.getByText(TITLE)).toHaveCount(0);
  });

  await signIn(finB, "fin-b@demo.example.jp");
  await signIn(buyB, "buy-b@demo.example.jp");
  let listing = "";

  await test.step("c. the buyer and its bank find the listing, without a name", async () => {
    for (const { page, shoot } of [finB, buyB]) {
      await page.goto("/seller-business");
      await page.getByRole("searchbox", { name: /フリーワード/ }).fill(stamp);
      await page.getByRole("button", { name: "検索", exact: true }).click();
      await page.getByRole("link", { name: TITLE }).click();
      await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
      await expect(page.getByText("秘密保持契約に同意すると表示されます").first()).toBeVisible();
      await hasNot(page, SELLER, OWNER, "名駅", "五軸加工機", "航空機部品", "052-001-2345", "350,000");
      await shoot("listing-L1");
    }
    listing = new URL(buyB.page.url()).pathname;
    // The company's name finds nothing.
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
    await hasNot(buyB.page, SELLER, "五軸加工機"); // not before its bank has begun

    await finB.page.goto(listing);
    await finB.page.getByRole("button", { name: "交渉を開始する" }).click();
    await dialogOf(finB.page).getByLabel("買手を探す").fill("月岬精機");
    await dialogOf(finB.page).getByRole("radio").first().check();
    await dialogOf(finB.page).getByRole("button", { name: "この買手で交渉を開始する" }).click();
    await expect(finB.page.getByRole("heading", { name: "できること" })).toBeVisible();
    await finB.shoot("case-started");
  });
});
