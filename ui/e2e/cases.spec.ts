import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { test } from "./network";
import { dialogOf, person, resize, signIn } from "./people";

/* Lists of negotiations: the seller's bank's across its listings, as a file, and the buyer's own on a phone. */

test("the seller's bank: from the menu to what waits, as a file, into a negotiation and back", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "seller-cases");
  const { page } = bank;
  await signIn(bank, "fin-a@demo.example.jp");
  await page
    .getByRole("navigation", { name: "メニュー", exact: true })
    .getByRole("link", { name: "売手交渉案件管理" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "売手交渉案件管理" })).toBeVisible();
  const counted = page.getByRole("heading", { level: 2, name: /^交渉\s\d+件$/ });
  const count = async () => Number(/\d+/.exec((await counted.textContent()) ?? "")?.[0]);
  await expect(counted).toBeVisible();
  const all = await count();
  await page.getByText("条件を指定する").click();
  await page.getByLabel("種類").selectOption({ label: "要対応" });
  await expect.poll(count).toBeLessThan(all);
  const waiting = await count();
  expect(waiting).toBeGreaterThan(0);

  const write = page.getByRole("button", { name: "一覧を書き出す" });
  await write.click();
  await dialogOf(page).getByText("CSV（UTF-8）").click();
  // A failure says so, and the choice is kept.
  await page.route("**/api/Report/**", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await dialogOf(page).getByRole("button", { name: "一覧を書き出す" }).click();
  await expect(page.getByText("一覧の書き出しに失敗しました。").first()).toBeVisible();
  await expect(dialogOf(page).getByRole("radio", { name: /CSV（UTF-8）/ })).toBeChecked();
  const saved = page.waitForEvent("download");
  await dialogOf(page).getByRole("button", { name: "一覧を書き出す" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("EXPORT_SELLERNEGOTIATION.csv");
  const text = readFileSync(await file.path(), "utf8");
  expect(text.match(/N-[0-9A-F]{8}/gi)?.length).toBe(waiting);
  await bank.shoot("waiting");

  const [first] = await page.getByRole("table").getByRole("link").all();
  await first?.click();
  await page.waitForURL(/\/seller-company-manage\/seller-business\/.*negotiation=/);
  await page.goBack();
  await expect(page.getByText("種類：要対応").first()).toBeVisible();
  await page.getByRole("button", { name: "ボード" }).click();
  await expect(page.getByRole("region", { name: "交渉状況のボード" })).toBeVisible();
  // No hit: what to loosen is offered, and there is nothing to write.
  await page.goto("/seller-negotiation?sellerBusinessName=%E3%81%82%E3%82%8A%E3%81%88%E3%81%AA%E3%81%84");
  await expect(page.getByText("交渉は見つかりませんでした").first()).toBeAttached();
  await expect(write).toHaveCount(0);
  await bank.shoot("nothing");
});

test("one next date for the ticked negotiations, by keyboard, and the columns that a clerk wants", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "dates");
  const { page } = bank;
  await signIn(bank, "fin-b@demo.example.jp");
  await page.goto("/financial-support");
  const rows = page.getByRole("table").getByRole("row");
  const bulk = page.getByRole("button", { name: "次回対応日をまとめて決める" });
  await expect(rows.nth(2)).toBeVisible();
  await expect(bulk).toHaveCount(0);
  const ticked = [rows.nth(1), rows.nth(2)];
  const names = await Promise.all(ticked.map((row) => row.getByRole("rowheader").textContent()));
  for (const row of ticked) {
    await row.getByRole("checkbox").focus();
    await page.keyboard.press("Space");
  }
  await expect(page.getByText("2件を選んでいます")).toBeVisible();
  await bulk.focus();
  await page.keyboard.press("Enter");
  for (const name of names) await expect(dialogOf(page)).toContainText(name ?? "");

  // One row has been changed by somebody else meanwhile: the other is saved, and this one stays ticked.
  await page.route(
    "**/UpdateNextAction",
    (route) => route.fulfill({ status: 409, json: { detail: "最新の内容を確認してください。" } }),
    {
      times: 1,
    },
  );
  await dialogOf(page).getByRole("textbox", { name: "次回対応日" }).fill("2027-03-04");
  await dialogOf(page).getByRole("button", { name: "次回対応日を保存する" }).click();
  await expect(dialogOf(page).getByRole("alert")).toContainText("1件を保存しました。残りの1件");
  await expect(dialogOf(page).getByRole("textbox", { name: "次回対応日" })).toHaveValue("2027-03-04");
  await expect(dialogOf(page).getByRole("heading", { name: "1件の次回対応日を決めますか" })).toBeVisible();
  await bank.shoot("partly");
  await dialogOf(page).getByRole("button", { name: "次回対応日を保存する" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByText("2027/03/04")).toHaveCount(2);
  await expect(bulk).toHaveCount(0);

  const head = page.getByRole("columnheader", { name: "資金支援" });
  await expect(head).toBeVisible();
  await page.getByRole("button", { name: "表示する列を選ぶ" }).click();
  await dialogOf(page).getByRole("checkbox", { name: "資金支援" }).uncheck();
  await dialogOf(page).getByRole("button", { name: "閉じる" }).last().click();
  await expect(head).toHaveCount(0);
  await page.reload();
  await expect(rows.nth(2)).toBeVisible();
  await expect(head).toHaveCount(0);
  await page.getByRole("button", { name: "表示する列を選ぶ" }).click();
  await dialogOf(page).getByRole("button", { name: "はじめの列に戻す" }).click();
  await dialogOf(page).getByRole("button", { name: "閉じる" }).last().click();
  await expect(head).toBeVisible();
  await bank.shoot("columns");
});

test("a buyer on a phone: the needs first, and 交渉 in the bar", async ({ browser }, info) => {
  const trial = await person(browser, info, "trial");
  await resize(trial.page, 390, 844);
  await signIn(trial, "trial-a@demo.example.jp");
  await trial.page.getByRole("link", { name: "ニーズを登録する" }).click();
  await expect(trial.page.getByRole("tab", { name: "ニーズ" })).toHaveAttribute("aria-selected", "true");
  await trial.shoot("needs");

  const buyer = await person(browser, info, "buyer-cases");
  const { page } = buyer;
  await resize(page, 390, 844);
  await signIn(buyer, "buy-b@demo.example.jp");
  await expect(page.getByText("交渉と検討中の案件")).toBeVisible();
  await expect(page.getByText("はじめに、ニーズを登録してください")).toHaveCount(0);
  await page.getByRole("navigation", { name: "よく使う画面" }).getByRole("link", { name: "交渉" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "交渉" })).toBeVisible();
  await buyer.shoot("own");
  await page.getByRole("listitem").getByRole("link", { name: /【/ }).first().click();
  await page.waitForURL(/\/seller-business\//);
});
