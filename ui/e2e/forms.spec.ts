import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { dialogOf, field, mailTo, person, signIn, signOut } from "./people";

/*
 * Every form has a control for each field of SPEC.md section 3 that its user may fill in, and marks it
 * as required or optional; unsent input survives a crash and an expired session, is deleted by a
 * log-out, and is normalised by the server.
 */

const OTHER_TEXTS = [12005, 13004, 13022, 16005, 17005, 17012, 20003, 21013, 22003].map(
  (code) => `industryOtherText${code}`,
);
const OVERVIEW = [
  "memberType",
  "industryType",
  "industryOtherText",
  ...OTHER_TEXTS,
  "prefecturecode",
  "citycode",
  "salesAmount",
  "mAndAExperience",
  "mAndAReason",
  "mAndAReasonOthers",
  "remark",
  "registrationId",
  "financialMemo",
];
const DETAILS = [
  "companyName",
  "businessFormType",
  "representativeName",
  "postalCode",
  "prefectureCode",
  "cityCode",
  "townName",
  "buildingName",
  "representativePhoneNumber",
  "representativeFaxNumber",
  "homePageUrl",
  "corporateRegistrationNumber",
  "listType",
  "securityCode",
  "establishmentNumber",
  "capitalAmount",
  "lastYearSalesAmount",
  "operatingProfit",
  "totalAssets",
  "numberOfEmployees",
  "establishedYear",
];
const USER = ["loginId", "userName", "userNameKana", "department", "position", "phone1", "phone2", "fax"];
const NEEDS = [
  "title",
  "detail",
  "acquisitionIndustry",
  "industryOtherText",
  ...OTHER_TEXTS,
  "acquisitionRegionArea",
  "acquisitionRegion",
  "acquisitionPrice",
  "acquisitionPriceTo",
  "acquisitionAnnualSales",
  "numberOfManagers",
  "acquisitionDeadline",
  "negotiationTarget",
  "acquisitionAsset",
  "acquisitionAssetOther",
];
/** The fields that an institution edits itself; the office edits its name, code and kind. */
const INSTITUTION = [
  "representativeName",
  "postcode",
  "prefecture",
  "city",
  "address",
  "buildingName",
  "phone",
  "fax",
  "websiteUrl",
  "responsibleParsonName",
  "responsibleParsonDepartment",
  "responsibleParsonPosition",
  "responsibleParsonTel",
  "responsibleParsonMail",
  "handlingBusiness",
  "salesRegion",
];
const REQUEST = [
  "financialName",
  "financialNameKana",
  "financialCode",
  "financialType",
  ...INSTITUTION,
  "isTermsAccepted",
];
const LISTING = [
  "businessName",
  "description",
  "industryTypes",
  "industryOtherText",
  ...OTHER_TEXTS,
  "publicRegion",
  "prefectureCode",
  "cityCode",
  "isPrefecturePublic",
  "salesAmount",
  "operatingProfit",
  "managers",
  "salesPrice",
  "salesPriceTo",
  "willingnessToSell",
  "negotiationTarget",
  "salesAsset",
  "salesAssetOther",
  "others",
];
const FISCAL = [
  "amountOfSales",
  "operatingProfit",
  "ordinaryIncome",
  "ebitda",
  "netIncome",
  "executiveRemuneration",
];
const LISTING_DETAILS = [
  "assignmentReason",
  "assignmentReasonAddition",
  "advantage",
  "providingMethod",
  "fiscalYear",
  ...FISCAL.map((name) => (name === "operatingProfit" ? "exactOperatingProfit" : name)),
  ...FISCAL.map((name) => `pre${name[0]?.toUpperCase()}${name.slice(1)}`),
  "debitAmount",
  "assetAmount",
  "cashDeposit",
  "interestBearingDebt",
  "netAsset",
  "services",
  "markets",
  "targetCustomers",
  "supplementaryDescription",
  "companyName",
  "representativeName",
  "postalCode",
  "address",
  "phone",
  "fax",
  "homePageUrl",
  "targetUrl",
];
const AUDIENCE = ["audience", "restFinancial", "startDate", "dueDate"];

/** The fields that a form should have and lacks, and those not marked as required or optional. */
async function missingFields(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const out: string[] = [];
    for (const name of wanted) {
      const control = document.querySelector(`main [name="${name}"], main [data-field="${name}"]`);
      if (!control) out.push(`${name}: no control`);
      // A single check box has a statement as its label and needs no such mark.
      else if (!(control instanceof HTMLInputElement && control.type === "checkbox")) {
        const around = control.closest("fieldset") ?? control.closest("div");
        if (!/必須|任意/.test(around?.parentElement?.textContent ?? ""))
          out.push(`${name}: neither 必須 nor 任意`);
      }
    }
    return out;
  }, names);
}

const next = (page: Page) => page.getByRole("button", { name: /^次へ/ });

/** Chooses every industry, reason and asset that has a free text of its own. */
async function openTexts(page: Page) {
  await page.getByLabel("業種を探す").fill("その他");
  const group = page.getByRole("group", { name: /業種/ });
  for (const box of await group.getByRole("checkbox").all()) if (!(await box.isChecked())) await box.check();
  for (const other of await page.getByRole("checkbox", { name: /^その他/ }).all())
    if (!(await other.isChecked()) && (await other.isVisible())) await other.check();
}

test("every form has a control for each field", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  const { page } = bank;
  const missing: string[] = [];
  const look = async (form: string, names: readonly string[]) => {
    for (const what of await missingFields(page, names)) missing.push(`${form}  ${what}`);
  };
  await page.goto("/join/financial");
  await expect(field(page, "金融機関名")).toBeVisible();
  await look("account request", REQUEST);
  await page.goto("/contact");
  await expect(page.getByRole("radio").first()).toBeVisible();
  await look("inquiry", ["kind", "name", "mailAddress", "phone", "body"]);

  await signIn(bank, "fin-a@demo.example.jp");
  for (const kind of ["seller", "buyer"] as const)
    await test.step(kind, async () => {
      await page.goto(`/${kind}-company-manage/new`);
      await expect(field(page, "所在地（都道府県）")).toBeVisible();
      await openTexts(page);
      await look(`${kind} overview`, [
        ...OVERVIEW,
        ...(kind === "buyer" ? ["isSendRecommendMail", "isSendOfferMail"] : []),
      ]);
      for (const input of await page.locator('main [name^="industryOtherText"]').all())
        await input.fill("補足");
      await page.locator('main [name="mAndAReasonOthers"]').fill("その他の理由");
      await field(page, "所在地（都道府県）").selectOption("愛知県");
      await field(page, "年間売上高").selectOption({ index: 3 });
      await next(page).click();
      await expect(field(page, "企業名")).toBeVisible();
      await page.getByRole("radio", { name: "上場", exact: true }).check();
      await look(`${kind} details`, DETAILS);
      await page.getByRole("radio", { name: "非上場" }).check();
      await field(page, "企業名").fill("株式会社ためし");
      await field(page, "企業形態").selectOption({ index: 1 });
      await field(page, "代表者名").fill("試 太郎");
      await field(page, "郵便番号").fill("450-0002");
      await expect(field(page, "市区町村")).toHaveValue("23105");
      await field(page, "代表電話番号").fill("052-012-3456");
      await next(page).click();
      await expect(field(page, "氏名")).toBeVisible();
      await look(`${kind} user`, [...USER, ...(kind === "buyer" ? ["registSendMail"] : [])]);
    });

  await test.step("listing", async () => {
    await page.goto("/seller-company-manage");
    const link = page.locator('main a[href^="/seller-company-manage/0"]').first();
    const seller = (await link.getAttribute("href"))?.split("/").pop();
    const form = `/seller-business/new?companyId=${seller}`;
    await page.goto(form);
    await expect(field(page, "案件名")).toBeVisible();
    await openTexts(page);
    await look("listing", LISTING);
    await page.goto(`${form}&step=details`);
    await expect(field(page, "強み")).toBeVisible();
    await look("listing details", LISTING_DETAILS);
    await page.goto(`${form}&step=audience`);
    await expect(field(page, "公開期限")).toBeVisible();
    await page.locator('main [name="audience"][value="rest"]').check();
    // Its list of institutions comes from the server.
    await expect(page.getByRole("group", { name: /^公開しない金融機関/ })).toBeVisible();
    await look("listing audience", AUDIENCE);
  });

  await test.step("member and password", async () => {
    await page.goto("/member");
    await page
      .getByRole("button", { name: /金融機関.*(変更|編集)|^(変更|編集)する/ })
      .first()
      .click();
    await expect(field(page, "代表者名")).toBeVisible();
    await look("institution", INSTITUTION);
    await page.goto("/password");
    await expect(page.getByLabel("今のパスワード", { exact: true })).toBeVisible();
    for (const name of ["password", "newPassword", "again"])
      await expect(page.locator(`main [name="${name}"]`)).toHaveAttribute("aria-required", "true");
  });

  await test.step("needs", async () => {
    const buyer = await person(browser, info, "buyer");
    await signIn(buyer, "buy-b@demo.example.jp");
    await buyer.page.goto("/member");
    await buyer.page.getByRole("tab", { name: "ニーズ" }).click();
    await buyer.page
      .getByRole("button", { name: /ニーズを(登録|追加)する/ })
      .first()
      .click();
    await expect(field(buyer.page, "表題")).toBeVisible();
    await openTexts(buyer.page);
    for (const what of await missingFields(buyer.page, NEEDS)) missing.push(`needs  ${what}`);
  });
  expect(missing, `\n${missing.join("\n")}\n`).toEqual([]);
});

test("what is typed outlives a crash and a session that ran out; a log-out asks and removes it", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "bank");
  const { page } = bank;
  const context = page.context();
  const drafts = (p: Page) =>
    p.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("tsunagu.draft.")));
  await signIn(bank, "fin-a@demo.example.jp");
  await page.goto("/seller-company-manage/new");
  await field(page, "備考").fill("暁星製作所の件");
  await expect.poll(() => drafts(page)).toHaveLength(1);

  // The tab crashes.
  const other = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await other.goto("/seller-company-manage/new");
  await expect(field(other, "備考")).toHaveValue("暁星製作所の件");
  await expect(other.getByText("入力の途中の内容を表示しています")).toBeVisible();

  // The session expires.
  await context.clearCookies();
  await other.reload();
  await other.getByLabel("ログインID").fill("fin-a@demo.example.jp");
  await other.getByLabel("パスワード", { exact: true }).fill("Tsunagu-demo1");
  await other.getByRole("button", { name: "ログイン", exact: true }).click();
  await expect(field(other, "備考")).toHaveValue("暁星製作所の件");

  // The log-out asks: if the answer is no the input is kept, if it is yes it is deleted in all tabs.
  const second = await context.newPage();
  await second.goto("/seller-company-manage/new");
  await field(second, "備考").fill("暁星製作所の件、続き");
  await other.getByRole("banner").getByRole("button", { name: "ログアウト" }).click();
  await expect(dialogOf(other)).toContainText("送信していない入力があります");
  await bankShot(other, info.outputPath("logout.png"));
  await other.getByRole("button", { name: "ログアウトしない" }).click();
  await expect(field(other, "備考")).toHaveValue("暁星製作所の件");
  await other.getByRole("banner").getByRole("button", { name: "ログアウト" }).click();
  await other.getByRole("button", { name: "入力を消してログアウトする" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "ログアウトしました" })).toBeVisible();
  await expect(second.getByRole("heading", { level: 1, name: "ログアウトしました" })).toBeVisible();
  expect(await drafts(other)).toEqual([]);
  expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toContain("暁星");

  // Without unsent input a log-out does not ask.
  await signIn({ page: other, shoot: async () => {} }, "fin-a@demo.example.jp");
  await signOut(other);
});

const bankShot = (page: Page, path: string) => page.screenshot({ path });

test("full width, kana and hyphens arrive tidied; the Enter of a conversion sends nothing", async ({
  page,
}) => {
  await page.goto("/contact");
  await page.getByRole("radio").first().check();
  await field(page, "お名前").fill("山田　太郎");
  await field(page, "お名前（カナ）").fill("やまだ　たろう");
  await field(page, "メールアドレス").fill("ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏ．ｊｐ");
  await field(page, "電話番号").fill("０３ー０１２３－４５６７");
  await field(page, "お問い合わせ内容").fill("質問です。");
  let sent = 0;
  await page.route(/CheckInquiry/, (route) => {
    sent++;
    return route.fallback();
  });
  // The Enter key that ends an IME conversion: isComposing, or key code 229 in Safari.
  for (const key of [{ isComposing: true }, { keyCode: 229 }])
    expect(
      await field(page, "お名前").evaluate(
        (input, init) =>
          input.dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init }),
          ),
        key,
      ),
      "the browser may send the form",
    ).toBe(false);
  expect(sent).toBe(0);
  await page.getByRole("button", { name: "確認画面へ" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "お問い合わせ内容の確認" })).toBeVisible();
  for (const text of ["ヤマダ タロウ", "taro@example.co.jp", "03-0123-4567"])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "この内容で送信する" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "お問い合わせを受け付けました" })).toBeVisible();
  expect((await mailTo(page, "taro@example.co.jp", () => true)).subject).toBeTruthy();
  // Back leads to an empty form, so that nothing is sent twice.
  await page.goBack();
  await page.goto("/contact/confirm");
  await expect(page.getByRole("heading", { level: 1, name: "お問い合わせ", exact: true })).toBeVisible();
});

test("every confirm step sends who comes without input to its form", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  const { page } = bank;
  const leads = async (from: string, to: RegExp) => {
    await page.goto(from);
    await expect(page, from).toHaveURL(to);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  };
  await leads("/join/financial/confirm", /\/join\/financial$/);
  await leads("/contact/confirm", /\/contact$/);
  await signIn(bank, "fin-b@demo.example.jp");
  await leads("/mypage/contact/confirm", /\/mypage\/contact$/);
  await leads("/seller-company-manage/confirm", /\/seller-company-manage\/new/);
  await leads("/buyer-company-manage/confirm", /\/buyer-company-manage\/new/);
  await page.goto("/seller-business/confirm");
  await expect(page.getByText("確認する入力がありません")).toBeVisible();
});
