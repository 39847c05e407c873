import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import {
  ask,
  choice,
  dialogOf,
  field,
  hasNot,
  mailTo,
  pathOf,
  person,
  signIn,
  signInOffice,
  signOutOffice,
} from "./people";

/*
 * The office (domain.md 6, 9): an institution joins, a listing is stopped, a negotiation is opened by
 * break-glass, and a period is set.
 */
const OFFICE = "office@demo.example.jp";
const NEW_PASSWORD = "umi-to-minato-2026";
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const search = (page: Page) => page.getByRole("search").getByRole("button", { name: "検索" }).click();

test("an institution joins and signs in", async ({ browser }, info) => {
  const visitor = await person(browser, info, "visitor");
  const office = await person(browser, info, "office");
  const mail = "sumire@e2e-bank.example.jp";
  let bank = "";
  let number = "";

  await test.step("a bank asks to join, chosen from the list of Japan's institutions", async () => {
    const { page } = visitor;
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "はじめての金融機関の方" }).click();
    await expect(heading(page, "はじめての金融機関の方")).toBeVisible();
    await page
      .locator("main")
      .getByRole("link", { name: /申請|申し込/ })
      .first()
      .click();
    await expect(heading(page, "利用申請")).toBeVisible();
    // Finds one institution by its code, then another one by a part of its name.
    const one = page.getByLabel("金融機関を一覧から選ぶ");
    await one.fill("0001");
    await expect(
      page.getByRole("list", { name: "金融機関の候補" }).getByRole("button").first(),
    ).toContainText("（0001）");
    await one.fill("よこはま");
    const found = page
      .getByRole("list", { name: "金融機関の候補" })
      .getByRole("button", { name: /横浜/ })
      .first();
    bank = ((await found.textContent()) ?? "").replace(/（.*/, "").trim();
    await found.click();
    await expect(field(page, "金融機関名")).toHaveValue(bank);
    await expect(field(page, "金融機関コード")).toHaveValue(/^\d{4}$/);
    await field(page, "代表者名").fill("頭取 一郎");
    await field(page, "郵便番号").fill("220-0012");
    await expect(field(page, "都道府県")).toHaveValue("14");
    await field(page, "町域・番地").fill("0番地0");
    await field(page, "電話番号").fill("045-000-0011");
    await field(page, "担当者名").fill("担当 すみれ");
    await field(page, "担当者の部署").fill("地域連携部");
    await field(page, "担当者の電話番号").fill("045-000-0012");
    await field(page, "担当者のメールアドレス").fill(mail);
    await choice(page, "取扱業務", /M&A|事業承継/)
      .first()
      .check();
    await choice(page, "営業地域", "関東").check();
    await page.getByLabel("利用規約とプライバシーポリシーに同意します").check();
    await page.getByRole("button", { name: "確認画面へ" }).click();
    await expect(heading(page, "申請内容の確認")).toBeVisible();
    await visitor.shoot("confirm");
    await page.getByRole("button", { name: "この内容で申請する" }).click();
    await expect(heading(page, "利用申請を受け付けました")).toBeVisible();
    number = ((await page.getByText(/^A-[0-9a-f]{8}$/).textContent()) ?? "").trim();
  });

  await test.step("the office approves it", async () => {
    const { page } = office;
    await signInOffice(office, OFFICE);
    await page.goto("/office/requests?status=0");
    await page.getByRole("link", { name: bank }).first().click();
    await expect(heading(page, bank)).toBeVisible();
    await expect(page.getByText(`受付番号 ${number}`)).toBeVisible();
    await page.getByRole("button", { name: "承認する" }).click();
    await field(page, "略称").fill("E2E銀行");
    await dialogOf(page).getByRole("button", { name: "承認する" }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByRole("link", { name: bank })).toBeVisible();
    await office.shoot("approved");
  });

  await test.step("its first user sets a password by the mailed link and signs in", async () => {
    const { page } = visitor;
    await mailTo(page, mail, (m) => m.subject.includes("承認されました"));
    const { link } = await mailTo(page, mail, (m) => m.link.includes("/password-set"));
    await page.goto(pathOf(link));
    await expect(heading(page, "パスワードの設定")).toBeVisible();
    await field(page, "新しいパスワード").fill(NEW_PASSWORD);
    await field(page, "新しいパスワード（確認）").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "このパスワードを設定する" }).click();
    await expect(heading(page, "パスワードを設定しました")).toBeVisible();
    await signIn(visitor, mail, NEW_PASSWORD);
    await visitor.shoot("signed-in");
    await page.goto("/member");
    await expect(page.getByText(bank).first()).toBeVisible();
  });

  await test.step("the office stops it: its user is out at once, and cannot come back until it is resumed", async () => {
    const { page } = office;
    await page.goto("/office/institutions");
    await page.getByRole("link", { name: bank }).click();
    await expect(heading(page, bank)).toBeVisible(); // the list, shown until then, has 利用中 many times
    await expect(page.getByText("利用中", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "利用を停止する" }).click();
    await office.shoot("stopping");
    await dialogOf(page).getByRole("button", { name: "利用を停止する" }).click();
    await expect(dialogOf(page).getByText("理由を入力してください。").first()).toBeVisible();
    await field(page, "理由").fill("退会の届出");
    await dialogOf(page).getByRole("button", { name: "利用を停止する" }).click();
    await expect(page.getByText("利用停止中", { exact: true })).toBeVisible();
    await visitor.page.goto("/mypage");
    await expect(visitor.page).toHaveURL(/\/(login|timeout)/);
    await page.getByRole("button", { name: "利用を再開する" }).click();
    await field(page, "理由").fill("届出の取下げ");
    await dialogOf(page).getByRole("button", { name: "利用を再開する" }).click();
    await expect(page.getByText("利用中", { exact: true })).toBeVisible();
    await signIn(visitor, mail, NEW_PASSWORD);
  });

  await test.step("one that is typed in by hand is refused with a reason, which no mail tells", async () => {
    const { page } = office;
    const typist = await person(browser, info, "typist");
    const { page: form } = typist;
    const input = {
      financialName: "手入力キャピタル株式会社",
      responsibleParsonMail: "jiro@e2e-capital.example.jp",
    };
    await form.goto("/join/financial");
    await form.getByLabel("金融機関を一覧から選ぶ").fill(input.financialName);
    await expect(form.getByText("見つかりません。下の欄に直接入力してください。")).toBeVisible();
    await form.getByLabel("金融機関を一覧から選ぶ").fill("");
    await field(form, "金融機関名").fill(input.financialName);
    await form.getByRole("button", { name: "確認画面へ" }).click();
    await expect(form.getByText("代表者名を入力してください。").first()).toBeVisible();
    await field(form, "金融機関名（カナ）").fill("テニュウリョクキャピタル");
    await field(form, "金融機関の種別").selectOption("16");
    await field(form, "代表者名").fill("代表 二郎");
    await field(form, "郵便番号").fill("220-0012");
    await expect(field(form, "都道府県")).toHaveValue("14");
    await field(form, "町域・番地").fill("0番地0");
    await field(form, "電話番号").fill("045-000-0013");
    await field(form, "担当者名").fill("担当 次郎");
    await field(form, "担当者の部署").fill("企画部");
    await field(form, "担当者の電話番号").fill("045-000-0014");
    await field(form, "担当者のメールアドレス").fill(input.responsibleParsonMail);
    await choice(form, "取扱業務", /M&A|事業承継/)
      .first()
      .check();
    await choice(form, "営業地域", "関東").check();
    await form.getByLabel("利用規約とプライバシーポリシーに同意します").check();
    await form.getByRole("button", { name: "確認画面へ" }).click();
    await expect(heading(form, "申請内容の確認")).toBeVisible();
    await typist.shoot("typed");
    await form.getByRole("button", { name: "この内容で申請する" }).click();
    await expect(heading(form, "利用申請を受け付けました")).toBeVisible();
    await page.goto("/office/requests?status=0");
    await page.getByRole("link", { name: input.financialName }).click();
    await page.getByRole("button", { name: "却下する" }).click();
    await dialogOf(page).getByRole("button", { name: "却下する" }).click();
    await expect(dialogOf(page).getByText("却下の理由を入力してください。")).toBeVisible();
    await field(page, "却下の理由").fill("会員の規約の対象外");
    await dialogOf(page).getByRole("button", { name: "却下する" }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByText("会員の規約の対象外")).toBeVisible();
    const letter = await mailTo(page, input.responsibleParsonMail, (m) => m.subject.includes("結果"));
    expect(letter.text).not.toContain("対象外");

    // With the setting off, the links to the form are not shown and the call is refused.
    await page.goto("/office/settings");
    await page.getByLabel("金融機関の利用申請を受け付ける").uncheck();
    await page.getByRole("button", { name: "設定を保存する" }).click();
    await expect(page.getByText("設定を保存しました。")).toBeVisible();
    const other = await person(browser, info, "other");
    await other.page.goto("/");
    await expect(heading(other.page, /./)).toBeVisible();
    await expect(other.page.locator('a[href="/join"]')).toHaveCount(0);
    await other.page.goto("/join/financial");
    await expect(heading(other.page, "ただいま利用申請の受付を停止しています")).toBeVisible();
    const data = {
      ...{ ...input, financialNameKana: "テニュウリョクキャピタル", financialType: 16 },
      ...{ representativeName: "代表 二郎", postcode: "220-0012", prefecture: "14", city: "14104" },
      ...{ address: "0番地0", phone: "045-000-0013", responsibleParsonName: "担当 次郎" },
      ...{ responsibleParsonDepartment: "企画部", responsibleParsonTel: "045-000-0014" },
      ...{ handlingBusiness: [1], salesRegion: [3], isTermsAccepted: true },
    };
    const refused = await page.request.post("/api/AccountRequest/RegistAccountRequest", { data });
    expect(refused.status()).toBe(409);
    await page.getByLabel("金融機関の利用申請を受け付ける").check();
    await page.getByRole("button", { name: "設定を保存する" }).click();
    await expect
      .poll(
        async () => (await (await page.request.get("/api/Public/GetNetwork")).json()).isAccountRequestEnabled,
      )
      .toBe(true);
  });
});

test("the office stops a listing: nobody sees it any more, and its bank reads why", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "bank");
  const buyer = await person(browser, info, "buyer");
  const office = await person(browser, info, "office");
  await signIn(bank, "fin-a@demo.example.jp");
  await signIn(buyer, "buy-b@demo.example.jp");
  await signInOffice(office, OFFICE);
  // A listing without negotiations, as other specs use those with negotiations.
  const base = "/api/SellerBusiness/SearchSellerBusinessAsync?limit=1000&isPublic=true";
  const own = JSON.parse((await ask(bank.page, `${base}&isOnlyPersonInCharge=true`)).text);
  const taken = JSON.parse(
    (await ask(bank.page, "/api/BuyerNegotiation/PartnerListBySellerFinancial?limit=100")).text,
  );
  const seen = JSON.parse((await ask(buyer.page, base)).text);
  const ids = (rows: { sellerBusinessId: string }[]) => rows.map((row) => row.sellerBusinessId);
  const free = own.sellerBusinessList.filter(
    (row: { sellerBusinessId: string }) =>
      !ids(taken.partnerList).includes(row.sellerBusinessId) &&
      ids(seen.sellerBusinessList).includes(row.sellerBusinessId),
  );
  const { sellerBusinessId: id, businessName: name } = free.at(-1);
  const shown = `/seller-business/${id}`;
  await buyer.page.goto(shown);
  await expect(heading(buyer.page, name)).toBeVisible();

  const { page } = office;
  await page.goto("/office/listings");
  await page.getByLabel("公開された案件名").fill(name);
  await search(page);
  await page
    .getByRole("button", { name: new RegExp(`^無効にする.*${name}`) })
    .first()
    .click();
  await dialogOf(page).getByRole("button", { name: "無効にする" }).click();
  await expect(
    dialogOf(page)
      .getByText(/理由を/)
      .last(),
  ).toBeVisible();
  await field(page, "理由").fill("公開された内容に、掲載できない表現があるため。");
  await office.shoot("stopping");
  await dialogOf(page).getByRole("button", { name: "無効にする" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.locator("main").getByRole("row").filter({ hasText: name })).toContainText("無効");

  await buyer.page.goto(shown);
  await expect(heading(buyer.page, "表示できません")).toBeVisible();
  await hasNot(buyer.page, name);
  const overview = `/api/SellerBusiness/GetSellerBusinessOverViewAsync?sellerBusinessId=${id}`;
  expect((await ask(buyer.page, overview)).status).toBe(400);
  await bank.page.goto(`/seller-company-manage/seller-business/${id}`);
  await expect(bank.page.getByText("公開された内容に、掲載できない表現があるため。").first()).toBeVisible();
  await bank.shoot("why");
});

test("break-glass: one negotiation, for a time, before the eyes of both banks", async ({ browser }, info) => {
  const office = await person(browser, info, "office");
  const banks = { a: await person(browser, info, "bank-a"), b: await person(browser, info, "bank-b") };
  await signIn(banks.a, "fin-a@demo.example.jp");
  await signIn(banks.b, "fin-b@demo.example.jp");
  await signInOffice(office, OFFICE);
  const list = "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100";
  const rows = JSON.parse((await ask(banks.b.page, list)).text).partnerList;
  const row = rows.find(
    (r: { status: number; sellerFinancialInstitutionName?: string }) => r.status === 3 || r.status === 4,
  );
  const { page } = office;

  await page.goto("/office/break-glass");
  await page.getByLabel("案件または交渉の番号").fill("N-00000000");
  await search(page);
  await expect(page.getByText("一致する案件・交渉はありません")).toBeVisible();
  await page.getByLabel("案件または交渉の番号").fill(row.caseNumber);
  await search(page);
  await expect(page.getByText("蒼陵信用金庫")).toBeVisible();
  await hasNot(page, row.displayName);
  await page.getByRole("button", { name: /^緊急閲覧を申し出る/ }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "内容を開く" }).click();
  await expect(dialog.getByText("理由の区分を選択してください。")).toBeVisible();
  await field(page, "理由の区分").selectOption("苦情・紛争の調査");
  await dialog.getByLabel(/^理由(?!の)/).fill("交渉の経緯についての苦情を確かめるため");
  await dialog.getByRole("button", { name: "内容を開く" }).click();
  await expect(heading(page, `緊急閲覧 ${row.caseNumber}`)).toBeVisible();
  await expect(page.getByText("まだ何も読まれていません。")).toBeVisible();
  await hasNot(page, row.displayName);
  await page.getByRole("button", { name: "内容を読む" }).click();
  await expect(page.getByText(row.displayName).first()).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/14分\d\d秒/);
  await office.shoot("reading");
  await page.getByRole("button", { name: "終了する" }).click();
  await dialogOf(page).getByRole("button", { name: "終了する" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "内容を読む" })).toHaveCount(0);
  await expect(page.getByText("交渉の当事者とメッセージ")).toBeVisible();
  await hasNot(page, row.displayName);

  // Both banks get a mail and an entry in their history, with the ground but not the reason.
  const letter = await mailTo(page, "fin-b@demo.example.jp", (m) =>
    m.subject.includes("事務局が内容を閲覧します"),
  );
  expect(letter.text).toContain(row.caseNumber);
  expect(letter.text).not.toContain(row.displayName);
  const one = `/api/BuyerNegotiation/GetBuyerNegotiationAsync?buyerNegotiationId=${row.buyerNegotiationId}`;
  const told = (await ask(banks.b.page, one)).text;
  expect(told).toContain("事務局の緊急閲覧");
  expect(told).not.toContain("苦情を確かめるため");
  await banks.b.page.goto(pathOf(letter.link));
  await expect(banks.b.page.getByText("事務局の緊急閲覧").first()).toBeVisible();
  await banks.b.shoot("told");
});

test("break-glass with two of the office: whom the first one made does not confirm", async ({
  browser,
}, info) => {
  const office = await person(browser, info, "office");
  const second = await person(browser, info, "second");
  const bank = await person(browser, info, "bank-b");
  await signIn(bank, "fin-b@demo.example.jp");
  await signInOffice(office, OFFICE);
  const { page } = office;
  const mail = "meko@e2e-office.example.jp";

  await page.goto("/office/users");
  await page.getByRole("button", { name: "利用者を登録する" }).click();
  await dialogOf(page).getByLabel(/^区分/).selectOption("9");
  await dialogOf(page).getByLabel(/^氏名/).fill("二人 目子");
  await dialogOf(page)
    .getByLabel(/^メールアドレス/)
    .fill(mail);
  await dialogOf(page).getByRole("button", { name: "登録して案内を送る" }).click();
  await expect(dialogOf(page)).toBeHidden();
  const { link } = await mailTo(second.page, mail, (m) => m.link.includes("/password-set"));
  await second.page.goto(pathOf(link));
  await field(second.page, "新しいパスワード").fill(NEW_PASSWORD);
  await field(second.page, "新しいパスワード（確認）").fill(NEW_PASSWORD);
  await second.page.getByRole("button", { name: "このパスワードを設定する" }).click();
  await expect(heading(second.page, "パスワードを設定しました")).toBeVisible();
  // By the page's link, as a user does who has just set a password.
  await second.page.getByRole("link", { name: "ログイン画面へ" }).click();
  await expect(second.page.getByLabel("ログインID")).toHaveValue(mail);
  const enter = async () => {
    await second.page.getByLabel("パスワード", { exact: true }).fill(NEW_PASSWORD);
    await second.page.getByRole("button", { name: "ログイン", exact: true }).click();
    await expect(second.page.getByRole("banner").getByRole("button", { name: "ログアウト" })).toBeVisible();
  };
  await enter();
  await signOutOffice(second.page);
  // A navigation to the console's address within the application, without loading a page.
  await second.page.goto("/login");
  await second.page.evaluate(() => {
    history.pushState(null, "", "/office");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await second.page.getByLabel("ログインID").fill(mail);
  await enter();

  const list = "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100";
  const rows = JSON.parse((await ask(bank.page, list)).text).partnerList;
  const row = rows.findLast((r: { status: number }) => r.status === 3 || r.status === 4);
  await page.goto("/office/break-glass");
  await page.getByLabel("案件または交渉の番号").fill(row.caseNumber);
  await search(page);
  await page.getByRole("button", { name: /^緊急閲覧を申し出る/ }).click();
  await field(page, "理由の区分").selectOption("苦情・紛争の調査");
  await dialogOf(page)
    .getByLabel(/^理由(?!の)/)
    .fill("双方の言い分が食い違うため");
  await dialogOf(page).getByRole("button", { name: "確認を依頼する" }).click();
  await expect(page.getByText("事務局のほかの担当者の確認を待っています。")).toBeVisible();
  await expect(page.getByRole("button", { name: "内容を読む" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "確認する" })).toHaveCount(0);
  await hasNot(page, row.displayName);
  await office.shoot("waits");

  // The user that the first one has created gets the mail, but may not confirm.
  const letter = await mailTo(second.page, mail, (m) => m.subject.includes("緊急閲覧の確認"));
  expect(letter.text).toContain(row.caseNumber);
  expect(letter.text).not.toContain(row.displayName);
  await second.page.goto("/office");
  await second.page.getByRole("link", { name: /件の緊急閲覧が、確認を待っているか、閲覧中です/ }).click();
  await second.page
    .getByRole("link", { name: new RegExp(row.caseNumber) })
    .first()
    .click();
  await expect(second.page.getByText("承認者として確認されていません。", { exact: false })).toBeVisible();
  await expect(second.page.getByRole("button", { name: "確認する", exact: true })).toHaveCount(0);
  await second.shoot("no second");
  await page.getByRole("button", { name: "取り下げる" }).click();
  await dialogOf(page).getByRole("button", { name: "取り下げる" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await hasNot(page, row.displayName);

  // Disables the second user again, as the other specs expect one user of the office.
  await page.goto("/office/users?word=meko%40e2e-office");
  await page
    .getByRole("button", { name: /^操作.*二人 目子/ })
    .first()
    .click();
  await dialogOf(page).getByRole("button", { name: "利用を停止する" }).click();
  await page.getByRole("button", { name: "停止する", exact: true }).click();
  await expect(page.getByText("利用を停止しました。")).toBeVisible();
});

test("the office sets a period: what is told changes with it, and who changed it is kept", async ({
  browser,
}, info) => {
  const office = await person(browser, info, "office");
  await signInOffice(office, OFFICE);
  const { page } = office;
  await page.goto("/office/periods");
  await expect(heading(page, "期間と金額の帯")).toBeVisible();
  const due = page.getByLabel(/^実名交渉の回答期限/);
  await expect(due).toHaveValue("14");
  await due.fill("2");
  await page.getByLabel(/^売手への再度の連絡/).fill("7");
  const save = page.getByRole("button", { name: "期間と帯を保存する" });
  await save.click();
  await expect(
    page.getByText("「実名交渉の回答期限」は3から60までの整数で入力してください。").first(),
  ).toBeVisible();
  await due.fill("21");
  await save.click();
  await expect(page.getByText(/リンクの期限より短い日数/).first()).toBeVisible();
  await page.getByLabel(/^売手への再度の連絡/).fill("2");
  await save.click();
  await expect(page.getByText("期間と帯を保存しました。")).toBeVisible();
  const line = page.getByRole("row", { name: /実名交渉の回答期限/ }).first();
  await expect(line).toContainText("14日");
  await expect(line).toContainText("21日");
  await office.shoot("periods");
  const told = async () =>
    (await (await page.request.get("/api/Item/GetEnumerations")).json()).limits.answerDays;
  expect(await told()).toBe(21);
  await due.fill("14");
  await save.click();
  await expect.poll(told).toBe(14);
});
