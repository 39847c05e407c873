import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import {
  ask,
  dialogOf,
  hasNot,
  looksWell,
  mailTo,
  move,
  pathOf,
  person,
  signIn,
  signInOffice,
} from "./people";

/* Duties of the desk: what a step wants, who records it, who lets a step go on without, and who never learns of it. */

const [CLERK, SECOND, BUYER, SELLING, LENDER, OFFICE] = [
  "fin-b@demo.example.jp",
  "fin-b2@demo.example.jp",
  "buy-b@demo.example.jp",
  "fin-a@demo.example.jp",
  "loan-b@demo.example.jp",
  "office@demo.example.jp",
];

const REASON = "先月の別の案件で説明し、内容に変わりがないため";

const duties = (page: Page) => page.getByRole("region", { name: "確認事項", exact: true });

/** Opens the list of all duties. */
const openList = (page: Page) => duties(page).getByText("すべての記録").click();

test("a step waits for a duty: it is recorded by keyboard, another is waived by two, and nobody else learns of it", async ({
  browser,
}, info) => {
  const [office, clerk, buyer, second, selling, lender] = [
    await person(browser, info, "office"),
    await person(browser, info, "clerk"),
    await person(browser, info, "buyer"),
    await person(browser, info, "second"),
    await person(browser, info, "selling"),
    await person(browser, info, "lender"),
  ];

  await test.step("the office makes two of them required before the names open", async () => {
    await signInOffice(office, OFFICE);
    await office.page.getByRole("link", { name: "期間と金額の帯" }).click();
    for (const kind of ["買手調査", "手数料"])
      await office.page.getByLabel(`${kind}（実名交渉の申請）`, { exact: true }).selectOption("2");
    await looksWell(office.page);
    await office.page.getByRole("button", { name: "期間と帯を保存する" }).click();
    await expect(office.page.getByText("期間と帯を保存しました。")).toBeVisible();
  });

  // A negotiation that begins now: one that had begun keeps its terms.
  await signIn(clerk, CLERK);
  const { partnerList } = JSON.parse(
    (await ask(clerk.page, "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100")).text,
  );
  type Row = { sellerBusinessId: string; status: number; interestStatus: number; displayName: string };
  const wanted = (partnerList as Row[]).find((row) => row.status === 0 && row.interestStatus === 2);
  if (!wanted) throw new Error("the demo has no buyer of B that is interested and waits");
  const listing = `/seller-business/${wanted.sellerBusinessId}`;
  await signIn(buyer, BUYER);
  await buyer.page.goto(listing);
  await buyer.page.getByRole("button", { name: "契約を読んで承諾する" }).click();
  await dialogOf(buyer.page).getByRole("checkbox").check();
  await dialogOf(buyer.page).getByRole("button", { name: "秘密保持契約を承諾する" }).click();
  await expect(buyer.page.getByText(/承諾済み/)).toBeVisible();
  await clerk.page.goto(listing);
  await clerk.page.getByRole("button", { name: /交渉を開始する/ }).click();
  await dialogOf(clerk.page).getByLabel("買手を探す").fill(wanted.displayName);
  await dialogOf(clerk.page).getByRole("radio").first().check();
  await dialogOf(clerk.page).getByRole("button", { name: "この買手で交渉を開始する" }).click();
  await expect(clerk.page.getByRole("heading", { name: "できること" })).toBeVisible();
  await buyer.page.goto(`${listing}?tab=negotiation`);
  await move(buyer.page, "実名の開示に同意する");

  const request = (page: Page) =>
    page.getByRole("button", { name: "実名交渉を申請する", exact: true }).first();

  await test.step("the panel and the move say what is wanted; the clerk records it by keyboard alone", async () => {
    const { page } = clerk;
    await page.reload();
    await expect(duties(page)).toContainText("「実名交渉の申請」の前に");
    await expect(duties(page).getByRole("listitem").first()).toContainText("必須買手調査（未実施）");
    await expect(request(page)).toHaveAccessibleDescription(/買手調査（未実施）、手数料（未実施）/);
    await clerk.shoot("duties-wanted");
    await looksWell(page);
    await duties(page)
      .getByRole("button", { name: /^記録する.*買手調査/ })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    const dialog = dialogOf(page);
    await looksWell(page);
    for (const item of [
      "財務",
      "コンプライアンス",
      "事業の実態",
      "実質的支配者",
      "資金の見込み",
      "過去のM&A",
    ]) {
      await dialog
        .getByRole("radiogroup", { name: new RegExp(`^${item}`) })
        .getByRole("radio", { name: "問題なし" })
        .focus();
      await page.keyboard.press("Space");
    }
    // One thing is of concern, which wants words: the server's error stands at its field, and nothing is lost.
    await page.keyboard.press("ArrowRight");
    await dialog.getByRole("button", { name: "記録する" }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("「気になる」とした内容を入力してください。")).toBeVisible();
    await expect(
      dialog.getByRole("radiogroup", { name: /^財務/ }).getByRole("radio", { name: "問題なし" }),
    ).toBeChecked();
    await dialog.getByLabel(/^メモ/).focus();
    await page.keyboard.insertText("保証の解除に半年かかった。");
    await dialog.getByRole("button", { name: "記録する" }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(request(page)).not.toHaveAccessibleDescription(/買手調査/);
    await expect(request(page)).toHaveAccessibleDescription(/手数料（未実施）/);
    await openList(page);
    const done = duties(page)
      .getByRole("listitem")
      .filter({ hasText: "買手調査" })
      .filter({ hasText: "済み" });
    await done.locator("summary").focus();
    await page.keyboard.press("Enter");
    await hasNot(page, "保証の解除に半年かかった。"); // read by a deed of its own, which leaves a line
    await expect(done).toContainText("監査ログに残ります");
    await looksWell(page);
    await done.getByRole("button", { name: /^内容を読む/ }).focus();
    await page.keyboard.press("Enter");
    await expect(done).toContainText("保証の解除に半年かかった。");
    await looksWell(page);
    await done.getByRole("button", { name: /^書面を加える/ }).click();
    await dialog.locator("input[type=file]").setInputFiles({
      name: "調査の報告.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4 report"),
    });
    await dialog.getByRole("button", { name: "書面を加える" }).click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await openList(page);
    await done.locator("summary").click();
    await done.getByRole("button", { name: /^内容を読む/ }).click();
    const saved = page.waitForEvent("download");
    await done.getByRole("button", { name: "調査の報告.pdf" }).click();
    expect((await saved).suggestedFilename()).toBe("調査の報告.pdf");
  });

  await test.step("the other is waived: one asks, a second one grants", async () => {
    const { page } = clerk;
    await duties(page)
      .getByRole("button", { name: /^省略を申し出る.*手数料/ })
      .click();
    await dialogOf(page).getByRole("button", { name: "省略を申し出る" }).click();
    await expect(dialogOf(page).getByText("省略する理由を入力してください。")).toBeVisible();
    await dialogOf(page)
      .getByLabel(/^省略する理由/)
      .fill(REASON);
    await looksWell(page);
    await dialogOf(page).getByRole("button", { name: "省略を申し出る" }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(duties(page)).toContainText(REASON);
    await expect(duties(page).getByRole("button", { name: /^省略を認める/ })).toHaveAccessibleDescription(
      /別の/,
    );
    await expect(request(page)).toHaveAccessibleDescription(/手数料（未実施）/);

    await clerk.shoot("waiver-asked");
    await signIn(second, SECOND);
    await second.page.goto(new URL(page.url()).pathname + new URL(page.url()).search);
    await expect(duties(second.page)).toContainText(REASON);
    await duties(second.page)
      .getByRole("button", { name: /^省略を認める/ })
      .click();
    await expect(dialogOf(second.page)).toContainText(REASON);
    await dialogOf(second.page).getByRole("button", { name: "省略を認める" }).click();
    await expect(duties(second.page)).toContainText("省略が認められ");
    await second.shoot("waiver-granted");
    await page.reload();
    await expect(request(page)).toBeVisible();
    await expect(request(page)).not.toHaveAttribute("aria-disabled", "true");
  });

  await test.step("neither the other bank, nor the buyer, nor the lending desk learns of it", async () => {
    const { negotiation } = Object.fromEntries(new URL(clerk.page.url()).searchParams);
    const { partnerList: cases } = JSON.parse(
      (await ask(clerk.page, "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100")).text,
    );
    const one = (
      cases as (Row & { buyerNegotiationId: string; caseNumber: string; businessName: string })[]
    ).find(
      (row) =>
        row.sellerBusinessId === wanted.sellerBusinessId &&
        row.displayName === wanted.displayName &&
        (!negotiation || row.buyerNegotiationId === negotiation),
    );
    if (!one) throw new Error("the negotiation is not in the list of its bank");
    const calls = `/api/Duty/GetDuties?buyerNegotiationId=${one.buyerNegotiationId}`;
    await signIn(selling, SELLING);
    await selling.page.goto(`/find?word=${one.caseNumber}`);
    await selling.page.getByRole("link", { name: one.businessName }).click();
    await expect(duties(selling.page)).toContainText("「売手への実名交渉の確認依頼」の前に");
    await openList(selling.page);
    await hasNot(selling.page, "買手調査", "保証の解除に半年", REASON, "省略");
    // The forms of its own kinds, and the texts that its records name, have the word in an item that a seller is told.
    const { dutyList, gateList } = JSON.parse((await ask(selling.page, calls)).text);
    const own = JSON.stringify({ dutyList, gateList }, (key, value) => (key === "text" ? undefined : value));
    for (const word of ["買手調査", "保証の解除に半年", REASON, "買手企業"]) expect(own).not.toContain(word);
    await buyer.page.reload();
    await expect(buyer.page.getByRole("heading", { name: "できること" })).toBeVisible();
    await hasNot(buyer.page, "確認事項", "買手調査", REASON);
    await signIn(lender, LENDER);
    await hasNot(lender.page, "確認事項");
    for (const { page } of [buyer, lender]) {
      const { status, text } = await ask(page, calls);
      expect(status).toBe(400);
      for (const word of ["確認事項", "買手調査", REASON]) expect(text).not.toContain(word);
    }
  });
});

test("on a company and a listing: all items at once, and what stops everything", async ({
  browser,
}, info) => {
  const clerk = await person(browser, info, "clerk");
  await signIn(clerk, SELLING);
  const { page } = clerk;
  const { partnerList } = JSON.parse(
    (await ask(page, "/api/BuyerNegotiation/PartnerListBySellerFinancial?limit=100")).text,
  );
  await page.goto(`/seller-company-manage/seller-business/${partnerList[0].sellerBusinessId}`);
  const ofListing = page.getByRole("region", { name: "案件の確認事項" });
  await ofListing.getByText("操作の前に要るもの").click();
  await expect(ofListing).toContainText("「売手への承認依頼」：警告 反社照会（未実施）");
  await looksWell(page);
  await page.getByRole("link", { name: "この案件を見られる人（売手の案件チーム）" }).click();
  await openList(page);
  await looksWell(page);
  await duties(page)
    .getByRole("button", { name: /^記録する.*重要事項説明/ })
    .click();
  const dialog = dialogOf(page);
  const items = dialog.getByRole("group", { name: /^説明した事項/ }).getByRole("checkbox");
  await expect(items).toHaveCount(17);
  await items.first().check();
  await dialog.getByRole("button", { name: "記録する" }).click();
  await expect(dialog.getByText("まだのものに印がありません。", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: /^すべて選ぶ/ }).click();
  for (const item of await items.all()) await expect(item).toBeChecked();
  await looksWell(page);
  // The bank's own text is named by the server, and read whole where it is explained.
  await expect(dialog).toContainText("使う版：重要事項説明書 第2版");
  await expect(dialog.getByLabel(/^使った書面/)).toHaveCount(0);
  await dialog.getByText("この版の全文を読む").click();
  await expect(dialog).toContainText("最低手数料は300万円（税別）です。");
  await looksWell(page);
  // What was typed is there again.
  await dialog.getByRole("textbox", { name: /^口頭で説明した人/ }).fill("湊 一郎、中小企業診断士、8年、3件");
  await dialog.getByRole("button", { name: "やめる" }).click();
  await duties(page)
    .getByRole("button", { name: /^記録する.*重要事項説明/ })
    .click();
  await expect(dialog.getByRole("textbox", { name: /^口頭で説明した人/ })).toHaveValue(
    "湊 一郎、中小企業診断士、8年、3件",
  );
  await dialog.getByRole("radio", { name: "仲介" }).check();
  await dialog.getByRole("radio", { name: "紙で手渡した" }).check();
  await dialog.getByRole("radio", { name: "代表者", exact: true }).check();
  await dialog.getByLabel(/^相手の氏名・役職/).fill("代表取締役 山田");
  await dialog.getByRole("button", { name: "記録する" }).click();
  await expect(dialog).toBeHidden();
  await duties(page).locator("summary").filter({ hasText: "重要事項説明" }).click();
  await expect(duties(page)).toContainText("すべて（17項目）");
  await expect(duties(page)).toContainText("使った版：重要事項説明書 第2版");

  await duties(page)
    .getByRole("button", { name: /^記録する.*反社照会/ })
    .click();
  await expect(dialog).toContainText("外への操作をすべて止めます");
  await dialog.getByRole("checkbox", { name: "自社の情報" }).check();
  await dialog.getByRole("radio", { name: "該当", exact: true }).check();
  await dialog.getByLabel(/^メモ/).fill("同姓同名の別人かを、警察に確かめる。");
  await dialog.getByRole("button", { name: "記録する" }).click();
  await expect(dialog).toBeHidden();
  await expect(duties(page)).toContainText("外への操作を止めています");
  await looksWell(page);
  // Once its contents are read, a correction begins with them.
  await duties(page).locator("summary").filter({ hasText: "反社照会" }).click();
  await duties(page)
    .getByRole("button", { name: /^内容を読む/ })
    .click();
  await expect(duties(page)).toContainText("同姓同名の別人かを");
  await duties(page)
    .getByRole("button", { name: /^記録し直す.*反社照会/ })
    .click();
  await expect(dialog.getByRole("radio", { name: "該当", exact: true })).toBeChecked();
  await dialog.getByRole("radio", { name: "該当なし" }).check();
  await dialog.getByRole("button", { name: "記録し直す" }).click();
  await expect(dialog).toBeHidden();
  // Nobody lifts it alone: it waits for a second user, and goes on stopping.
  await expect(duties(page)).toContainText("二人目の確認待ち");
  await expect(duties(page)).toContainText("外への操作を止めています");
  await duties(page).locator("summary").filter({ hasText: "反社照会" }).click();
  await expect(duties(page)).toContainText("前の記録が1件あります");
});

test("a customer who asked to be left alone: the page says so, and two people end it", async ({
  browser,
}, info) => {
  const [clerk, second] = [await person(browser, info, "clerk"), await person(browser, info, "second")];
  await signIn(clerk, SECOND);
  await signIn(second, CLERK);
  const { page } = clerk;
  const { companyList } = JSON.parse(
    (await ask(page, "/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=100")).text,
  );
  const stops = async ({ companyId }: { companyId: string }) =>
    (await ask(page, `/api/Duty/GetDuties?companyId=${companyId}`)).text.includes(
      "営業停止の申出を受けている",
    );
  let left = "";
  for (const one of companyList) if (!left && (await stops(one))) left = one.companyId;
  if (!left) throw new Error("the demo has no buyer of B that asked to be left alone");
  const at = `/buyer-company-manage/${left}`;
  await page.goto(at);
  await expect(duties(page)).toContainText("外への操作とメールを止めています");
  await openList(page);
  await looksWell(page);
  await duties(page)
    .getByRole("button", { name: /^記録し直す.*営業停止の申出/ })
    .click();
  const dialog = dialogOf(page);
  await looksWell(page);
  await dialog.getByRole("radio", { name: "申出の取下げを受けた" }).check();
  await dialog.getByLabel(/^申し出た方の氏名・役職/).fill("代表取締役 山田");
  await dialog.getByRole("radio", { name: "面談" }).check();
  await dialog.getByRole("button", { name: "記録し直す" }).click();
  await expect(dialog).toBeHidden();
  await expect(duties(page)).toContainText("二人目の確認待ち");
  await expect(duties(page)).toContainText("外への操作とメールを止めています");

  await second.page.goto(at);
  await openList(second.page);
  await duties(second.page)
    .getByRole("button", { name: /^確認する.*営業停止の申出/ })
    .click();
  await dialogOf(second.page).getByRole("button", { name: "確認する" }).click();
  await expect(dialogOf(second.page)).toBeHidden();
  await expect(duties(second.page)).not.toContainText("止めています");
  await expect(duties(second.page)).toContainText("取下げ済み");
});

test("a look into the buyer is told to the seller's bank, and stands beside the buyer's name where the owner decides", async ({
  browser,
}, info) => {
  const LINE = "工場を訪ね、資金の裏付けを確かめた。";
  const [selling, second, owner] = [
    await person(browser, info, "selling"),
    await person(browser, info, "second"),
    await person(browser, info, "owner"),
  ];
  await signIn(selling, SELLING);
  type Row = { buyerNegotiationId: string; status: number; caseNumber: string; businessName: string };
  const { partnerList } = JSON.parse(
    (await ask(selling.page, "/api/BuyerNegotiation/PartnerListBySellerFinancial?limit=100")).text,
  );
  let told: Row | undefined;
  for (const row of (partnerList as Row[]).filter(({ status }) => status === 2)) {
    const { text } = await ask(
      selling.page,
      `/api/Duty/GetBuyerReport?buyerNegotiationId=${row.buyerNegotiationId}`,
    );
    if (JSON.parse(text).reportList.length > 0) told = row;
  }
  if (!told) throw new Error("the demo has no report of a buyer that asks for the names");
  const { caseNumber, businessName } = told;
  const goTo = async (page: Page) => {
    await page.goto(`/find?word=${caseNumber}`);
    await page.getByRole("link", { name: businessName }).click();
  };
  const report = (page: Page) => page.getByRole("region", { name: "買手調査の報告" });

  await test.step("the seller's bank reads the classes, and not a word of the record", async () => {
    await goTo(selling.page);
    await expect(report(selling.page)).toContainText("気になる点あり");
    await expect(report(selling.page)).toContainText("資金の見込み");
    await hasNot(selling.page, "融資の担当に確認する");
    await looksWell(selling.page);
  });

  await test.step("the buyer's bank sees what will be read, and tells it anew", async () => {
    const { page } = second;
    await signIn(second, SECOND);
    await goTo(page);
    await report(page).getByRole("button", { name: "売手側に報告し直す" }).click();
    await dialogOf(page)
      .getByLabel(/^ひとこと/)
      .fill("反社会的勢力の照会も済んでいます。");
    await dialogOf(page).getByRole("button", { name: "報告する" }).click();
    await expect(dialogOf(page).getByText("報告に書けません", { exact: false }).first()).toBeVisible();
    await dialogOf(page)
      .getByLabel(/^ひとこと/)
      .fill(LINE);
    await expect(dialogOf(page).getByRole("region", { name: "伝わる内容" })).toContainText(LINE);
    await looksWell(page);
    await second.shoot("report-preview");
    await dialogOf(page).getByRole("button", { name: "報告する" }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(report(page)).toContainText(LINE);
    await expect(report(page)).toContainText("前の報告（1件）");
  });

  await test.step("the seller's bank says what the owner is told, and asks him", async () => {
    const { page } = selling;
    await page.reload();
    await expect(report(page)).toContainText(LINE);
    await report(page).getByRole("button", { name: "売手に伝えることを記録する" }).click();
    await dialogOf(page).getByRole("radio", { name: "報告を売手に見せる" }).check();
    await dialogOf(page)
      .getByLabel(/^売手へのひとこと/)
      .fill("お会いして説明します。");
    await dialogOf(page).getByRole("button", { name: /^記録/ }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(report(page).getByRole("button")).toHaveCount(0);
    await selling.shoot("report");
    await move(page, "オーナーへ承諾を依頼する", async (dialog) => {
      await dialog
        .getByRole("radiogroup", { name: /^リンクを送る方/ })
        .getByRole("radio")
        .first()
        .check();
      await dialog.getByLabel(/^パスコードを送る別のアドレス/).fill("second@owner.example.jp");
    });
  });

  await test.step("the owner reads it beside the buyer's name", async () => {
    const { page } = owner;
    await page.goto("/");
    const letter = await mailTo(page, "", (mail) => mail.link.includes("/owner-consent"));
    const passcode = await mailTo(page, "second@owner.example.jp", (mail) => mail.passcode !== "");
    await page.goto(pathOf(letter.link));
    await page.getByRole("textbox", { name: /^パスコード/ }).fill(passcode.passcode);
    await page.getByRole("button", { name: "内容を見る" }).click();
    for (const text of ["買手候補を調べた結果", "気になる点あり", LINE, "お会いして説明します。"])
      await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
    await hasNot(page, "融資の担当に確認する", "反社", "報告なし");
    await looksWell(page);
    await owner.shoot("owner-report");
  });
});
