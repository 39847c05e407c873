import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { approveListing, dealOf, registerListing, registerSeller } from "./listing";
import { type Network, startAhead } from "./network";
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
 * One deal with every duty that a network begins with, played by four people: from the listing to the contract, and the looks after it on
 * the 30th, the 90th and the 180th day (compliance.md 2). The test moves the program's clock, and with it the browsers'.
 */
const test = base.extend<{ clock: Clock }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures' names from this pattern
  clock: async ({}, use) => {
    const clock = new Clock();
    await clock.forward(0);
    await use(clock);
    await clock.end();
  },
});

const DAY = 24 * 3_600_000;
const DEAL = dealOf(`care${Date.now().toString(36)}`);
const BUYER = "月岬精機";

/** A demo network whose program is started anew with a later clock. */
class Clock {
  days = 0;
  private network: Network | undefined;
  private readonly data = join(mkdtempSync(join(tmpdir(), "tsunagu-")), "data");

  async forward(days: number) {
    await this.network?.end();
    this.days += days;
    this.network = await startAhead(["demo", "-data", this.data], /止めるには Ctrl\+C/, this.days);
  }

  async end() {
    await this.network?.end();
    if (existsSync(this.data)) rmSync(this.data, { recursive: true });
  }

  url(path: string) {
    return `${this.network?.base}${path}`;
  }

  /** The day in Japan so many days from the program's today. */
  day(from = 0) {
    return new Date(Date.now() + 9 * 3_600_000 + (this.days + from) * DAY).toISOString().slice(0, 10);
  }
}

const duties = (page: Page) => page.getByRole("region", { name: /^(案件の)?確認事項$/ });

/** Those of the negotiation, on a page that shows the listing's too. */
const ofDeal = (page: Page) => page.getByRole("region", { name: "確認事項", exact: true });

/** Records a duty of the panel on a page. */
async function record(page: Page, kind: string, fill: (dialog: Locator) => Promise<void>) {
  const panel = duties(page).filter({ hasText: kind });
  const button = panel.getByRole("button", { name: new RegExp(`^記録(する|し直す).*：${kind}（`) });
  await panel.getByText("すべての記録").click();
  await button.click();
  const dialog = dialogOf(page);
  await fill(dialog);
  await dialog.getByRole("button", { name: /^記録(する|し直す)$/ }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
}

const pick = (dialog: Locator, group: string, choice: string) =>
  dialog
    .getByRole("radiogroup", { name: new RegExp(`^${group}`) })
    .getByRole("radio", { name: choice, exact: true })
    .check();

const CLEAR: Record<string, (dialog: Locator) => Promise<void>> = {
  反社照会: async (dialog) => {
    await dialog.getByRole("checkbox", { name: "自社の情報" }).check();
    await pick(dialog, "結果", "該当なし");
  },
  買手調査: async (dialog) => {
    for (const item of [
      "財務",
      "コンプライアンス",
      "事業の実態",
      "実質的支配者",
      "資金の見込み",
      "過去のM&A",
    ])
      await pick(dialog, item, "問題なし");
  },
  特定事業者リスト照会: async (dialog) => {
    await pick(dialog, "照会", "リストを照会した");
    await dialog.getByLabel(/^リストの日付/).fill("2026-11-01");
    await dialog.getByRole("checkbox", { name: "法人番号" }).check();
    await pick(dialog, "結果", "該当なし");
  },
  重要事項説明: async (dialog) => {
    await pick(dialog, "立場", "仲介");
    const paper = dialog.getByLabel(/^使った書面/); // a bank with a text of its own does not name it
    if ((await paper.count()) > 0) await paper.fill("重要事項説明書 第3版");
    await dialog.getByRole("button", { name: /^すべて選ぶ/ }).click();
    await pick(dialog, "書面の渡し方", "紙で手渡した");
    await dialog
      .getByRole("textbox", { name: /^口頭で説明した人/ })
      .fill("湊 一郎、中小企業診断士、8年、3件");
    await pick(dialog, "説明した相手", "代表者");
    await dialog.getByLabel(/^相手の氏名・役職/).fill("代表取締役");
  },
  経営者保証: async (dialog) => {
    await pick(dialog, "経営者保証", "1件");
    await pick(dialog, "事前に金融機関に相談", "いいえ");
    await dialog.getByLabel(/^保証1：金融機関/).fill("港湾信用金庫");
    await pick(dialog, "保証1：種類", "根保証");
    await pick(dialog, "保証1：保証している額", "5,000万円未満");
    await pick(dialog, "保証1：予定", "解除");
    await dialog.getByLabel(/^保証1：いつまでに/).fill("2027-06-30");
    await pick(dialog, "最終契約の条項", "義務");
  },
  最終契約の注意点: async (dialog) => {
    await dialog.getByRole("button", { name: /^すべて選ぶ/ }).click();
    await pick(dialog, "説明した相手", "代表者");
    await dialog.getByLabel(/^相手の氏名・役職/).fill("代表取締役");
  },
};

/** Records those of the kinds that are not there yet: of the demo's buyer some are. */
async function satisfy(page: Page, ...kinds: string[]) {
  for (const kind of kinds) {
    await expect(duties(page).filter({ hasText: kind })).toContainText("すべての記録");
    const missing = duties(page)
      .getByRole("listitem", { includeHidden: true })
      .filter({ hasText: kind })
      .filter({ hasText: /未実施|期限切れ/ });
    if ((await missing.count()) > 0)
      await record(page, kind, CLEAR[kind] as (dialog: Locator) => Promise<void>);
  }
}

/** What was promised, as the seller says. */
const promised = (guarantee: string, note?: string) => async (dialog: Locator) => {
  await pick(dialog, "経営者保証の解除・移行", guarantee);
  await pick(dialog, "分割払い・残りの代金の支払い", "対象なし");
  await pick(dialog, "役員退職金の支払い", "守られた");
  await dialog.getByLabel(/^確かめた相手と方法/).fill("代表者に電話で");
  if (note) await dialog.getByLabel(/^経緯・メモ/).fill(note);
};

test("a deal with its duties, until the owner's guarantee is released on the 180th day", async ({
  browser,
  clock,
}, info) => {
  const options = { baseURL: clock.url("") };
  const [finA, finB, buyB, seller] = [
    await person(browser, info, "finA", options),
    await person(browser, info, "finB", options),
    await person(browser, info, "buyB", options),
    await person(browser, info, "seller", options),
  ];
  await signIn(finA, "fin-a@demo.example.jp");
  await signIn(finB, "fin-b@demo.example.jp");
  await signIn(buyB, "buy-b@demo.example.jp");
  let [desk, talk, caseOfB, listing] = ["", "", "", ""];

  await test.step("the listing waits for the explanation to its seller", async () => {
    await registerSeller(finA, DEAL);
    const company = new URL(finA.page.url()).pathname;
    desk = await registerListing(finA, DEAL);
    await expect(duties(finA.page)).toContainText("重要事項説明（未実施）");
    await finA.page.goto(company);
    await satisfy(finA.page, "反社照会", "重要事項説明");
    await finA.page.goto(desk);
    await satisfy(finA.page, "経営者保証");
    await approveListing(finA, seller, DEAL);
  });

  await test.step("the buyer's bank asks for the names once it has looked into its buyer", async () => {
    await buyB.page.goto(`/seller-business?freeWord=${encodeURIComponent(DEAL.title)}`);
    await buyB.page.getByRole("link", { name: DEAL.title }).click();
    await expect(buyB.page.getByRole("heading", { level: 1, name: DEAL.title })).toBeVisible();
    listing = new URL(buyB.page.url()).pathname;
    await buyB.page.getByRole("button", { name: "興味あり" }).click();
    await expect(buyB.page.getByText("「興味あり」を担当の金融機関に伝えました。")).toBeVisible();
    await buyB.page.getByRole("button", { name: "契約を読んで承諾する" }).click();
    await dialogOf(buyB.page).getByRole("checkbox").check();
    await dialogOf(buyB.page).getByRole("button", { name: "秘密保持契約を承諾する" }).click();
    await expect(buyB.page.getByText(/承諾済み/)).toBeVisible();
    await finB.page.goto(listing);
    await finB.page.getByRole("button", { name: "交渉を開始する" }).click();
    await dialogOf(finB.page).getByLabel("買手を探す").fill(BUYER);
    await dialogOf(finB.page).getByRole("radio").first().check();
    await dialogOf(finB.page).getByRole("button", { name: "この買手で交渉を開始する" }).click();
    await expect(finB.page.getByRole("heading", { name: "できること" })).toBeVisible();
    caseOfB = finB.page.url().slice(clock.url("").length);
    await buyB.page.goto(`${listing}?tab=negotiation`);
    await move(buyB.page, "実名の開示に同意する");
    await finB.page.reload();
    const request = finB.page.getByRole("button", { name: "実名交渉を申請する", exact: true }).first();
    await expect(request).toHaveAttribute("aria-disabled", "true");
    await satisfy(finB.page, "反社照会", "買手調査", "特定事業者リスト照会", "重要事項説明");
    await move(finB.page, "実名交渉を申請する");
    await finB.page.getByRole("button", { name: "売手側に報告する" }).click();
    await dialogOf(finB.page).getByRole("button", { name: "報告する", exact: true }).click();
    await expect(dialogOf(finB.page)).toBeHidden();
  });

  await test.step("the owner reads the report beside the buyer's name, and the names open", async () => {
    await finA.page.goto(desk);
    await finA.page.getByRole("tab", { name: /交渉先/ }).click();
    await finA.page.getByRole("row").filter({ hasText: BUYER }).getByRole("link").first().click();
    await expect(finA.page.getByRole("heading", { name: "できること" })).toBeVisible();
    talk = finA.page.url().slice(clock.url("").length);
    await finA.page.getByRole("button", { name: "売手に伝えることを記録する" }).click();
    await pick(dialogOf(finA.page), "売手に伝えること", "報告を売手に見せる");
    await dialogOf(finA.page).getByRole("button", { name: "記録する" }).click();
    await expect(dialogOf(finA.page)).toBeHidden();
    await finA.page.reload();
    await move(finA.page, "オーナーへ承諾を依頼する", async (dialog) => {
      await dialog.getByRole("radio", { name: new RegExp(DEAL.owner) }).check();
      await dialog.getByLabel(/^パスコードを送る別のアドレス/).fill(DEAL.secondMail);
    });
    const { page } = seller;
    const letter = await mailTo(page, DEAL.ownerMail, (mail) => mail.link.includes("/owner-consent"));
    const second = await mailTo(page, DEAL.secondMail, (mail) => mail.passcode !== "");
    await page.goto(pathOf(letter.link));
    await page.getByRole("textbox", { name: /^パスコード/ }).fill(second.passcode);
    await page.getByRole("button", { name: "内容を見る" }).click();
    await expect(page.getByText("過去のM&A", { exact: false })).toBeVisible();
    await hasNot(page, "反社", "特定事業者", "報告なし");
    await seller.shoot("report");
    await field(page, "お答えになる方のお名前").fill(DEAL.owner);
    await page.getByRole("button", { name: "承諾する" }).click();
    await dialogOf(page).getByRole("button", { name: "承諾する" }).click();
    await expect(dialogOf(page)).toBeHidden();
    await finA.page.reload();
    await satisfy(finA.page, "特定事業者リスト照会");
    await move(finA.page, "実名交渉を承認する");
  });

  await test.step("the contract waits for what each bank explains to its side", async () => {
    await milestone(finA.page, "トップ面談", 0);
    await finB.page.goto(caseOfB);
    await milestone(finB.page, "意向表明", 0, "150,000");
    await finA.page.reload();
    await confirmFact(finA.page, "意向表明");
    await move(finA.page, "条件交渉へ進む");
    await milestone(finA.page, "最終契約", 0, undefined, ["基本合意", "DD"]);
    await milestone(finA.page, "クロージング", 20);
    await finB.page.reload();
    await confirmFact(finB.page, "クロージング");
    await satisfy(finB.page, "最終契約の注意点");
    await finA.page.reload();
    await satisfy(finA.page, "最終契約の注意点");
    await move(finA.page, "成約を提案する");
    await finB.page.reload();
    await move(finB.page, "成約を確認する");
    await expect(finB.page.getByText("成約").first()).toBeVisible();
    await finA.page.reload();
    await expect(ofDeal(finA.page)).toContainText("すべての記録");
  });

  const looks: { at: number; guarantee: string; note?: string; isLast?: boolean }[] = [
    { at: 30, guarantee: "まだ（期限の前）" },
    { at: 90, guarantee: "守られていない", note: "港湾信用金庫への申入れが済んでいない。" },
    { at: 180, guarantee: "守られた", isLast: true },
  ];
  for (const { at, guarantee, note, isLast } of looks)
    await test.step(`the ${at}th day`, async () => {
      await clock.forward(at - clock.days);
      const there = { baseURL: clock.url("") };
      const [bank, other, buyer] = [
        await person(browser, info, `finA-${at}`, there),
        await person(browser, info, `finB-${at}`, there),
        await person(browser, info, `buyB-${at}`, there),
      ];
      for (const { page } of [bank, other, buyer])
        await page.clock.setSystemTime(new Date(Date.now() + at * DAY));
      await signIn(bank, "fin-a@demo.example.jp");
      await bank.shoot("tasks");
      await bank.page.goto(talk);
      await expect(ofDeal(bank.page)).toContainText("成約後の確認");
      await record(bank.page, "成約後の確認", promised(guarantee, note));
      await ofDeal(bank.page).getByText("すべての記録").click();
      const row = ofDeal(bank.page).getByRole("listitem").filter({ hasText: "成約後の確認" });
      await expect(row).toContainText(isLast ? "済み" : "確認中");
      if (note) {
        await row.getByRole("button", { name: /^報告の下書き/ }).click();
        await expect(dialogOf(bank.page).getByLabel("報告の文章")).toHaveValue(new RegExp(note));
        await dialogOf(bank.page).getByText("閉じる", { exact: true }).click();
      } else await expect(row.getByRole("button", { name: /^報告の下書き/ })).toHaveCount(0);
      await bank.shoot("looked");
      // Neither the buyer's bank nor the buyer learns that anybody looks.
      await signIn(other, "fin-b@demo.example.jp");
      await other.page.goto(caseOfB);
      await expect(ofDeal(other.page)).toContainText("すべての記録");
      await hasNot(other.page, "成約後の確認", "申入れが済んでいない");
      await signIn(buyer, "buy-b@demo.example.jp");
      await buyer.page.goto(`${listing}?tab=negotiation`);
      await expect(buyer.page.getByRole("heading", { level: 1, name: DEAL.title })).toBeVisible();
      await hasNot(buyer.page, "成約後の確認", "確認事項", "申入れが済んでいない");
    });
});
