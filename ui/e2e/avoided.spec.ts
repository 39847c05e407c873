import { expect } from "@playwright/test";
import { test } from "./network";
import { ask, person, signIn } from "./people";

/*
 * Whom an owner does not want to be approached, by the seller's bank: from the candidates to the list, a wrong number,
 * an own buyer put on it, the table for the owner saved, and with a reason the buyer is taken off again.
 */

const LIST = "オーナーの打診しない先";

test("a clerk keeps the list of whom an owner avoids, and saves the table for the owner", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "bank");
  const { page } = bank;
  await signIn(bank, "fin-a@demo.example.jp");
  await page.goto("/buyer-company-longlist/seller-business");
  await page.locator('main a[href*="/buyer-company-longlist/seller-business/"]').first().click();
  await expect(page.getByRole("heading", { level: 1, name: "ロングリストの候補" })).toBeVisible();
  const candidates = page.url();

  await test.step("the list is reached from the candidates and says that it is empty", async () => {
    await page.getByRole("link", { name: LIST }).click();
    await expect(page.getByText("打診しない先は登録されていません")).toBeVisible();
  });

  const found = await ask(
    page,
    "/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&isPublic=true&limit=1",
  );
  const buyer = JSON.parse(found.text).companyList[0].displayName as string;
  await test.step("a wrong 法人番号 is told beside its field, and what was typed stays", async () => {
    await page.getByRole("button", { name: "打診しない先を追加する" }).click();
    await page.getByRole("textbox", { name: "企業名" }).fill(buyer);
    await page.getByRole("textbox", { name: "法人番号" }).fill("1234567890123");
    await page.getByRole("button", { name: "追加する", exact: true }).click();
    await expect(page.getByText("法人番号に入力の誤りがあります")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "企業名" })).toHaveValue(buyer);
    await page.getByRole("textbox", { name: "法人番号" }).fill("");
    await page.getByRole("button", { name: "追加する", exact: true }).click();
    await expect(page.getByRole("link", { name: buyer })).toBeVisible();
  });

  await test.step("the table for the owner is saved from the candidates that are ticked", async () => {
    await page.goto(candidates);
    await page.getByRole("button", { name: /^このページの/ }).click();
    await page.getByRole("button", { name: "オーナーに見せる表を作る" }).click();
    const file = page.waitForEvent("download");
    await page.getByRole("dialog").getByRole("button", { name: "オーナーに見せる表を作る" }).click();
    expect((await file).suggestedFilename()).toBe("OWNER_LONGLIST.xlsx");
    await expect(page.getByText("オーナーに見せる表を保存しました")).toBeVisible();
  });

  await test.step("it is taken off with a reason, which stays", async () => {
    await page.getByRole("link", { name: LIST }).click();
    await page.getByRole("button", { name: /^外す/ }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "打診しない先から外す" }).click();
    await expect(dialog.getByText("外す理由を入力してください。")).toBeVisible();
    await dialog.getByRole("textbox", { name: "外す理由" }).fill("オーナーに確かめました");
    await dialog.getByRole("button", { name: "打診しない先から外す" }).click();
    await expect(page.getByText("打診しない先は登録されていません")).toBeVisible();
    await page.getByText("外した先（1件）").click();
    await expect(page.getByText("オーナーに確かめました")).toBeVisible();
  });
});
