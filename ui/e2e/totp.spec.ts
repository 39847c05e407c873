import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Browser, expect, type Page, type TestInfo } from "@playwright/test";
import { test } from "./network";
import { dialogOf, mailTo, PASSWORD, type Person, person, signIn, signOut, signOutOffice } from "./people";

/*
 * The second step of the sign-in, for a bank's second user and for the office. It is removed at the
 * end, as the other tests sign in with the password alone.
 */
const BANK = "fin-b2@demo.example.jp";
const OFFICE = "office@demo.example.jp";
const ADMIN = "admin-a@demo.example.jp";
const BANK_OF_ADMIN = "fin-a2@demo.example.jp";

/** An authenticator app: an implementation of RFC 6238 independent of the server's. */
class Authenticator {
  private last = 0;
  private readonly secret: Buffer;

  constructor(key: string) {
    const bits = [...key.replace(/\s/g, "")]
      .map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0"))
      .join("");
    this.secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  at(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const sum = createHmac("sha1", this.secret).update(counter).digest();
    const from = (sum.at(-1) ?? 0) & 15;
    return String((sum.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, "0");
  }

  /** An unused code: of the current time step, or of the next one, which the server accepts early. */
  async code(): Promise<string> {
    const now = () => Math.floor(Date.now() / 30_000);
    this.last = Math.max(this.last + 1, now());
    await expect.poll(now, { timeout: 70_000, intervals: [500] }).toBeGreaterThanOrEqual(this.last - 1);
    return this.at(this.last);
  }

  /** The last used code. */
  used(): string {
    return this.at(this.last);
  }
}

const codeField = (page: Page) => page.getByLabel("確認コード", { exact: true });
const enterCode = async (page: Page, code: string) => {
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "確認してログインする" }).click();
};

/** Enters login id and password, the first half of a sign-in. */
async function password(page: Page, path: "/login" | "/office", loginId: string) {
  await page.goto(path);
  await page.getByLabel("ログインID").fill(loginId);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
}

/** Sets the second step up in three steps, starting on the screen for it. */
async function setUpSecondStep({ page, shoot }: Person): Promise<{ phone: Authenticator; codes: string[] }> {
  await page.getByRole("button", { name: "設定を始める" }).click();
  await expect(page.getByRole("img", { name: "認証アプリに登録するQRコード" })).toBeVisible();
  await page.getByText("カメラで読み取れないとき").click();
  const key = page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/);
  const phone = new Authenticator((await key.textContent()) ?? "");
  await shoot("three-steps");
  const submit = page.getByRole("button", { name: "2段階認証を設定する" });
  await codeField(page).fill("000000");
  await page.getByLabel("今のパスワード", { exact: true }).fill("wrong-password");
  await submit.click();
  await expect(page.getByText("今のパスワードが間違っています", { exact: false }).first()).toBeVisible();
  await codeField(page).fill(await phone.code());
  await page.getByLabel("今のパスワード", { exact: true }).fill(PASSWORD);
  await submit.click();
  await expect(page.getByRole("heading", { level: 1, name: "2段階認証を設定しました" })).toBeVisible();
  const codes = await page
    .getByRole("list", { name: "リカバリーコード" })
    .getByRole("listitem")
    .allTextContents();
  expect(codes).toHaveLength(10);
  await shoot("recovery-codes");
  return { phone, codes };
}

/** Leaves the page with the recovery codes, after ticking that they are kept. */
async function leaveCodes(page: Page, label: string) {
  await page.getByRole("button", { name: label }).click();
  await expect(page.getByText("コードを控えてから、チェックを入れてください。")).toBeVisible();
  await page.getByLabel("リカバリーコードを控えました").check();
  await page.getByRole("button", { name: label }).click();
}

/** Removes the second step by its dialog, which requires the password and a code. */
async function removeSecondStep({ page }: Person, code: string) {
  await page.getByRole("button", { name: "2段階認証を解除する" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("今のパスワード", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("確認コード、またはリカバリーコード", { exact: true }).fill(code);
  await dialog.getByRole("button", { name: "解除する" }).click();
  await expect(page.getByText("設定していません")).toBeVisible();
}

/** A file of all customers by name: the remembered browser is asked for a code first, and nothing is lost by it. */
async function exportWithProof({ page, shoot }: Person, code: string) {
  await page.goto("/seller-company-manage?word=%E6%A0%AA%E5%BC%8F");
  const address = page.url();
  let files = 0;
  page.on("download", () => files++);
  await page.getByRole("button", { name: "CSVを書き出す" }).click();
  const file = page.getByRole("dialog", { name: "売手のCSVを書き出す" });
  await file.getByLabel("Excel（Windows）用").check();
  const ask = async () => {
    await file.getByRole("button", { name: "CSVを書き出す" }).click();
    await expect(
      proof.getByText("大切な操作の前に、ご本人であることを確かめます。", { exact: false }),
    ).toBeVisible();
    await expect(typed).toBeFocused();
  };
  const proof = page.getByRole("dialog", { name: "ご本人の確認" });
  const typed = proof.getByLabel("確認コード、またはリカバリーコード");
  await ask();
  await shoot("proof");
  await proof.getByRole("button", { name: "やめる" }).click();
  await expect(page.getByText("操作は行われていません", { exact: false }).first()).toBeVisible();
  await ask();
  await typed.fill("000000");
  await page.keyboard.press("Enter");
  await expect(proof.getByText("確認コードが違うか", { exact: false })).toBeVisible();
  expect(files).toBe(0);
  await typed.fill(code);
  const saved = page.waitForEvent("download");
  await proof.getByRole("button", { name: "確かめて続ける" }).click();
  // In the encoding that was chosen before the question: the request is the same.
  const bytes = readFileSync(await (await saved).path());
  expect(new TextDecoder("shift_jis", { fatal: true }).decode(bytes)).toContain("企業名");
  await expect(file).toBeHidden();
  expect(page.url()).toBe(address);
}

const open = (browser: Browser, info: TestInfo, name: string, narrow = false) =>
  person(browser, info, name, narrow ? { viewport: { width: 390, height: 844 } } : {});

test("a bank's user sets it up, signs in with codes, and takes it off", async ({ browser }, info) => {
  const bank = await open(browser, info, "bank");
  const { page, shoot } = bank;
  await signIn(bank, BANK);
  await page.goto("/password");
  await expect(page.getByText("設定していません")).toBeVisible();
  await expect(page.getByRole("list", { name: "ログイン中の端末" })).toContainText("（この端末）");
  await shoot("password-screen");
  await page.getByRole("link", { name: "2段階認証を設定する" }).click();
  const { phone, codes } = await setUpSecondStep(bank);
  await leaveCodes(page, "パスワード変更の画面へ戻る");
  await expect(page.getByText("設定しています", { exact: false })).toBeVisible();
  await shoot("on");
  await signOut(page);

  await test.step("the password alone opens nothing; a code opens once", async () => {
    await password(page, "/login", BANK);
    await expect(page.getByRole("heading", { level: 1, name: "確認コードの入力" })).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");
    await expect(codeField(page)).toHaveAttribute("inputmode", "numeric");
    expect((await page.context().cookies()).map((c) => c.name)).not.toContain("token");
    await shoot("code");
    await page.getByRole("button", { name: "確認してログインする" }).click();
    await expect(page.getByText("確認コードを入力してください。")).toBeVisible();
    await enterCode(page, phone.used()); // the code used for the setup is refused
    await expect(page.getByText("確認コードが違うか、すでに使われています", { exact: false })).toBeVisible();
    await expect(codeField(page)).toHaveValue("");
    const code = await phone.code();
    await enterCode(page, ` ${code.slice(0, 3)} ${code.slice(3)} `); // with spaces, as when pasted
    await expect(page.getByRole("heading", { level: 1, name: "トップページ" })).toBeVisible();
    await signOut(page);
  });

  await test.step("a recovery code opens once, and its owner is told", async () => {
    const recover = async () => {
      await password(page, "/login", BANK);
      await page.getByRole("button", { name: /リカバリーコードを使う/ }).click();
      await page.getByLabel("リカバリーコード", { exact: true }).fill(codes[0] ?? "");
      await page.getByRole("button", { name: "確認してログインする" }).click();
    };
    await recover();
    await expect(page.getByRole("heading", { level: 1, name: "トップページ" })).toBeVisible();
    await mailTo(page, BANK, (mail) => mail.subject.includes("リカバリーコード"));
    await signOut(page);
    await recover();
    await expect(page.getByText("確認コードが違うか、すでに使われています", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "ログインIDの入力に戻る" }).click();
    await expect(page.getByLabel("ログインID")).toBeVisible();
  });

  await test.step("a remembered browser needs none, until it is forgotten", async () => {
    await password(page, "/login", BANK);
    await page.getByRole("button", { name: "リカバリーコードを使う" }).click();
    await page.getByLabel("この端末を30日間記憶する").check();
    await page.getByLabel("リカバリーコード", { exact: true }).fill(codes[2] ?? "");
    await page.getByRole("button", { name: "確認してログインする" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "トップページ" })).toBeVisible();
    await signOut(page);
    await signIn(bank, BANK); // without a code on this device
    await page.goto("/password");
    const devices = page.getByRole("list", { name: "確認コードを省略する端末" });
    await expect(devices).toContainText("（この端末）");
    await shoot("remembered");
    await exportWithProof(bank, codes[3] ?? "");
    await page.goto("/password");
    await expect(page.getByRole("list", { name: "ログイン中の端末" })).toContainText(
      "パスワード（この端末は確認コードを省略）",
    );
    await devices.getByRole("button", { name: /省略をやめる/ }).click();
    await expect(devices).toHaveCount(0);
    await removeSecondStep(bank, codes[1] ?? "");
    await signOut(page);
    await signIn(bank, BANK); // without a code, as before the test
  });
});

test("a sign-in elsewhere is seen and ended", async ({ browser }, info) => {
  const here = await open(browser, info, "here");
  const there = await open(browser, info, "there");
  await signIn(here, BANK);
  await signIn(there, BANK);
  await here.page.goto("/password");
  const rows = here.page.getByRole("list", { name: "ログイン中の端末" }).getByRole("listitem");
  await expect(rows.nth(1)).toBeVisible();
  const before = await rows.count();
  expect(before).toBeGreaterThan(1);
  // The newest of the other sign-ins is that of the second browser.
  await rows.filter({ hasNotText: "（この端末）" }).first().getByRole("button").click();
  await expect(rows).toHaveCount(before - 1);
  await there.page.goto("/seller-company-manage");
  await expect(
    there.page.getByRole("heading", { level: 1, name: "セッションの有効期限が切れました" }),
  ).toBeVisible();
  await here.page.goto("/mypage");
  await expect(here.page.getByRole("heading", { level: 1, name: "トップページ" })).toBeVisible();
});

test("the office signs in with a code, requires it of banks and helps who lost the telephone", async ({
  browser,
}, info) => {
  const office = await open(browser, info, "office");
  const { page, shoot } = office;
  await password(page, "/office", OFFICE);
  await expect(page.getByRole("heading", { level: 1, name: "概況" })).toBeVisible();
  await page.goto("/office/password");
  await page.getByRole("link", { name: "2段階認証を設定する" }).click();
  await expect(
    page.getByText("デモでは、事務局と管理者の2段階認証は任意です", { exact: false }),
  ).toBeVisible();
  const { phone, codes } = await setUpSecondStep(office);
  await leaveCodes(page, "パスワード変更の画面へ戻る");
  await signOutOffice(page);
  await password(page, "/office", OFFICE);
  await shoot("code");
  await enterCode(page, phone.used());
  await expect(page.getByText("確認コードが違うか、すでに使われています", { exact: false })).toBeVisible();
  await enterCode(page, await phone.code());
  await expect(page.getByRole("heading", { level: 1, name: "概況" })).toBeVisible();

  const rule = async (name: "任意" | "必須") => {
    await page.goto("/office/settings");
    await page.getByRole("radio", { name: new RegExp(`^${name}`) }).check();
    await page.getByRole("button", { name: "設定を保存する" }).click();
    await expect(page.getByText("設定を保存しました。")).toBeVisible();
  };
  const bank = await open(browser, info, "required", true);
  await signIn(bank, BANK_OF_ADMIN);
  await rule("必須");
  await shoot("settings");
  try {
    await test.step("who has none can do nothing else, also in a session that is open", async () => {
      await bank.page.goto("/seller-company-manage");
      await expect(bank.page.getByRole("heading", { level: 1, name: "2段階認証の設定" })).toBeVisible();
      await expect(
        bank.page.getByText("設定するまで、ほかの操作はできません", { exact: false }),
      ).toBeVisible();
      await bank.shoot("first");
      await setUpSecondStep(bank);
      await leaveCodes(bank.page, "トップページへ進む");
      await expect(bank.page.getByRole("heading", { level: 1, name: "トップページ" })).toBeVisible();
    });
    await test.step("the administrator takes it off who lost the telephone", async () => {
      const admin = await open(browser, info, "administrator");
      await password(admin.page, "/office", ADMIN);
      await expect(admin.page.getByRole("heading", { level: 1, name: "概況" })).toBeVisible();
      await admin.page.goto(`/office/users?word=${encodeURIComponent(BANK_OF_ADMIN)}`);
      await admin.page.getByRole("button", { name: /^操作/ }).click();
      await admin.page.getByRole("button", { name: "2段階認証を解除する" }).click();
      const dialog = dialogOf(admin.page);
      await admin.shoot("reset");
      await dialog.getByLabel(/^理由/).fill("スマートフォンの紛失。本人に電話で確認した。");
      await dialog.getByRole("button", { name: "解除する" }).click();
      await expect(admin.page.getByText("2段階認証を解除しました。")).toBeVisible();
      await mailTo(admin.page, BANK_OF_ADMIN, (mail) => mail.subject.includes("2段階認証が解除"));
      await bank.page.goto("/seller-company-manage");
      await expect(
        bank.page.getByRole("heading", { level: 1, name: "セッションの有効期限が切れました" }),
      ).toBeVisible();
      await password(bank.page, "/login", BANK_OF_ADMIN);
      await expect(bank.page.getByRole("heading", { level: 1, name: "2段階認証の設定" })).toBeVisible();
    });
  } finally {
    await rule("任意");
  }
  await bank.page.goto("/seller-company-manage");
  await expect(bank.page.getByRole("heading", { level: 1, name: "売手管理" })).toBeVisible();
  await page.goto("/office/password");
  await removeSecondStep(office, codes[0] ?? "");
});
