import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./network";
import { ask, dialogOf, looksWell, mailTo, person, signIn, signInOffice } from "./people";

/* Who of a bank may look at a deal: the team of a company, and the rule that makes it count, which one person alone cannot loosen. */

const [CLERK, SECOND, ADMIN, OFFICE] = [
  "fin-a@demo.example.jp",
  "fin-a2@demo.example.jp",
  "admin-a@demo.example.jp",
  "office@demo.example.jp",
];

/** A seller that the clerk is in charge of and that has a public listing. */
async function ownWithListing(
  read: (path: string) => Promise<{ sellerBusinessList: Row[] } & { myRole: number }>,
  companies: { companyId: string; displayName: string }[],
) {
  const path =
    "/api/SellerBusiness/SearchSellerBusinessAsync?isOnlyPersonInCharge=true&isPublic=true&limit=50";
  for (const { companyId, sellerBusinessId } of (await read(path)).sellerBusinessList) {
    const company = companies.find((one) => one.companyId === companyId);
    if (company && (await read(`/api/Team/GetTeam?companyId=${companyId}`)).myRole === 1)
      return { ...company, sellerBusinessId };
  }
  throw new Error("no seller in charge has a public listing");
}

interface Row {
  companyId: string;
  sellerBusinessId: string;
}

/** What who only looks finds on each tab: a deed that he is refused. */
const COMPANY_TABS = {
  overview: "概要を編集する",
  details: "詳細を編集する",
  users: "担当者を登録する",
  listings: "売却案件を登録する",
  avoided: "打診しない先を追加する",
  readers: "売却案件を登録する",
  history: "売却案件を登録する",
};
const LISTING_TABS = {
  content: "編集する",
  partners: /^担当者を変更/,
  offers: "オファーを書く",
  audience: "公開範囲を変更する",
  documents: "資料を登録する",
  history: /^担当者を変更/,
  ledger: /^担当者を変更/,
};

/** What the server lets him do who only looks: to read, to search, to write files, to leave the team. */
const READING =
  /^(外す：|検索する|前へ|次へ|\d+ページ|一覧$|段階ごと|売手への報告書を|台帳を印刷用に|CSVを|交渉を開く|メッセージを読む|次の未読へ|もっと見る|すべて表示)/;

/** The buttons and links in a button's place that can be pressed. */
const offered = (page: Page): Promise<string[]> =>
  page
    .locator("main :is(button, a[data-kind]):visible:not([aria-disabled='true'], [role='tab'])")
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? "").sort(),
    );

const ONLY_CHARGE = "担当者だけができます。";

async function isRefused(deed: Locator) {
  await expect(deed).toHaveAttribute("aria-disabled", "true");
  await expect(deed).toHaveAccessibleDescription(ONLY_CHARGE);
}

/** Who only looks reads every tab, and nothing is offered to him that the server refuses. */
async function onlyReads(page: Page, address: string, tabs: Record<string, string | RegExp>) {
  for (const [tab, deed] of Object.entries(tabs))
    await test.step(`${address} ${tab}`, async () => {
      await page.goto(`${address}?tab=${tab}`);
      await expect(page.getByRole("note").filter({ hasText: "案件チームの「閲覧」です" })).toBeVisible();
      await isRefused(page.getByRole("main").getByRole("button", { name: deed }).first());
      await expect(page.getByText("読み込み中です")).toHaveCount(0);
      expect((await offered(page)).filter((name) => !READING.test(name))).toEqual([]);
      await expect(page.locator('main a[href*="/seller-business/new"]')).toHaveCount(0);
    });
}

test("an administrator narrows, a clerk lets a reader in, and to widen takes the office too", async ({
  browser,
}, info) => {
  const [admin, clerk, office] = [
    await person(browser, info, "admin"),
    await person(browser, info, "clerk"),
    await person(browser, info, "office"),
  ];
  await signIn(clerk, CLERK);
  const read = async (path: string) => JSON.parse((await ask(clerk.page, path)).text);
  const { companyList } = await read(
    "/api/SellerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=50",
  );
  const { companyId, displayName: itsName, sellerBusinessId } = await ownWithListing(read, companyList);
  const company = `/seller-company-manage/${companyId}`;
  const listing = `/seller-company-manage/seller-business/${sellerBusinessId}`;
  await clerk.page.goto(company);
  const team = clerk.page.getByRole("region", { name: "案件チーム" });
  await expect(team.getByText("いまは全員が見られます")).toBeVisible();

  // The rule, and who is in which team by numbers alone.
  await signInOffice(admin, ADMIN);
  await admin.page.getByRole("link", { name: "案件チーム" }).click();
  await expect(admin.page.getByRole("heading", { name: "案件を見られる人：全員" })).toBeVisible();
  await expect(admin.page.getByRole("table", { name: "企業ごとの案件チーム" })).toContainText(
    "湊 一郎（担当",
  );
  for (const { displayName } of companyList)
    await expect(admin.page.locator("body")).not.toContainText(displayName);
  await looksWell(admin.page);
  await admin.page.getByRole("button", { name: "「チームのみ」にする" }).click();
  await expect(dialogOf(admin.page)).toContainText("二人目");
  await dialogOf(admin.page).getByRole("button", { name: "「チームのみ」にする" }).click();
  await expect(admin.page.getByRole("heading", { name: "案件を見られる人：チームのみ" })).toBeVisible();

  // A clerk lets his colleague look, by keyboard.
  await clerk.page.goto(company);
  await expect(team.getByText("チームの人だけが見られます")).toBeVisible();
  await looksWell(clerk.page);
  await team.getByRole("button", { name: "チームに加える" }).focus();
  await clerk.page.keyboard.press("Enter");
  const adding = dialogOf(clerk.page);
  await adding.getByRole("button", { name: "チームに加える" }).focus();
  await clerk.page.keyboard.press("Enter");
  await expect(adding.getByText("加える人を選んでください。")).toBeVisible();
  await adding.getByLabel(/^加える人/).focus();
  await clerk.page.keyboard.press("ArrowDown");
  await expect(adding.getByRole("radio", { name: /^閲覧/ })).toBeChecked();
  await adding.getByRole("button", { name: "チームに加える" }).focus();
  await clerk.page.keyboard.press("Enter");
  await expect(adding).toBeHidden();
  await expect(team.getByRole("listitem").filter({ hasText: "湊 二葉" })).toContainText("閲覧");
  const told = await mailTo(clerk.page, SECOND, ({ subject }) =>
    subject.includes("案件チームが変わりました"),
  );
  expect(JSON.stringify(told)).not.toContain(itsName);

  // The reader: every deed says why not, also by keyboard, and no address opens a form.
  const reader = await person(browser, info, "reader");
  await signIn(reader, SECOND);
  await onlyReads(reader.page, company, COMPANY_TABS);
  await onlyReads(reader.page, listing, LISTING_TABS);
  await looksWell(reader.page);
  await reader.page.goto(`${company}?edit=1`);
  const edit = reader.page.getByRole("button", { name: "概要を編集する" });
  await isRefused(edit);
  await edit.focus();
  await reader.page.keyboard.press("Enter");
  await expect(edit).toBeFocused();
  await expect(reader.page.getByRole("button", { name: "概要を保存する" })).toHaveCount(0);
  await looksWell(reader.page);
  await reader.page.goto(`/seller-business/new?companyId=${companyId}`);
  await expect(reader.page.getByText("この売手の案件は登録できません")).toBeVisible();
  // As second eyes his deeds are no more, but the note says what is.
  await team.getByRole("button", { name: "チームに加える" }).click();
  await adding.getByLabel(/^加える人/).selectOption({ label: "湊 二葉（事業承継支援部、いまは閲覧）" });
  await adding.getByRole("radio", { name: /^承認者/ }).check();
  await adding.getByRole("button", { name: "チームに加える" }).click();
  await expect(adding).toBeHidden();
  await reader.page.goto(listing);
  await expect(reader.page.getByRole("note").filter({ hasText: "二人目としての確認" })).toBeVisible();
  await isRefused(reader.page.getByRole("button", { name: "編集する" }));
  // Who is in charge has his deeds.
  await clerk.page.goto(`${company}?edit=1`);
  await expect(clerk.page.getByRole("button", { name: "概要を保存する" })).toBeEnabled();
  await clerk.page.goto(listing);
  await expect(clerk.page.getByRole("link", { name: "編集する", exact: true })).toBeVisible();
  await expect(clerk.page.getByText(ONLY_CHARGE)).toHaveCount(0);
  await clerk.page.goto(company);
  await team.getByRole("button", { name: /^外す/ }).click();
  await expect(dialogOf(clerk.page)).toContainText("見られなくなります");
  await dialogOf(clerk.page).getByRole("button", { name: "チームから外す" }).click();
  await expect(team.getByText("湊 二葉")).toHaveCount(0);

  // To widen: the administrator asks and cannot confirm; the office does.
  await admin.page.getByRole("button", { name: "「全員」にすることを申し出る" }).click();
  await dialogOf(admin.page).getByRole("button", { name: "申し出る" }).click();
  await expect(admin.page.getByText("事務局に確認を依頼してください", { exact: false })).toBeVisible();
  await expect(admin.page.getByRole("button", { name: "確認して「全員」にする" })).toHaveCount(0);
  await looksWell(admin.page);
  await signInOffice(office, OFFICE);
  await office.page.getByRole("link", { name: "金融機関", exact: true }).click();
  await office.page.getByRole("table").getByRole("link", { name: "湊星銀行" }).click();
  await expect(office.page.getByText("申し出ています", { exact: false })).toBeVisible();
  await looksWell(office.page);
  await office.page.getByRole("button", { name: "確認して「全員」にする" }).click();
  await dialogOf(office.page).getByRole("button", { name: "「全員」にする" }).click();
  await expect(office.page.getByRole("heading", { name: "案件を見られる人：全員" })).toBeVisible();
});

test("an administrator puts somebody into a team and takes him out again", async ({ browser }, info) => {
  const admin = await person(browser, info, "admin");
  await signInOffice(admin, ADMIN);
  const { page } = admin;
  await page.goto("/office/teams");
  await page.getByRole("searchbox").fill("カナリア");
  await page.keyboard.press("Enter");
  await expect(page.getByText("C-で始まる8文字", { exact: false })).toBeVisible();
  await page.goto("/office/teams?pageNumber=2");
  const row = page.getByRole("table", { name: "企業ごとの案件チーム" }).getByRole("row").nth(1);
  await row.getByRole("button", { name: /^加える/ }).click();
  await dialogOf(page)
    .getByLabel(/^加える人/)
    .selectOption({ index: 1 });
  await dialogOf(page)
    .getByRole("radio", { name: /^承認者/ })
    .check();
  await dialogOf(page).getByRole("button", { name: "チームに加える" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(row).toContainText("湊 二葉（承認者");
  await row.getByRole("button", { name: /^外す/ }).click();
  await dialogOf(page).getByRole("button", { name: "チームから外す" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(row).not.toContainText("湊 二葉");
});
