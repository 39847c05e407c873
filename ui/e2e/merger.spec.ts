import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { type Network, start, test } from "./network";
import { dialogOf, field, mailTo, PASSWORD, pathOf, person, resize, signInOffice } from "./people";

/*
 * A merger of two institutions (app/merger): the office proposes it, an administrator and, for the institution without one,
 * the office's second approver confirm it. The machine's clock is the real one, so the walk ends where the job is refused
 * within the 24 hours, and the merger is withdrawn.
 */
const SECOND = "futari@demo.example.jp";
const READY = /止めるには Ctrl\+C/;

/** Tomorrow in Japan. */
const tomorrow = () => new Date(Date.now() + 33 * 3_600_000).toISOString().slice(0, 10);

async function choose(page: Page, label: string, word: string, option: RegExp) {
  await dialogOf(page)
    .getByRole("combobox", { name: new RegExp(`^${label}`) })
    .fill(word);
  await page.getByRole("option", { name: option }).click();
}

const heading = (page: Page, name: RegExp) => page.getByRole("heading", { level: 1, name });

test("a merger is proposed, confirmed by both sides, and waits a day", async ({ browser }, info) => {
  test.setTimeout(180_000);
  const data = mkdtempSync(join(tmpdir(), "merger-e2e-"));
  let own: Network = await start(["demo", "-data", data], READY);
  const restart = async () => {
    await own.end();
    execFileSync(process.env.TSUNAGU_BIN ?? "", ["confirm-approver", SECOND, "-data", data]);
    own = await start(["demo", "-data", data], READY);
  };
  try {
    await test.step("the office gets a second approver", async () => {
      const office = await person(browser, info, "office", { baseURL: own.base });
      await signInOffice(office, "office@demo.example.jp");
      const steps = office.page.getByRole("region", { name: "はじめにすること" });
      await expect(steps.getByText("二人目がログインできるようになってから", { exact: false })).toBeVisible();
      await steps.getByRole("link", { name: "利用者を登録する" }).click();
      await office.page.getByRole("button", { name: "利用者を登録する" }).click();
      const form = dialogOf(office.page);
      await form.getByLabel(/^区分/).selectOption("9");
      await form.getByLabel(/^氏名/).fill("二人目 確子");
      await form.getByLabel(/^メールアドレス/).fill(SECOND);
      await form.getByRole("button", { name: "登録して案内を送る" }).click();
      await expect(form).toBeHidden();
      const invited = await person(browser, info, "second", { baseURL: own.base });
      const { link } = await mailTo(invited.page, SECOND, (mail) => mail.link !== "");
      await invited.page.goto(pathOf(link));
      await field(invited.page, "新しいパスワード").fill(PASSWORD);
      await field(invited.page, "新しいパスワード（確認）").fill(PASSWORD);
      await invited.page.getByRole("button", { name: "このパスワードを設定する" }).click();
      await expect(heading(invited.page, /^パスワードを設定しました/)).toBeVisible();
      await office.page.goto("/office");
      await expect(
        steps.getByText("二人目 確子さんは、まだ承認者ではありません", { exact: false }),
      ).toBeVisible();
      await office.shoot("first-steps");
      await restart();
    });

    const office = await person(browser, info, "office", { baseURL: own.base });
    const { page } = office;
    await test.step("the office proposes it", async () => {
      await signInOffice(office, "office@demo.example.jp");
      await expect(page.getByText("二人目を承認者にする")).toBeVisible();
      await page.getByRole("link", { name: "金融機関の合併", exact: true }).first().click();
      await page.getByRole("button", { name: "合併を提案する" }).click();
      await choose(page, "なくなる金融機関", "湊星", /湊星銀行/);
      await choose(page, "引き継ぐ金融機関", "蒼陵", /蒼陵信用金庫/);
      await field(page, "合併日").fill(tomorrow());
      await field(page, "顧客番号の先頭に付ける印").fill("9981-");
      await field(page, "合併の内容").fill("届出による合併");
      await office.shoot("propose");
      await dialogOf(page).getByRole("button", { name: "提案する" }).click();
      await expect(heading(page, /の合併$/)).toBeVisible();
      await expect(page.getByText("確認待ち").first()).toBeVisible();
    });

    await test.step("the absorbed institution's administrator confirms", async () => {
      const admin = await person(browser, info, "administrator", { baseURL: own.base });
      await signInOffice(admin, "admin-a@demo.example.jp");
      await admin.page.getByRole("link", { name: "内容を見て確認する" }).click();
      await admin.page.getByRole("button", { name: /この合併を確認する/ }).click();
      await expect(
        dialogOf(admin.page).getByText("それから24時間は合併を行わず", { exact: false }),
      ).toBeVisible();
      await admin.shoot("confirm");
      await dialogOf(admin.page).getByRole("button", { name: "確認する", exact: true }).click();
      await expect(admin.page.getByText("確認済み")).toBeVisible();
    });

    await test.step("the office's second approver confirms for the other one", async () => {
      const second = await person(browser, info, "second", { baseURL: own.base });
      await signInOffice(second, SECOND);
      await second.page.getByRole("link", { name: "内容を見て確認する" }).click();
      await second.page.getByRole("button", { name: /この合併を確認する/ }).click();
      await dialogOf(second.page).getByRole("button", { name: "確認する", exact: true }).click();
      await expect(second.page.getByText("双方の確認がそろいました", { exact: false })).toBeVisible();
    });

    await test.step("it is not done before its time, and can be withdrawn", async () => {
      await page.reload();
      await expect(page.getByText(/午前1時すぎに、自動で行います/)).toBeVisible();
      for (const [width, height] of [
        [1280, 900],
        [1093, 614],
        [390, 844],
      ] as const) {
        await resize(page, width, height);
        await office.shoot(`fixed-${width}`);
      }
      await resize(page, 1280, 900);
      await page.getByRole("link", { name: "定期処理", exact: true }).first().click();
      const job = page.getByRole("row", { name: /^金融機関の合併/ });
      await job.getByRole("button", { name: "今すぐ実行" }).click();
      await dialogOf(page).getByRole("button", { name: "今すぐ実行する" }).click();
      await expect(page.getByText("まだ合併を行えません", { exact: false }).first()).toBeVisible();
      await office.shoot("refused");
      await page.getByRole("link", { name: "金融機関の合併", exact: true }).first().click();
      await page.getByRole("link", { name: /→/ }).click();
      await page.getByRole("button", { name: "合併を取り下げる" }).click();
      await field(page, "取り下げる理由").fill("届出の取下げ");
      await dialogOf(page).getByRole("button", { name: "取り下げる", exact: true }).click();
      await expect(page.getByText("届出の取下げ", { exact: false }).first()).toBeVisible();
    });
  } finally {
    await own.end();
    rmSync(data, { recursive: true, force: true });
  }
});
