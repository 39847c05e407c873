import { expect } from "@playwright/test";
import { test } from "./network";
import { person, signInOffice } from "./people";

/* The office starts a job by keyboard, and reads its result. */
test("the office runs a job and sees its result", async ({ browser }, info) => {
  const office = await person(browser, info, "office");
  await signInOffice(office, "office@demo.example.jp");
  const { page } = office;
  await page.goto("/office/jobs");
  await expect(page.getByRole("heading", { level: 1, name: "定期処理" })).toBeVisible();
  const row = page.getByRole("row", { name: /データベースの手入れ/ }).first();
  await row.getByRole("button", { name: "今すぐ実行" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "「データベースの手入れ」を今すぐ実行しますか" });
  await expect(dialog).toBeVisible();
  await office.shoot("dialog");
  await dialog.getByRole("button", { name: "今すぐ実行する" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("「データベースの手入れ」の実行を受け付けました。")).toBeVisible();
  await page.getByLabel("処理", { exact: true }).selectOption({ label: "データベースの手入れ" });
  await expect(page.getByRole("row", { name: /データベースの手入れ.*手動.*完了/ }).first()).toBeVisible({
    timeout: 60_000,
  });
  await office.shoot("jobs");
});
