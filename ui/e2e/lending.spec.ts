import AxeBuilder from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { test } from "./network";
import { ask, dialogOf, mailTo, person, resize, signIn, signInOffice } from "./people";

/* The lending desk behind its wall: what it sees, what it decides, and how an administrator puts somebody there. */

const [LENDER, CLERK] = ["loan-b@demo.example.jp", "fin-b@demo.example.jp"];

test("a case is examined by keyboard, and who is in charge is told", async ({ browser }, info) => {
  const [lender, clerk] = [await person(browser, info, "lender"), await person(browser, info, "clerk")];
  await signIn(lender, LENDER);
  const { page } = lender;
  await page.getByRole("link", { name: /^相談受付/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "資金支援の案件" })).toBeVisible();
  await page.locator("main").getByRole("table").getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "案件の公開情報" })).toBeVisible();
  await expect(page.locator("main")).not.toContainText("湊");
  await page.getByRole("button", { name: "「検討中（稟議中）」にする" }).focus();
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page);
  await dialog.getByLabel(/^資金の使途/).fill("株式の取得と設備の更新");
  await dialog.getByRole("button", { name: "「検討中（稟議中）」にする" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "資金支援" })).toContainText("株式の取得と設備の更新");
  await expect(page.getByRole("button", { name: "「承認済」にする" })).toBeVisible();
  await signIn(clerk, CLERK);
  const told = await mailTo(clerk.page, CLERK, ({ subject }) =>
    subject.includes("資金支援の状況が変わりました"),
  );
  expect(JSON.stringify(told)).not.toContain("株式");

  // Nothing else of the bank opens.
  for (const path of [
    "/seller-company-manage",
    "/negotiation",
    "/seller-business",
    "/buyer-company-longlist",
    "/find?word=N",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "ページが見つかりません" })).toBeVisible();
  }
  expect((await ask(page, "/api/MyPage/GetDesk")).status).toBe(400);
});

test("its screens at three widths", async ({ browser }, info) => {
  const lender = await person(browser, info, "lender");
  await signIn(lender, LENDER);
  const { page } = lender;
  const { caseList } = JSON.parse((await ask(page, "/api/Lending/SearchCases?limit=1")).text);
  const one = `/financial-support/seller-business/${caseList[0].sellerBusinessId}`;
  for (const path of [
    "/mypage",
    "/financial-support",
    one,
    `${one}?negotiation=${caseList[0].buyerNegotiationId}`,
    "/member",
    "/password",
    "/mypage/contact",
  ])
    for (const [width, height] of [
      [1280, 900],
      [1093, 614],
      [390, 844],
    ] as const) {
      await resize(page, width, height);
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.getByText("読み込み中です")).toHaveCount(0);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
      if (width === 1093) continue; // its colours and names are those of the wide one
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .withTags(["wcag2a", "wcag2aa", "wcag22aa"])
        .analyze();
      expect(
        violations.map(({ id }) => id),
        path,
      ).toEqual([]);
    }
});

test("an administrator sets what somebody works on; who has work hands it over first", async ({
  browser,
}, info) => {
  const admin = await person(browser, info, "adminA");
  await signInOffice(admin, "admin-a@demo.example.jp");
  const { page } = admin;
  await page.goto("/office/users?role=3");
  await page.getByRole("button", { name: /^操作\s*：湊 一郎/ }).click();
  await dialogOf(page).getByRole("button", { name: "業務を変更する" }).click();
  await dialogOf(page).getByRole("radio", { name: /^融資/ }).check();
  await dialogOf(page).getByRole("button", { name: "業務を変更する" }).click();
  await expect(dialogOf(page).getByRole("alert")).toContainText("引き継いで");
  await dialogOf(page)
    .getByRole("radio", { name: /^M&A(?!と)/ })
    .check();
  await dialogOf(page).getByRole("button", { name: "業務を変更する" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole("row", { name: /湊 一郎/ })).toContainText("M&A");
});
