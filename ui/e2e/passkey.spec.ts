import { type CDPSession, expect, type Page } from "@playwright/test";
import { test } from "./network";
import { dialogOf, looksWell, mailTo, PASSWORD, person, signIn, signInOffice, signOut } from "./people";

/*
 * Passkeys with Chromium's virtual authenticator: registered, used at the sign-in, proved with, removed. It answers only
 * when the test touches it, as a person does: else the field's own offer would sign in by itself.
 */
const BANK = "fin-b2@demo.example.jp";

class Device {
  private constructor(
    private readonly cdp: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  static async plugIn(page: Page): Promise<Device> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: false,
      },
    });
    return new Device(cdp, authenticatorId);
  }

  /** Whether it is touched whenever it is asked. */
  async touched(enabled: boolean) {
    await this.cdp.send("WebAuthn.setAutomaticPresenceSimulation", {
      authenticatorId: this.authenticatorId,
      enabled,
    });
  }

  /** Whether the finger on it is the right one. */
  async knows(isUserVerified: boolean) {
    await this.cdp.send("WebAuthn.setUserVerified", {
      authenticatorId: this.authenticatorId,
      isUserVerified,
    });
  }

  /** Makes it a device with the same keys and another counter, as a copy of it has. */
  async copied(signCount: number) {
    const { authenticatorId } = this;
    const { credentials } = await this.cdp.send("WebAuthn.getCredentials", { authenticatorId });
    for (const credential of credentials) {
      const { credentialId } = credential;
      await this.cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId });
      await this.cdp.send("WebAuthn.addCredential", {
        authenticatorId,
        credential: { ...credential, signCount },
      });
    }
  }

  async count(): Promise<number> {
    const { credentials } = await this.cdp.send("WebAuthn.getCredentials", {
      authenticatorId: this.authenticatorId,
    });
    return credentials.length;
  }
}

const keys = (page: Page) => page.getByRole("list", { name: "登録したパスキー" });
const topPage = (page: Page) => page.getByRole("heading", { level: 1, name: "トップページ" });

test("a passkey is registered, opens, proves and is removed", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  const { page, shoot } = bank;
  await signIn(bank, BANK);
  const device = await Device.plugIn(page);
  await page.goto("/password");

  await test.step("registered with the keyboard alone", async () => {
    await page.getByRole("button", { name: "パスキーを登録する" }).focus();
    await page.keyboard.press("Enter");
    await expect(dialogOf(page)).toBeVisible();
    await looksWell(page);
    await shoot("register");
    await page.getByRole("textbox", { name: "名前" }).fill("支店のパソコン");
    const send = dialogOf(page).getByRole("button", { name: "登録する" });
    await send.press("Enter"); // without a password it asks for one
    await expect(dialogOf(page).getByText("今のパスワードを入力してください。")).toBeVisible();
    await dialogOf(page).getByLabel("今のパスワード", { exact: true }).fill("wrong-password");
    await send.press("Enter");
    await expect(dialogOf(page).getByText("今のパスワードが間違っています", { exact: false })).toBeVisible();
    await device.touched(true);
    await dialogOf(page).getByLabel("今のパスワード", { exact: true }).fill(PASSWORD);
    await send.press("Enter");
    await expect(keys(page)).toContainText("支店のパソコン");
    expect(await device.count()).toBe(1);
    await mailTo(page, BANK, (mail) => mail.subject.includes("パスキーが登録されました"));
  });

  await test.step("one device is registered once", async () => {
    await page.goto("/password");
    await page.getByRole("button", { name: "パスキーを登録する" }).click();
    await dialogOf(page).getByRole("button", { name: "登録する" }).click();
    await expect(dialogOf(page).getByText("すでに登録されています", { exact: false })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("it opens by the button, at 390 pixels too", async () => {
    await device.touched(false);
    await signOut(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/login");
    await expect(page.getByLabel("ログインID")).toHaveAttribute("autocomplete", "username webauthn");
    await looksWell(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot("sign-in");
    // The wrong finger: refused by the device, and told in words.
    await device.knows(false);
    await device.touched(true);
    await page.getByRole("button", { name: "パスキーでログイン" }).click();
    await expect(page.getByText("パスキーでの確認が終わりませんでした", { exact: false })).toBeVisible();
    await device.touched(false);
    await device.knows(true);
    await page.getByRole("button", { name: "パスキーでログイン" }).focus();
    await device.touched(true);
    await page.keyboard.press("Enter");
    await expect(topPage(page)).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step("it offers itself in the field", async () => {
    await device.touched(false);
    await signOut(page);
    await device.touched(true);
    await page.goto("/login");
    await expect(topPage(page)).toBeVisible();
  });

  await test.step("a copy of the device, whose counter is behind, opens nothing, and its user is told", async () => {
    await device.touched(false);
    await signOut(page);
    await device.copied(0);
    await page.goto("/login");
    await device.touched(true);
    await page.getByRole("button", { name: "パスキーでログイン" }).click();
    await expect(
      page.getByText("このパスキーではログインできませんでした", { exact: false }).first(),
    ).toBeVisible();
    await mailTo(page, BANK, (mail) => mail.subject.includes("パスキーでのログインを断りました"));
    await device.copied(1000);
    await page.goto("/login");
    await expect(topPage(page)).toBeVisible();
  });

  await test.step("it is renamed, and removed after a sign-in by it without a password", async () => {
    await page.goto("/password");
    await expect(keys(page)).toContainText("（今のログインに使用）");
    await keys(page).getByRole("button", { name: "名前を変える" }).click();
    await dialogOf(page).getByRole("textbox", { name: "名前" }).fill("本店のパソコン");
    await dialogOf(page).getByRole("button", { name: "名前を変える" }).click();
    await expect(keys(page)).toContainText("本店のパソコン");
    await looksWell(page);
    await shoot("passkeys");
    await keys(page).getByRole("button", { name: "削除する" }).click();
    await dialogOf(page).getByRole("button", { name: "削除する" }).click();
    await expect(keys(page)).toHaveCount(0);
    // The device still has its half: it opens nothing any more.
    await device.touched(false);
    await signOut(page);
    await page.goto("/login");
    await device.touched(true);
    await page.getByRole("button", { name: "パスキーでログイン" }).click();
    await expect(
      page.getByText("このパスキーではログインできませんでした", { exact: false }).first(),
    ).toBeVisible();
    await device.touched(false);
    await page.goto("/login");
    await signIn(bank, BANK);
  });
});

test("a bank demands passkeys, and a lost device is replaced", async ({ browser }, info) => {
  const admin = await person(browser, info, "admin");
  await signInOffice(admin, "admin-a@demo.example.jp");
  await admin.page.goto("/office/users");
  await expect(admin.page.getByRole("heading", { name: "担当者のパスキー：任意" })).toBeVisible();
  await admin.page.getByRole("button", { name: "パスキーを必須にする" }).click();
  await looksWell(admin.page);
  await dialogOf(admin.page).getByRole("button", { name: "必須にする" }).click();
  await expect(admin.page.getByRole("heading", { name: "担当者のパスキー：必須" })).toBeVisible();

  try {
    const user = await person(browser, info, "user");
    const login = async () => {
      await user.page.goto("/login");
      await user.page.getByLabel("ログインID").fill("fin-a2@demo.example.jp");
      await user.page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
      await user.page.getByRole("button", { name: "ログイン", exact: true }).click();
    };
    const device = await Device.plugIn(user.page);
    await login();
    await expect(user.page.getByRole("heading", { level: 1, name: "パスキーの登録" })).toBeVisible();
    await looksWell(user.page);
    await user.shoot("demanded");
    await user.page.getByRole("button", { name: "パスキーを登録する" }).click();
    await dialogOf(user.page).getByLabel("今のパスワード", { exact: true }).fill(PASSWORD);
    await device.touched(true);
    await dialogOf(user.page).getByRole("button", { name: "登録する" }).click();
    await expect(topPage(user.page)).toBeVisible();
    await device.touched(false);
    await signOut(user.page);
    await login();
    await expect(
      user.page.getByText("あなたのログインにはパスキーが必要です", { exact: false }).first(),
    ).toBeVisible();
    await user.shoot("passkey-needed");

    await admin.page.reload();
    const row = admin.page.getByRole("row").filter({ hasText: "fin-a2@demo.example.jp" });
    await row.getByRole("button", { name: "操作" }).click();
    await dialogOf(admin.page).getByRole("button", { name: "パスキーを削除する" }).click();
    await dialogOf(admin.page).getByLabel("理由").fill("パソコンの紛失。本人に電話で確認した。");
    await dialogOf(admin.page).getByRole("button", { name: "削除する" }).click();
    await expect(admin.page.getByText("パスキーを削除しました。")).toBeVisible();
    await login();
    await expect(user.page.getByRole("heading", { level: 1, name: "パスキーの登録" })).toBeVisible();
  } finally {
    // The worker's next tests sign in at the same bank.
    await admin.page.goto("/office/users");
    await admin.page.getByRole("button", { name: "パスキーの必須をやめる" }).click();
    await dialogOf(admin.page).getByRole("button", { name: "必須をやめる" }).click();
    await expect(admin.page.getByRole("heading", { name: "担当者のパスキー：任意" })).toBeVisible();
  }
});
