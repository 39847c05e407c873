import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { dialogOf, mailTo, pathOf, person, signOut } from "./people";

/*
 * Passwords (domain.md 6): the first one by invitation, a change, a reset of a forgotten one, and the
 * lock after failures. The user is registered here by the office, so that the demo's logins stay
 * unchanged.
 */
const ADMIN = "admin-a@demo.example.jp";
const ADMIN_PASSWORD = "Tsunagu-demo1";
const WHO = `tabi-${Date.now().toString(36)}@bank.example.jp`;
const [FIRST, SECOND, THIRD] = ["Haru-no-umi-2026", "Natsu-no-kawa-2026", "Aki-no-yama-2026"] as const;

async function enter(page: Page, path: string, loginId: string, password: string) {
  await page.goto(path);
  await page.getByLabel("ログインID").fill(loginId);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
}

const isIn = (page: Page) =>
  expect(page.getByRole("heading", { level: 1, name: "トップページ" })).toBeVisible();
const refused = (page: Page) =>
  expect(page.getByText("ログインID、またはパスワードが間違っています。")).toBeVisible();

/** Types the new password twice on the page of a mailed link. */
async function setPassword(page: Page, password: string, again = password) {
  await page.getByLabel("新しいパスワード", { exact: true }).fill(password);
  await page.getByLabel("新しいパスワード（確認）", { exact: true }).fill(again);
  await page.getByRole("button", { name: "このパスワードを設定する" }).click();
}

test("a password's life: invited, changed, forgotten, locked", async ({ browser }, info) => {
  const office = await person(browser, info, "office");
  const { page, shoot } = await person(browser, info, "bank");

  await test.step("the administrator registers somebody, who is invited by mail", async () => {
    await enter(office.page, "/office", ADMIN, ADMIN_PASSWORD);
    await expect(office.page.getByRole("heading", { level: 1, name: "概況" })).toBeVisible();
    await office.page.goto("/office/users");
    await office.page.getByRole("button", { name: "利用者を登録する" }).click();
    const dialog = dialogOf(office.page);
    await dialog.getByLabel(/^氏名/).fill("旅 一歩");
    await dialog.getByLabel(/^メールアドレス/).fill(WHO);
    await dialog.getByRole("button", { name: "登録して案内を送る" }).click();
    await expect(office.page.getByText("利用者を登録し、案内を送りました。")).toBeVisible();
  });

  await test.step("the first password", async () => {
    await enter(page, "/login", WHO, FIRST);
    await refused(page); // no sign-in before the password is set
    const link = pathOf((await mailTo(page, WHO, (mail) => mail.link.includes("/password-set"))).link);
    await page.goto(link);
    await expect(page.getByText(WHO)).toBeVisible();
    await setPassword(page, FIRST, SECOND);
    await expect(
      page.getByText("確認のための入力が、新しいパスワードと違います", { exact: false }).first(),
    ).toBeVisible();
    await setPassword(page, "short");
    await expect(page.getByText("12文字以上", { exact: false }).first()).toBeVisible();
    await shoot("first");
    await setPassword(page, FIRST);
    await expect(page.getByRole("heading", { level: 1, name: "パスワードを設定しました" })).toBeVisible();
    await page.getByRole("link", { name: "ログイン画面へ" }).click();
    await expect(page.getByLabel("ログインID")).toHaveValue(WHO);
    await expect(page.getByLabel("パスワード", { exact: true })).toBeFocused();
    await page.keyboard.type(FIRST);
    await page.keyboard.press("Enter");
    await isIn(page);
    // The link can be used once only.
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "このリンクは使えません" })).toBeVisible();
  });

  await test.step("changing it ends the sign-in elsewhere, and tells by mail", async () => {
    const elsewhere = await person(browser, info, "elsewhere");
    await enter(elsewhere.page, "/login", WHO, FIRST);
    await isIn(elsewhere.page);
    await page.goto("/password");
    const change = async (now: string, next: string) => {
      await page.getByLabel("今のパスワード", { exact: true }).fill(now);
      await page.getByLabel("新しいパスワード", { exact: true }).fill(next);
      await page.getByLabel("新しいパスワード（確認）", { exact: true }).fill(next);
      await page.getByRole("button", { name: "パスワードを変更する" }).click();
    };
    await change("chigau-password", SECOND);
    await expect(page.getByText("今のパスワードが間違っています", { exact: false }).first()).toBeVisible();
    await change(FIRST, SECOND);
    await isIn(page);
    await mailTo(page, WHO, (mail) => mail.subject.includes("パスワードが変更されました"));
    await elsewhere.page.goto("/seller-company-manage");
    await expect(
      elsewhere.page.getByRole("heading", { level: 1, name: "セッションの有効期限が切れました" }),
    ).toBeVisible();
    await signOut(page);
  });

  await test.step("forgotten: the answer says nothing of who is known, the link sets a new one", async () => {
    const ask = async (address: string) => {
      await page.goto("/login");
      await page.getByRole("link", { name: "パスワードをお忘れの方" }).click();
      await page.getByLabel("メールアドレス").fill(address);
      await page.getByRole("button", { name: "再設定のメールを送る" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "メールをご確認ください" })).toBeVisible();
      return ((await page.locator("main").textContent()) ?? "").replaceAll(address, "");
    };
    const stranger = await ask(`nobody-${WHO}`);
    expect(await ask(WHO)).toBe(stranger);
    await expect(mailTo(page, `nobody-${WHO}`, () => true)).rejects.toThrow();
    const link = pathOf((await mailTo(page, WHO, (mail) => mail.link.includes("/password-set"))).link);
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "新しいパスワードの設定" })).toBeVisible();
    await setPassword(page, THIRD);
    await expect(page.getByRole("heading", { level: 1, name: "パスワードを設定しました" })).toBeVisible();
    await enter(page, "/login", WHO, SECOND);
    await refused(page);
    await enter(page, "/login", WHO, THIRD);
    await isIn(page);
    await signOut(page);
  });

  await test.step("failures lock the ID for a while, with words; the office ends it", async () => {
    const locked = page.getByText(/ログインに複数回失敗したため|複数回ログインに失敗したため/);
    await page.goto("/login");
    await page.getByLabel("ログインID").fill(WHO);
    for (let i = 0; i < 10 && !(await locked.isVisible()); i++) {
      await page.getByLabel("パスワード", { exact: true }).fill("chigau-password");
      const answer = page.waitForResponse("**/token");
      await page.getByRole("button", { name: "ログイン", exact: true }).click();
      await answer;
      await expect(page.getByLabel("パスワード", { exact: true })).toHaveValue("");
    }
    await expect(locked).toBeVisible();
    await shoot("locked");
    await page.getByLabel("パスワード", { exact: true }).fill(THIRD); // refused although right, as the login is locked
    const answer = page.waitForResponse("**/token");
    await page.getByRole("button", { name: "ログイン", exact: true }).click();
    expect((await answer).status()).toBe(429);
    await mailTo(page, WHO, (mail) => mail.subject.includes("停止"));
    await office.page.goto(`/office/users?word=${encodeURIComponent(WHO)}`);
    await office.page.getByRole("button", { name: /^操作/ }).click();
    await office.page.getByRole("button", { name: "ログインの一時停止を解除する" }).click();
    await expect(office.page.getByText("ログインの一時停止を解除しました。")).toBeVisible();
    await enter(page, "/login", WHO, THIRD);
    await isIn(page);
  });
});
