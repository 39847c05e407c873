import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { start, test } from "./network";
import { enterWithSecondStep, heading, NEW_PASSWORD, setUp } from "./ownNetwork";
import { dialogOf, field, pathOf, person } from "./people";

/*
 * A network of its own without demo data and its mail (domain.md 6): a mail that could not be sent is sent
 * again, a letter lets somebody in where there is no mail server, and the server is set in the console.
 */

/** A mail server that refuses all recipients until `accept` is called. */
function mailServer(): { server: Server; accept: () => void; got: string[] } {
  let refuses = true;
  const got: string[] = [];
  const server = createServer((socket: Socket) => {
    let reading = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 mail.example.jp");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      for (const line of chunk.toString().split("\r\n")) {
        if (reading) {
          if (line === ".") {
            reading = false;
            say("250 kept");
          }
        } else if (/^(EHLO|HELO)/i.test(line)) say("250 mail.example.jp");
        else if (/^RCPT/i.test(line)) {
          if (!refuses) got.push(line);
          say(refuses ? "550 5.1.1 user unknown" : "250 ok");
        } else if (/^DATA/i.test(line)) {
          reading = true;
          say("354 go on");
        } else if (/^QUIT/i.test(line)) {
          say("221 bye");
          socket.end();
        } else if (line) say("250 ok");
      }
    });
  });
  return { server, got, accept: () => (refuses = false) };
}

const listening = (server: Server) =>
  new Promise<number>((done) => {
    server.listen(0, "127.0.0.1", () => {
      const at = server.address();
      done(typeof at === "object" && at ? at.port : 0);
    });
  });

test("a mail that could not be sent is sent again", async ({ browser }, info) => {
  const smtp = mailServer();
  const data = mkdtempSync(join(tmpdir(), "office-e2e-"));
  const port = String(await listening(smtp.server));
  const to = [
    "-smtp-host",
    "localhost",
    "-smtp-port",
    port,
    "-smtp-tls",
    "none",
    "-smtp-from",
    "tsunagu@example.jp",
  ];
  const own = await start(["-data", data, ...to], /(https?:\/\/\S+\/setup\S*)/);
  try {
    const office = await person(browser, info, "office", { baseURL: own.base });
    const { page } = office;
    await setUp(page, own);
    await enterWithSecondStep(page, "kyokuko@office.example.jp");
    await page.goto("/office/users");
    await page.getByRole("button", { name: "利用者を登録する" }).click();
    const form = dialogOf(page);
    await form.getByLabel(/^区分/).selectOption("9");
    await form.getByLabel(/^氏名/).fill("二人 目子");
    await form.getByLabel(/^メールアドレス/).fill("meko@office.example.jp");
    await dialogOf(page).getByRole("button", { name: "登録して案内を送る" }).click();
    await expect(dialogOf(page)).toBeHidden();

    const mail = page.getByRole("row", { name: /meko@office\.example\.jp/ });
    await expect(async () => {
      await page.goto("/office/mail?state=2");
      await expect(mail).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(mail).toContainText("送信できず");
    await office.shoot("dead");
    expect(smtp.got).toEqual([]);
    smtp.accept();
    await page.goto("/office");
    await page.getByRole("link", { name: /件のメールを、送信できませんでした/ }).click();
    await mail.getByRole("button", { name: /もう一度送信する/ }).click();
    await expect(page.getByText("もう一度送信します。")).toBeVisible();
    await expect(async () => {
      await page.goto("/office/mail?state=1");
      await expect(mail).toContainText("送信済み", { timeout: 5_000 });
    }).toPass();
    expect(smtp.got).toEqual([expect.stringContaining("meko@office.example.jp")]);
  } finally {
    await own.end();
    rmSync(data, { recursive: true, force: true });
    smtp.server.close();
  }
});

test("without a mail server a letter lets somebody in; then the mail server is set", async ({
  browser,
}, info) => {
  const smtp = mailServer();
  const port = String(await listening(smtp.server));
  const data = mkdtempSync(join(tmpdir(), "office-e2e-"));
  const own = await start(["-data", data], /(https?:\/\/\S+\/setup\S*)/);
  try {
    const office = await person(browser, info, "office", { baseURL: own.base });
    const { page } = office;
    await setUp(page, own);
    await enterWithSecondStep(page, "kyokuko@office.example.jp");
    await page.goto("/office/users");
    await page.getByRole("button", { name: "利用者を登録する" }).click();
    await dialogOf(page).getByLabel(/^区分/).selectOption("9");
    await dialogOf(page).getByLabel(/^氏名/).fill("二人 目子");
    await dialogOf(page)
      .getByLabel(/^メールアドレス/)
      .fill("meko@office.example.jp");
    await dialogOf(page).getByRole("button", { name: "登録して招待状を作る" }).click();
    const shown = page.getByText(/^\d{4} \d{4}$/);
    await expect(shown).toBeVisible();
    const code = (await shown.textContent()) ?? "";
    const link = /http\S+\/letter\?key=[\w-]{43}/.exec(
      (await page.locator("article").textContent()) ?? "",
    )?.[0];
    await office.shoot("letter");
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("article").getByText("二人 目子 様")).toBeVisible();
    await expect(page.getByText(code)).toBeHidden(); // the paper does not tell the code
    await office.shoot("printed");
    await page.emulateMedia({ media: null });
    await page.getByRole("button", { name: "渡す準備ができたので閉じる" }).click();
    await expect(page.getByRole("row", { name: /meko/ })).toContainText("招待状を作成済み");

    await page.goto("/office/settings");
    await page.getByRole("button", { name: "メールサーバーを設定する" }).click();
    const form = dialogOf(page);
    await form.getByLabel(/^メールサーバーの名前/).fill("localhost");
    await form.getByLabel(/^暗号化の方式/).selectOption("none");
    await form.getByLabel(/^ポート番号/).fill(port);
    await form.getByLabel(/^差出人のアドレス/).fill("tsunagu@example.jp");
    await office.shoot("mail-server-form");
    await form.getByRole("button", { name: "設定する", exact: true }).click();
    await expect(page.getByText("メールサーバーから送信しています")).toBeVisible();
    const test = page.getByRole("button", { name: "自分あてにテストメールを送る" });
    await test.click();
    await expect(page.getByText("宛先のアドレスを受け付けませんでした", { exact: false })).toBeVisible();
    await expect(page.getByText(/550/).first()).toBeVisible();
    await office.shoot("mail-server-refuses");
    smtp.accept();
    await test.click();
    await expect(page.getByText("メールサーバーが受け付けました", { exact: false })).toBeVisible();
    expect(smtp.got.join()).toContain("kyokuko@office.example.jp");

    const guest = await person(browser, info, "guest", {
      baseURL: own.base,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await guest.page.goto(pathOf(link ?? ""));
    await expect(heading(guest.page, "招待状をお持ちの方")).toBeVisible();
    await guest.shoot("letter-code");
    await guest.page
      .getByRole("textbox", { name: "確認コード" })
      .fill(code === "0000 0000" ? "0000 0001" : "0000 0000");
    const refused = guest.page.waitForResponse((answer) => answer.request().method() === "POST");
    await guest.page.getByRole("button", { name: "次へ進む" }).click();
    expect((await refused).ok()).toBe(false);
    await expect(guest.page.getByText(/5回誤ると、招待状は使えなくなります/).first()).toBeVisible();
    await expect(guest.page.locator("[aria-busy=true]")).toHaveCount(0);
    await guest.page.getByRole("textbox", { name: "確認コード" }).fill(code);
    await guest.page.getByRole("textbox", { name: "確認コード" }).press("Enter");
    await expect(guest.page.getByText("meko@office.example.jp")).toBeVisible();
    await field(guest.page, "新しいパスワード").fill(NEW_PASSWORD);
    await field(guest.page, "新しいパスワード（確認）").fill(NEW_PASSWORD);
    await guest.page.getByRole("button", { name: "このパスワードを設定する" }).click();
    await expect(heading(guest.page, "パスワードを設定しました")).toBeVisible();
    await guest.shoot("password-set");
    await page.goto("/office/users");
    await expect(page.getByRole("row", { name: /meko/ })).not.toContainText("招待状");
  } finally {
    await own.end();
    rmSync(data, { recursive: true, force: true });
    smtp.server.close();
  }
});
