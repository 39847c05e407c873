import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { test } from "./network";
import { person, signInOffice } from "./people";

/** A public key whose private key was deleted: nobody can decrypt what this test encrypts. */
const RECIPIENT = "age1eanyfcdys0d5qawj80q0n6dkc5s3nrt5tlxzrvuk5yefp2y2xetsp07jdv";

/* The office makes a backup, registers a key, and downloads an encrypted backup; decisions are made by keyboard. */
test("the office backs up, encrypts and downloads", async ({ browser }, info) => {
  const office = await person(browser, info, "office");
  await signInOffice(office, "office@demo.example.jp");
  const { page } = office;
  await page.goto("/office/backup");
  await expect(page.getByRole("heading", { level: 1, name: "バックアップ" })).toBeVisible();
  await expect(page.getByText("暗号化していません。")).toBeVisible();
  await expect(page.getByRole("button", { name: "ダウンロードする" })).toHaveCount(0);

  const now = page.getByRole("button", { name: "今すぐバックアップ" });
  await now.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("バックアップを始めます。")).toBeVisible();
  const rows = page.getByRole("table", { name: "保存されているバックアップ" }).getByRole("row");
  await expect(rows.filter({ hasText: "手動" }).first()).toBeVisible({ timeout: 60_000 });
  await expect(rows.filter({ hasText: "手動" }).first()).toContainText(/たった今|1分前/);
  await office.shoot("list");

  await page.getByRole("button", { name: "公開鍵を登録する" }).click();
  const dialog = page.getByRole("dialog", { name: "公開鍵を登録しますか" });
  await dialog.getByRole("textbox", { name: "公開鍵" }).fill("AGE-SECRET-KEY-1");
  await dialog.getByRole("button", { name: "公開鍵を登録する" }).click();
  await expect(dialog.getByText("これは秘密鍵です。")).toBeVisible();
  await dialog.getByRole("textbox", { name: "公開鍵" }).fill(RECIPIENT);
  await office.shoot("key");
  await dialog.getByRole("button", { name: "公開鍵を登録する" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(RECIPIENT)).toBeVisible();

  await expect(now).toBeEnabled({ timeout: 60_000 });
  await now.click();
  const download = page.getByRole("button", { name: /^ダウンロードする/ }).first();
  await expect(download).toBeVisible({ timeout: 60_000 });
  await download.click();
  const asked = page.getByRole("dialog", { name: /のバックアップをダウンロードしますか/ });
  const saved = page.waitForEvent("download");
  await asked.getByRole("button", { name: "ダウンロードする" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^tsunagu-\d{8}T\d{6}Z-hand\.tar\.age$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 21)
      .toString(),
  ).toBe("age-encryption.org/v1");
  await expect(page.getByText("バックアップを保存しました。")).toBeVisible();
  await office.shoot("downloaded");

  // Removes the key again: the other tests expect unencrypted backups.
  await page.getByRole("button", { name: "公開鍵を変更する" }).click();
  const again = page.getByRole("dialog", { name: "公開鍵を変更しますか" });
  await again.getByRole("textbox", { name: "公開鍵" }).fill("");
  await again.getByRole("button", { name: "公開鍵を変更する" }).click();
  await expect(page.getByText("暗号化していません。")).toBeVisible();
});
