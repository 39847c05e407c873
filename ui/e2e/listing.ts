import { expect } from "@playwright/test";
import { choice, dialogOf, field, mailTo, type Person, pathOf } from "./people";

/* The beginning of a deal: a seller company, its listing, and the owner's approval by the mailed link. */

/** What a deal is called, and who agrees to it. */
export interface Deal {
  company: string;
  owner: string;
  ownerMail: string;
  /** Where the passcode goes. */
  secondMail: string;
  title: string;
}

/** The words of one deal; `stamp` makes them its own. */
export const dealOf = (stamp: string): Deal => ({
  company: `秘匿山${stamp}製作所株式会社`,
  owner: "隠岐 守",
  ownerMail: `owner-${stamp}@seller.example.jp`,
  secondMail: `second-${stamp}@seller.example.jp`,
  title: `【東海地方】精密部品の加工 ${stamp}`,
});

/** The seller's bank registers the company. It ends on the company's page. */
export async function registerSeller(finA: Person, deal: Deal) {
  const { page } = finA;
  await page.getByRole("link", { name: "売手管理" }).first().click();
  await page.getByRole("link", { name: "売手を登録する" }).click();
  await page.getByLabel("業種を探す").fill("生産用機械");
  await page.getByRole("checkbox", { name: /生産用機械器具製造業/ }).check();
  await page.getByLabel("所在地（都道府県）").selectOption("愛知県");
  await page.getByLabel("年間売上高").selectOption("3億円以上5億円未満");
  await finA.shoot("seller-overview");
  await page.getByRole("button", { name: "次へ（詳細）" }).click();
  await field(page, "企業名").fill(deal.company);
  await field(page, "企業形態").selectOption("株式会社");
  await field(page, "代表者名").fill(deal.owner);
  await field(page, "郵便番号").fill("４５０－０００２"); // in full width, as users often type it
  await expect(field(page, "町域")).toHaveValue(/名駅/);
  await field(page, "代表電話番号").fill("052-001-2345");
  await field(page, "直近の売上高").fill("３５０，０００");
  await field(page, "従業員数").fill("25");
  await finA.shoot("seller-details");
  await page.getByRole("button", { name: "次へ（担当者）" }).click();
  await field(page, "氏名").fill(deal.owner);
  await field(page, "メールアドレス").fill(deal.ownerMail);
  await page.getByRole("button", { name: "確認画面へ" }).click();
  await expect(page.getByText(deal.company)).toBeVisible();
  await finA.shoot("seller-confirm");
  await page.getByRole("button", { name: "この内容で登録する" }).click();
  await expect(page.getByRole("heading", { level: 1, name: deal.company })).toBeVisible();
  await finA.shoot("seller-registered");
}

/** The seller's bank registers the listing of the company whose page is open, and gets the path of its desk. */
export async function registerListing(finA: Person, deal: Deal): Promise<string> {
  const { page } = finA;
  await page.getByRole("link", { name: "売却案件を登録する" }).first().click();
  await field(page, "案件名（匿名の表題）").fill(deal.title);
  await field(page, "案件の説明").fill(`${deal.company}の切削加工です。`);
  // The anonymity check marks the name while the user types.
  await expect(page.getByText("企業名（または読み）", { exact: false }).first()).toBeVisible();
  await finA.shoot("listing-name-found");
  await field(page, "案件の説明").fill(
    "東海地方で精密部品の切削加工を営む企業です。後継者が不在のため、譲渡先を探しています。",
  );
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
  await choice(page, "譲渡の理由", "後継者不在").check();
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
  await field(page, "総資産").fill("280000");
  await field(page, "負債総額").fill("160000");
  await field(page, "純資産").fill("120000");
  await field(page, "現預金").fill("60000");
  await field(page, "有利子負債").fill("80000");
  await field(page, "商品・サービス").fill("航空機部品の切削加工");
  await field(page, "市場").fill("東海地方の航空機産業");
  await field(page, "主な顧客").fill("大手重工メーカー");
  await expect(field(page, "企業名")).toHaveValue(deal.company); // taken from the company
  await finA.shoot("listing-details");
  await page.getByRole("button", { name: "次へ（公開範囲・期間）" }).click();
  await finA.shoot("listing-audience");
  await page.getByRole("button", { name: "確認画面へ" }).click();
  await expect(page.getByRole("button", { name: "この内容で登録する" })).toBeVisible();
  await finA.shoot("listing-confirm");
  await page.getByRole("button", { name: "この内容で登録する" }).click();
  await expect(page.getByRole("heading", { level: 1, name: deal.title })).toBeVisible();
  await finA.shoot("desk");
  return new URL(page.url()).pathname;
}

/** The seller approves the listing whose desk is open, by the mailed link. */
export async function approveListing(finA: Person, seller: Person, deal: Deal) {
  await finA.page.getByRole("button", { name: "承認を依頼する" }).first().click();
  await field(finA.page, "パスコードを送るメールアドレス").fill(deal.secondMail);
  await finA.shoot("approval-dialog");
  // Few companies fit industry, region and size: nothing is sent before that is confirmed.
  const send = dialogOf(finA.page).getByRole("button", { name: "承認を依頼する" });
  await expect(send).toHaveAttribute("aria-disabled", "true");
  await expect(dialogOf(finA.page).getByRole("alert")).toContainText("企業が特定されるおそれ");
  await dialogOf(finA.page)
    .getByRole("checkbox", { name: /推測されるおそれを承知のうえ/ })
    .check();
  await send.click();
  await expect(finA.page.getByText(/承認を依頼しました/).first()).toBeVisible();

  const { page } = seller;
  const letter = await mailTo(page, deal.ownerMail, (m) => m.link.includes("/seller-business/approve"));
  const second = await mailTo(page, deal.secondMail, (m) => m.passcode !== "");
  for (const secret of [deal.company, deal.owner, deal.title])
    expect(letter.text.replace(`${deal.owner} 様`, "")).not.toContain(secret);
  await page.goto(pathOf(letter.link));
  await page.getByRole("textbox", { name: /^パスコード/ }).fill("00000000");
  await page.getByRole("button", { name: "内容を見る" }).click();
  await seller.shoot("wrong-passcode");
  await page.getByRole("textbox", { name: /^パスコード/ }).fill(second.passcode);
  await page.getByRole("button", { name: "内容を見る" }).click();
  await expect(page.getByText(deal.title).first()).toBeVisible();
  await seller.shoot("approval-sheet");
  await field(page, "お名前").fill(deal.owner);
  await page.getByRole("button", { name: "承認する" }).click();
  await dialogOf(page).getByRole("button", { name: "承認する" }).click();
  await expect(page.getByRole("heading", { name: /承認|ありがとう/ }).first()).toBeVisible();
  await seller.shoot("approved");
  // The link is valid for one decision only.
  await page.goto(pathOf(letter.link));
  await page.getByRole("textbox", { name: /^パスコード/ }).fill(second.passcode);
  await page.getByRole("button", { name: "内容を見る" }).click();
  await expect(page.getByText(deal.title)).toHaveCount(0);
}
