import { expect } from "@playwright/test";
import { test } from "./network";
import { person, signIn } from "./people";

/*
 * A clerk's dates in a calendar program: the address is made and shown once, reads without a sign-in and bears
 * numbers alone, and ends when it is ended.
 */

test("a clerk's dates reach a calendar program, until the address is ended", async ({ browser }, info) => {
  const clerk = await person(browser, info, "clerk");
  const { page } = clerk;
  await signIn(clerk, "fin-a@demo.example.jp");
  await page.getByRole("link", { name: "会員情報管理" }).first().click();
  await page.getByRole("tab", { name: "カレンダー" }).click();
  await page.getByRole("button", { name: "カレンダー用のURLを作る" }).click();
  const field = page.getByLabel("カレンダー用のURL");
  await expect(field).toHaveValue(/GetCalendar\?key=/);
  const address = await field.inputValue();

  // As a calendar program reads: no cookie, no token.
  const program = await browser.newContext();
  const dates = async () => {
    const answer = await program.request.get(address);
    return { status: answer.status(), text: await answer.text() };
  };
  const read = await dates();
  expect(read.status).toBe(200);
  expect(read.text).toMatch(/SUMMARY:公開期限：L-[0-9a-f]{8}/);
  expect(read.text).toMatch(/SUMMARY:実名交渉の回答期限：N-[0-9a-f]{8}/);
  expect(read.text).not.toMatch(/株式会社|有限会社|【/);

  await page.reload();
  await expect(page.getByText(/カレンダーが最後に読み込んだのは/)).toBeVisible();
  await expect(field).toHaveCount(0);
  await page.getByRole("button", { name: "URLを使えなくする" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "使えなくする" }).click();
  await expect(page.getByRole("button", { name: "カレンダー用のURLを作る" })).toBeVisible();
  expect((await dates()).status).toBe(400);
  await program.close();
});
