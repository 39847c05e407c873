import { type ChildProcess, spawn } from "node:child_process";
import { test as base, expect, type Page } from "@playwright/test";
import { type Network, start } from "./network";
import { dialogOf, looksWell, person, signIn, signInOffice } from "./people";

/*
 * A bank's own directory: set, tried, confirmed, bound and used, at an OpenID provider that nobody here wrote
 * (directory.mjs), in a network of its own, since its login screens are other ones from then on.
 */
const BANK = "fin-a@demo.example.jp";
const CLIENT = { id: "tsunagu", secret: "secret-of-the-client" };

interface World {
  network: Network;
  issuer: string;
}

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures' names from this pattern
    async ({}, use) => {
      const network = await start(["demo"], /止めるには Ctrl\+C/);
      const { child, port } = await provider(`${network.base}/directory`);
      await use({ network, issuer: `http://127.0.0.1:${port}` });
      child.kill("SIGKILL");
      await network.end();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ world }, use) => use(world.network.base),
});

async function provider(returns: string): Promise<{ child: ChildProcess; port: string }> {
  const people = { admin: { acr: "phr" }, sato: { acr: "phr" }, suzuki: { acr: "phr" } };
  const settings = { people, clients: [{ ...CLIENT, returns: [returns] }] };
  const child = spawn("node", ["e2e/directory.mjs", JSON.stringify(settings)], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const port = await new Promise<string>((done, failed) => {
    child.stdout.once("data", (chunk) => done(String(chunk).trim()));
    child.once("exit", () => failed(new Error("the provider has ended")));
  });
  return { child, port };
}

/** Logs in at the directory, with the keyboard alone. */
async function atDirectory(page: Page, name: string) {
  const who = page.getByLabel("ユーザー名");
  await who.fill(name);
  await who.press("Tab");
  await page.keyboard.type("right");
  await page.keyboard.press("Enter");
}

test("a bank's directory is set, confirmed, and lets its people in", async ({ browser, world }, info) => {
  test.slow();
  const fad = await person(browser, info, "administrator");
  const office = await person(browser, info, "office");
  const bank = await person(browser, info, "bank");

  await test.step("the administrator writes it and tries it", async () => {
    const { page, shoot } = fad;
    await signInOffice(fad, "admin-a@demo.example.jp");
    await page.goto("/office/directory");
    await page.getByRole("button", { name: "設定を書く" }).click();
    await looksWell(page);
    const dialog = dialogOf(page);
    await dialog.getByRole("textbox", { name: "発行者（issuer）のアドレス" }).fill(world.issuer);
    await dialog.getByRole("textbox", { name: "client ID" }).fill(CLIENT.id);
    await dialog.getByRole("textbox", { name: "client secret" }).fill(CLIENT.secret);
    await dialog.getByRole("textbox", { name: "@より後ろ" }).fill("demo.example.jp");
    await dialog.getByRole("button", { name: "準備中として保存する" }).press("Enter");
    await expect(page.getByText("準備中（まだ試していません）")).toBeVisible();
    await expect(page.locator("body")).not.toContainText(CLIENT.secret);
    await page.getByRole("button", { name: "試しにログイン" }).press("Enter");
    await atDirectory(page, "admin");
    await expect(page.getByRole("heading", { level: 1, name: "試しのログインができました" })).toBeVisible();
    await page.getByRole("button", { name: "元の画面に戻る" }).press("Enter");
    await expect(page.getByText("試しのログインができました")).toBeVisible();
    await page.getByRole("button", { name: "事務局の確認に出す" }).press("Enter");
    await expect(page.getByText("事務局の確認を待っています")).toBeVisible();
    await looksWell(page);
    await shoot("sent");
  });

  await test.step("the office confirms it", async () => {
    const { page, shoot } = office;
    await signInOffice(office, "office@demo.example.jp");
    await page.goto("/office/directory");
    await expect(page.getByText(world.issuer)).toBeVisible();
    await looksWell(page);
    await shoot("asked");
    await page.getByRole("button", { name: "確認して有効にする" }).press("Enter");
    await expect(page.getByRole("button", { name: "認証基盤でのログインをやめる" })).toBeVisible();
  });

  await test.step("a user binds himself", async () => {
    const { page } = bank;
    await signIn(bank, BANK);
    await page.goto("/password");
    await page.getByRole("button", { name: "社内のアカウントと結び付ける" }).press("Enter");
    await atDirectory(page, "sato");
    await expect(
      page.getByRole("heading", { level: 1, name: "社内のアカウントと結び付きました" }),
    ).toBeVisible();
    await looksWell(page);
    await page.getByRole("button", { name: "元の画面に戻る" }).press("Enter");
    await expect(page.getByText("結び付いています", { exact: false })).toBeVisible();
    await looksWell(page);
  });

  const anew = await person(browser, info, "keyboard");
  const { page, shoot } = anew;
  await test.step("he signs in by it with the keyboard alone", async () => {
    await page.goto("/login");
    await looksWell(page);
    const loginId = page.getByLabel("ログインID");
    const button = page.getByRole("button", { name: "社内のアカウントでログイン" });
    await button.press("Enter"); // without a login ID it asks for one
    await expect(loginId).toBeFocused();
    await shoot("sign-in");
    // A login ID of another bank leads nowhere, and neither does that of nobody.
    await loginId.fill("nobody@elsewhere.example.jp");
    await button.press("Enter");
    await expect(page.getByText("社内のアカウントでのログインを使えません", { exact: false })).toBeVisible();
    await loginId.fill(BANK);
    for (const name of ["パスワード", "パスワードを表示する", "ログイン"]) {
      await page.keyboard.press("Tab");
      await expect(page.locator(":focus")).toHaveAccessibleName(name);
    }
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("ユーザー名")).toHaveValue("fin-a");
    await atDirectory(page, "sato");
    await expect(page.getByRole("heading", { level: 1, name: "トップページ" })).toBeVisible();
  });

  await test.step("a deed of consequence asks him there again", async () => {
    await page.goto("/buyer-company-manage");
    await page.getByRole("button", { name: "CSVを書き出す" }).first().click();
    await dialogOf(page).getByRole("button", { name: "CSVを書き出す" }).press("Enter");
    const proof = page.getByRole("dialog", { name: "ご本人の確認" });
    const opened = async (name: string) => {
      const popup = page.waitForEvent("popup");
      await proof.getByRole("button", { name }).press("Enter");
      return popup;
    };
    const first = await opened("社内のアカウントで確かめる");
    await expect(first.getByLabel("ユーザー名")).toBeVisible();
    await expect(proof.getByText("小さな画面を開きました", { exact: false })).toBeVisible();
    await looksWell(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot("proof");
    await page.setViewportSize({ width: 1280, height: 900 });
    // Whoever closes the window can begin anew.
    await first.close();
    const second = await opened("小さな画面をもう一度開く");
    await atDirectory(second, "suzuki");
    await expect(
      proof.getByText("ログインしている方の社内のアカウントではありません", { exact: false }),
    ).toBeVisible();
    await shoot("another-person");
    await second.close();
    const third = await opened("社内のアカウントで確かめる");
    const file = page.waitForEvent("download");
    await atDirectory(third, "sato");
    expect((await file).suggestedFilename()).toContain("EXPORT_BUYERCOMPANY");
    await expect(proof).toHaveCount(0);
    // The window closes by itself, or says that it may be closed.
    if (!third.isClosed())
      await expect(third.getByRole("heading", { name: "本人であることを確認しました" }))
        .toBeVisible()
        .catch(() => expect(third.isClosed()).toBe(true));
  });
});
