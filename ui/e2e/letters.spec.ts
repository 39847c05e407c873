import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { start, test } from "./network";
import { enterWithSecondStep, heading, NEW_PASSWORD, setUp } from "./ownNetwork";
import { dialogOf, field, type Person, pathOf, person, resize, signIn } from "./people";

/*
 * A network without a mail server (domain.md 6, 3.2, 7): its first steps; a bank is admitted by a letter, a
 * buyer registers by a letter, an owner without a mail address approves a listing by a letter.
 */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DESK = { width: 1280, height: 900 };

/** Sends a request to the server as its screens do; the answer is JSON or text. */
async function send(base: string, method: string, path: string, body: unknown, token = "") {
  const isForm = body instanceof URLSearchParams;
  const answer = await fetch(base + path, {
    method,
    headers: {
      "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: isForm ? body.toString() : JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, `${path}: ${text}`).toBe(true);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const tokenOf = async (base: string, loginId: string) =>
  (
    await send(
      base,
      "POST",
      "/token",
      new URLSearchParams({ grant_type: "password", loginId, password: NEW_PASSWORD }),
    )
  ).token as string;

/** Link and code of the letter that is on the screen; the paper does not bear the code. */
async function readLetter(page: Page, path: string) {
  const shown = dialogOf(page).getByText(/^\d{4} \d{4}$/);
  await expect(shown).toBeVisible();
  const code = (await shown.textContent()) ?? "";
  const paper = (await page.locator("article").textContent()) ?? "";
  expect(paper).not.toContain(code);
  const link = new RegExp(`http\\S+${path}[\\w-]{43}`).exec(paper)?.[0] ?? "";
  return { link: pathOf(link), code };
}

async function noSidewaysScroll(page: Page) {
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(wide).toBeLessThanOrEqual(seen);
}

/** Shoots a page at both widths. */
async function shootBoth(who: Person, name: string) {
  await resize(who.page, 390, 844);
  await noSidewaysScroll(who.page);
  await who.shoot(`${name}-390`);
  await resize(who.page, DESK.width, DESK.height);
  await who.shoot(`${name}-1280`);
}

/** Sets a first password by a letter, on a telephone. */
async function setPasswordByLetter(guest: Person, letter: { link: string; code: string }) {
  const { page } = guest;
  await page.goto(letter.link);
  await page.getByRole("textbox", { name: "確認コード" }).fill(letter.code);
  await page.getByRole("button", { name: "次へ進む" }).click();
  await field(page, "新しいパスワード").fill(NEW_PASSWORD);
  await field(page, "新しいパスワード（確認）").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "このパスワードを設定する" }).click();
  await expect(heading(page, "パスワードを設定しました")).toBeVisible();
}

test("without a mail server letters carry a bank, a buyer and an owner", async ({ browser }, info) => {
  test.setTimeout(240_000);
  const data = mkdtempSync(join(tmpdir(), "letters-e2e-"));
  const own = await start(["-data", data], /(https?:\/\/\S+\/setup\S*)/);
  const baseURL = own.base;
  try {
    const office = await person(browser, info, "office", { baseURL, viewport: DESK });
    const { page } = office;

    await test.step("the office sees its first steps, and does without mail", async () => {
      await setUp(page, own);
      await expect(page.getByRole("link", { name: "事務局の管理画面へ" })).toBeVisible();
      await enterWithSecondStep(page, "kyokuko@office.example.jp");
      await page.goto("/office");
      const steps = page.getByRole("region", { name: "はじめにすること" });
      await expect(steps.getByText("あと6つです", { exact: false })).toBeVisible();
      await shootBoth(office, "first-steps");
      await steps.getByRole("button", { name: /しないことにする.*メールを送れる/ }).click();
      await dialogOf(page).getByRole("button", { name: "しないことにする" }).click();
      await expect(dialogOf(page).getByText("理由を入力してください。").first()).toBeVisible();
      await field(page, "理由").fill("招待状で進めるため。");
      await dialogOf(page).getByRole("button", { name: "しないことにする" }).click();
      await expect(steps.getByText("理由：招待状で進めるため。", { exact: false })).toBeVisible();
      await expect(steps.getByText("あと5つです", { exact: false })).toBeVisible();
      await office.shoot("mail-dismissed");
      await steps.getByRole("link", { name: "利用申請を見る" }).click();
      await expect(heading(page, "利用申請")).toBeVisible();
    });

    const invite = async (loginId: string) => {
      await page.goto(`/office/users?word=${encodeURIComponent(loginId)}`);
      const row = page.getByRole("row", { name: new RegExp(loginId) });
      await row.getByRole("button", { name: /操作/ }).click();
      await dialogOf(page).getByRole("button", { name: "招待状を作る" }).click();
      const letter = await readLetter(page, "/letter\\?key=");
      await page.getByRole("button", { name: "渡す準備ができたので閉じる" }).click();
      return letter;
    };
    const phone = await person(browser, info, "phone", { baseURL, ...PHONE });

    await test.step("a bank is admitted by letters", async () => {
      await send(own.base, "POST", "/api/AccountRequest/RegistAccountRequest", {
        financialName: "蒼陵信用金庫",
        financialNameKana: "ソウリョウシンヨウキンコ",
        financialCode: "9982",
        financialType: 6,
        representativeName: "青山 一郎",
        postcode: "4200853",
        prefecture: "22",
        city: "22101",
        address: "追手町0番地0",
        phone: "054-012-3456",
        responsibleParsonName: "担当 花子",
        responsibleParsonDepartment: "事業承継支援部",
        responsibleParsonTel: "054-012-3457",
        responsibleParsonMail: "hanako@soryo.example.jp",
        handlingBusiness: [1, 3],
        salesRegion: "[6]",
        isTermsAccepted: true,
      });
      await page.goto("/office");
      await page.getByRole("link", { name: /件の利用申請が、審査を待っています/ }).click();
      await page.getByRole("link", { name: /蒼陵信用金庫/ }).click();
      await page.getByRole("button", { name: "承認する" }).click();
      await dialogOf(page).getByRole("button", { name: /承認/ }).click();
      await expect(
        page.getByText("「利用者」の画面で、最初の利用者の招待状を作ってください", { exact: false }),
      ).toBeVisible();
      await setPasswordByLetter(phone, await invite("hanako@soryo.example.jp"));
      // Its administrator, who then lets the second clerk in: an approver whom the first has not made.
      await page.goto("/office/users");
      await page.getByRole("button", { name: "利用者を登録する" }).click();
      const form = dialogOf(page);
      await form.getByLabel(/^区分/).selectOption("4");
      await form.getByRole("combobox", { name: /^金融機関/ }).fill("蒼陵");
      await page.getByRole("option", { name: /蒼陵信用金庫/ }).click();
      await form.getByLabel(/^氏名/).fill("管理 者子");
      await form.getByLabel(/^メールアドレス/).fill("kanri@soryo.example.jp");
      await form.getByRole("button", { name: "登録して招待状を作る" }).click();
      await setPasswordByLetter(phone, await readLetter(page, "/letter\\?key="));
      const console = await person(browser, info, "administrator", { baseURL, viewport: DESK });
      await enterWithSecondStep(console.page, "kanri@soryo.example.jp");
      await console.page.goto("/office");
      await expect(console.page.getByText("はじめにすること")).toHaveCount(0);
      await console.page.goto("/office/users");
      await console.page.getByRole("button", { name: "利用者を登録する" }).click();
      const clerk = dialogOf(console.page);
      await clerk.getByLabel(/^区分/).selectOption("3");
      await clerk.getByLabel(/^氏名/).fill("二人目 太郎");
      await clerk.getByLabel(/^メールアドレス/).fill("taro@soryo.example.jp");
      await clerk.getByRole("button", { name: "登録して招待状を作る" }).click();
      await setPasswordByLetter(phone, await readLetter(console.page, "/letter\\?key="));
    });

    const bank = await person(browser, info, "bank", { baseURL, viewport: DESK });
    await signIn(bank, "hanako@soryo.example.jp", NEW_PASSWORD);
    const token = await tokenOf(own.base, "hanako@soryo.example.jp");
    const api = (path: string, body: unknown) => send(own.base, "POST", `/api/${path}`, body, token);
    const overview = {
      memberType: 2,
      industryType: '["13003"]',
      location: '{"region":6,"prefecturecode":"23","citycode":"23105"}',
      salesAmount: 3,
      mAndAExperience: 1,
    };

    await test.step("a buyer registers by a letter", async () => {
      const buyer = await api("BuyerCompany/CreateUpdateCompanyOverviewAsync", overview);
      await api("BuyerCompanyUser/RegistUser", {
        clientId: buyer,
        loginId: "nagisa@asanagi.example.jp",
        userName: "浅凪 渚",
      });
      const desk = bank.page;
      await desk.goto(`/buyer-company-manage/${buyer}`);
      await expect(desk.getByText("案内の状態：案内のメールは送信待ち")).toBeVisible();
      await desk.getByRole("button", { name: "登録の招待状を作る" }).click();
      const letter = await readLetter(desk, "/buyer-company-register/");
      await bank.shoot("registration-letter");
      await desk.getByRole("button", { name: "渡す準備ができたので閉じる" }).click();
      await expect(desk.getByText(/案内の状態：招待状を作成済み/)).toBeVisible();
      await shootBoth(bank, "buyer-invited");

      const mobile = phone.page;
      await mobile.goto(letter.link);
      await expect(heading(mobile, "招待状をお持ちの方")).toBeVisible();
      await noSidewaysScroll(mobile);
      await phone.shoot("registration-code");
      await mobile
        .getByRole("textbox", { name: "確認コード" })
        .fill(letter.code === "0000 0000" ? "00000001" : "00000000");
      await mobile.getByRole("button", { name: "次へ進む" }).click();
      await expect(mobile.getByText(/確認コードが正しくないか/).first()).toBeVisible();
      await mobile.getByRole("textbox", { name: "確認コード" }).fill(letter.code);
      await mobile.getByRole("button", { name: "次へ進む" }).click();
      await expect(heading(mobile, "会社のご登録")).toBeVisible();
      await mobile.getByRole("button", { name: "次へ（会社の詳細）" }).click();
      await field(mobile, "企業名").fill("株式会社あさなぎ精機");
      await field(mobile, "企業形態").selectOption({ index: 1 });
      await field(mobile, "代表者名").fill("浅凪 渚");
      await field(mobile, "郵便番号").fill("450-0002");
      await expect(field(mobile, "市区町村")).toHaveValue("23105");
      await field(mobile, "代表電話番号").fill("052-012-3456");
      await field(mobile, "直近の売上高").fill("2億");
      await mobile.getByRole("button", { name: /^次へ/ }).click();
      await field(mobile, "新しいパスワード").fill(NEW_PASSWORD);
      await field(mobile, "新しいパスワード（確認）").fill(NEW_PASSWORD);
      await mobile.getByRole("button", { name: /^次へ/ }).click();
      await mobile.getByRole("checkbox", { name: /利用規約を読み、同意します/ }).check();
      await mobile.getByRole("checkbox", { name: /表明し、確約します/ }).check();
      await mobile.getByRole("button", { name: "確認画面へ" }).click();
      await mobile.getByRole("button", { name: "この内容で登録を申し込む" }).click();
      await expect(heading(mobile, "登録を受け付けました")).toBeVisible();
      await expect(
        mobile.getByText("承認されると、担当者がお知らせします。", { exact: false }),
      ).toBeVisible();
      await phone.shoot("registration-received");
      await mobile.goto(letter.link);
      await expect(heading(mobile, "このリンクは使えません")).toBeVisible();

      await desk.goto(`/buyer-company-manage/${buyer}`);
      await desk.getByRole("button", { name: "登録を承認する" }).click();
      await dialogOf(desk).getByRole("button", { name: "登録を承認する" }).click();
      await expect(desk.getByText("登録を承認しました。")).toBeVisible();
      await signIn(
        await person(browser, info, "buyer", { baseURL }),
        "nagisa@asanagi.example.jp",
        NEW_PASSWORD,
      );
    });

    await test.step("an owner without a mail address approves by a letter", async () => {
      const seller = await api("SellerCompany/CreateUpdateCompanyOverviewAsync", overview);
      await api("SellerCompany/CreateUpdateCompanyDetailsAsync", {
        companyId: seller,
        companyName: "カナリア製作所",
        businessFormType: 1,
        representativeName: "金糸 雀",
        postalCode: "450-0002",
        prefectureCode: "23",
        cityCode: "23105",
        townName: "名駅",
        representativePhoneNumber: "052-123-4567",
        lastYearSalesAmount: 250000,
      });
      const { sellerBusinessId, version } = await api(
        "SellerBusiness/CreateUpdateSellerBusinessOverviewAsync",
        {
          companyId: seller,
          businessName: "【東海】精密部品の加工",
          description: "東海地方で金属部品の加工を営む企業です。",
          industryTypes: '["13003"]',
          publicRegion: [6],
          location: '{"region":6,"prefecturecode":"23","citycode":"23105"}',
          salesAmount: 3,
          operatingProfit: 3,
          salesPrice: 2,
          salesPriceTo: 5,
          numberOfManagersFrom: 11,
          numberOfManagersTo: 20,
          willingnessToSell: 1,
          negotiationTarget: [1],
          salesAsset: [2],
        },
      );
      await api("SellerBusiness/CreateUpdateSellerBusinessDetailsAsync", {
        sellerBusinessId,
        version,
        companyName: "カナリア製作所",
        representativeName: "金糸 雀",
        postalCode: "4500002",
        address: "愛知県名古屋市中村区名駅1-1",
        phone: "052-999-8877",
        fiscalYear: 2025,
        amountOfSales: 234567,
        operatingProfit: 12345,
        assignmentReason: [11],
        markets: "国内",
        targetCustomers: "製造業",
        services: "部品",
        advantage: "短納期",
        providingMethod: "直販",
      });
      // A new network wants it before the owner is asked.
      await api("Duty/RecordDuty", {
        companyId: seller,
        kind: 5,
        record: 1,
        performedOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
        values: {
          role: "broker",
          text: "重要事項説明書 第3版",
          items:
            "role,steps,person,fee,costs,other,secrecy,direct,exclusive,tail,term,ending,liability,surviving,conflict,buyer,sharing",
          by: "湊 一郎",
          handedOver: "paper",
          toWhom: "representative",
          toName: "金糸 雀",
        },
      });
      const desk = bank.page;
      await desk.goto(`/seller-company-manage/${seller}?tab=users`);
      await desk.getByRole("button", { name: "担当者を登録する" }).first().click();
      await field(desk, "氏名").fill("金糸 雀");
      await field(desk, "電話番号1").fill("052-111-2222");
      await desk.getByRole("button", { name: "担当者を登録する" }).click();
      await expect(desk.getByText("担当者を登録しました。")).toBeVisible();

      await desk.goto(`/seller-company-manage/seller-business/${sellerBusinessId}`);
      await desk.getByRole("button", { name: "売手に承認を依頼する" }).click();
      await expect(dialogOf(desk).getByRole("radio", { name: /招待状を印刷する/ })).toBeChecked();
      await bank.shoot("approval-request");
      await dialogOf(desk)
        .getByRole("checkbox", { name: /推測されるおそれを承知のうえ/ })
        .check();
      await dialogOf(desk).getByRole("button", { name: "承認を依頼する" }).click();
      await expect(
        dialogOf(desk).getByText("ほかの承認者に、パスコードを伝えるよう", { exact: false }),
      ).toBeVisible();
      await expect(dialogOf(desk).getByText(/\d{4} \d{4}/)).toHaveCount(0);
      const paper = (await desk.locator("article").last().textContent()) ?? "";
      expect(paper).not.toContain("カナリア");
      const link = pathOf(/http\S+\/seller-business\/approve\?key=[\w-]{43}/.exec(paper)?.[0] ?? "");
      await bank.shoot("owner-letter");
      await desk.emulateMedia({ media: "print" });
      await expect(desk.locator("article").last().getByText("金糸 雀 様")).toBeVisible();
      await bank.shoot("owner-letter-printed");
      await desk.emulateMedia({ media: null });
      await desk.getByRole("button", { name: "印刷したので閉じる" }).click();
      await expect(desk.getByText(/招待状を作った方には、パスコードを表示しません/)).toBeVisible();
      await expect(desk.getByRole("button", { name: "パスコードを表示して伝える" })).toHaveCount(0);
      await shootBoth(bank, "printer");

      const second = await person(browser, info, "second", { baseURL, viewport: DESK });
      await signIn(second, "taro@soryo.example.jp", NEW_PASSWORD);
      await second.page.goto(`/seller-company-manage/seller-business/${sellerBusinessId}`);
      await second.page.getByRole("button", { name: "パスコードを表示して伝える" }).click();
      await second.shoot("draw-question");
      await dialogOf(second.page).getByRole("button", { name: "パスコードを表示する" }).click();
      const shown = dialogOf(second.page).getByText(/^\d{4} \d{4}$/);
      const passcode = (await shown.textContent()) ?? "";
      await second.shoot("passcode");
      await dialogOf(second.page).getByRole("button", { name: "伝えたので閉じる" }).click();
      await expect(second.page.getByText(/二人目 太郎さんが表示/)).toBeVisible();
      await shootBoth(second, "drawn");

      const owner = phone.page;
      await owner.goto(link);
      await owner.getByRole("textbox", { name: "パスコード" }).fill(passcode);
      await owner.getByRole("button", { name: "内容を見る" }).click();
      await expect(owner.getByText("【東海】精密部品の加工").first()).toBeVisible();
      await noSidewaysScroll(owner);
      await phone.shoot("owner-sheet");
      await field(owner, "お名前").fill("金糸 雀");
      await owner.getByRole("button", { name: "承認する" }).click();
      await dialogOf(owner).getByRole("button", { name: "承認する" }).click();
      await expect(heading(owner, "承認しました")).toBeVisible();
      await desk.reload();
      await expect(desk.getByText("承認済みです。", { exact: false }).first()).toBeVisible();
    });
  } finally {
    await own.end();
    rmSync(data, { recursive: true, force: true });
  }
});
