import { readFile } from "node:fs/promises";
import { type Download, expect, type Page } from "@playwright/test";
import { test } from "./network";
import { dialogOf, looksWell, person, signIn, signInOffice } from "./people";

/*
 * Papers: what the program makes and keeps, the drafts in Word, the seller's own valuation, and what proves the logs to a stranger.
 */

const desk = "/seller-company-manage/seller-business/";

/** The address of the first listing that the bank works on. */
async function ownListing(page: Page): Promise<string> {
  await page.goto("/seller-negotiation");
  const link = page.getByRole("main").getByRole("link", { name: /^【/ }).first();
  const href = (await link.getAttribute("href")) ?? "";
  expect(href).toContain(desk);
  return href.split("?")[0] ?? "";
}

/** An own listing of which no paper was made yet, on its tab of papers: tests of one network share its listings. */
async function freshListing(page: Page): Promise<string> {
  await ownListing(page);
  const links = page.getByRole("main").getByRole("link", { name: /^【/ });
  const all = await links.evaluateAll((found) =>
    found.map((link) => link.getAttribute("href")?.split("?")[0] ?? ""),
  );
  const papers = page.getByRole("region", { name: "書面", exact: true });
  const none = papers.getByText("作成した書面はまだありません");
  for (const listing of new Set(all)) {
    await page.goto(`${listing}?tab=papers`);
    await expect(none.or(papers.getByRole("list", { name: "作成済みの書面" }))).toBeVisible();
    if (await none.isVisible()) return listing;
  }
  throw new Error("each listing has papers");
}

/** What a deed saves, and its bytes. */
async function saved(page: Page, deed: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const waits: Promise<Download> = page.waitForEvent("download");
  await deed();
  const file = await waits;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("a bank makes papers of a listing by keyboard, and has the same bytes again; another bank has none", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "bank");
  await signIn(bank, "fin-a@demo.example.jp");
  const { page } = bank;
  const listing = await freshListing(page);
  const papers = page.getByRole("region", { name: "書面", exact: true });
  const make = papers.getByRole("button", { name: /^作成する\s*：ノンネームシート$/ });
  await make.focus();
  await page.keyboard.press("Enter");
  const made = papers.getByRole("list", { name: "作成済みの書面" });
  await expect(made.getByRole("listitem")).toHaveCount(1);
  const keep = made.getByRole("button", { name: /^ノンネームシート（.*をダウンロードする$/ });
  const first = await saved(page, async () => {
    await keep.focus();
    await page.keyboard.press("Enter");
  });
  expect(first.name).toMatch(/^ノンネームシート_\d{8}-[0-9A-Z]{8}\.pdf$/);
  expect(first.bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");

  // Of unchanged data the same paper, not a second one.
  await make.click();
  await expect(page.getByText(/内容が変わっていないため、作成済みの「ノンネームシート」/)).toBeVisible();
  await expect(made.getByRole("listitem")).toHaveCount(1);
  const again = await saved(page, () => keep.click());
  expect(again.bytes.equals(first.bytes)).toBe(true);

  await page.getByRole("button", { name: "書面の下書きを作る" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText("見本の書式です。")).toBeVisible();
  await expect(dialog.getByText(/項目は、空欄（【 】）になります|空欄になる項目はありません/)).toBeVisible();
  await looksWell(page);
  const draft = await saved(page, () =>
    dialog.getByRole("button", { name: "下書きを作ってダウンロードする" }).click(),
  );
  expect(draft.name).toMatch(/\.docx$/);
  expect(draft.bytes.subarray(0, 2).toString("latin1")).toBe("PK");
  await expect(made.getByRole("listitem")).toHaveCount(2);
  await looksWell(page);
  await bank.shoot("papers");

  const other = await person(browser, info, "other");
  await signIn(other, "fin-b@demo.example.jp");
  await other.page.goto(`/seller-business/${listing.slice(desk.length)}`);
  await expect(other.page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.page.getByRole("list", { name: "作成済みの書面" })).toHaveCount(0);
});

/** A PDF of one empty page. */
const SIGNED_PDF = [
  "%PDF-1.4",
  "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj",
  "trailer<</Size 4/Root 1 0 R>>",
  "%%EOF\n",
].join("\n");

test("a signed copy comes back, a second user confirms it, and another bank sees nothing of it", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "bank");
  await signIn(bank, "fin-a@demo.example.jp");
  const { page } = bank;
  const listing = await ownListing(page);
  await page.goto(`${listing}?tab=papers`);
  await page.getByRole("button", { name: "書面の下書きを作る" }).click();
  await dialogOf(page).getByRole("combobox").first().selectOption({ label: "委任状" });
  await saved(page, () =>
    dialogOf(page).getByRole("button", { name: "下書きを作ってダウンロードする" }).click(),
  );
  const row = page
    .getByRole("list", { name: "作成済みの書面" })
    .getByRole("listitem")
    .filter({ hasText: "委任状" });
  await row.getByRole("button", { name: /^署名済みの控えを登録/ }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "登録する" }).click();
  await expect(dialog.getByText("署名済みのPDFを選んでください。")).toBeVisible();
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "控え.pdf", mimeType: "application/pdf", buffer: Buffer.from(SIGNED_PDF) });
  const day = (await dialog.getByLabel("署名された日").getAttribute("min")) ?? "";
  await dialog.getByLabel("署名された日").fill(day);
  await dialog.getByLabel("氏名").fill("金糸 雀");
  await dialog.getByLabel("会社名・役職").fill("代表取締役");
  await looksWell(page);
  await bank.shoot("signed-form");
  await dialog.getByRole("button", { name: "登録する" }).click();
  await expect(row.getByText(/確認待ち（.*金糸 雀（代表取締役）/)).toBeVisible();
  await expect(row.getByText("電子署名はありません")).toBeVisible();
  await expect(row.getByRole("button", { name: /^差し戻す/ })).toHaveCount(0);

  const second = await person(browser, info, "second");
  await signIn(second, "fin-a2@demo.example.jp");
  await second.page.goto(`${listing}?tab=papers`);
  const waiting = second.page
    .getByRole("list", { name: "作成済みの書面" })
    .getByRole("listitem")
    .filter({ hasText: "確認待ち" });
  await waiting.getByRole("button", { name: /^控えを確認する/ }).click();
  await looksWell(second.page);
  await dialogOf(second.page).getByRole("button", { name: "確認する", exact: true }).click();
  await expect(second.page.getByText(/署名済み（.*確認 /)).toBeVisible();
  await second.page.goto(`${listing}?tab=papers`);
  await expect(second.page.getByText(/署名済み（.*確認 /)).toBeVisible();
  await looksWell(second.page);
  await second.shoot("signed");
  const copy = await saved(second.page, () =>
    second.page.getByRole("button", { name: /^控えをダウンロードする/ }).click(),
  );
  expect(copy.bytes.toString("latin1")).toBe(SIGNED_PDF);

  const other = await person(browser, info, "other");
  await signIn(other, "fin-b@demo.example.jp");
  await other.page.goto(`/seller-business/${listing.slice(desk.length)}`);
  await expect(other.page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.page.getByText(/署名済み（|確認待ち（|金糸 雀（代表取締役）/)).toHaveCount(0);
});

test("a seller's bank values a company, and takes it along as a sheet that can be worked on", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "bank");
  await signIn(bank, "fin-a@demo.example.jp");
  const { page } = bank;
  await page.goto(`${await ownListing(page)}?tab=content`);
  const panel = page.getByRole("region", { name: /簡易株価/ });
  await panel.getByRole("button").first().click();
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "行を追加する" }).click();
  await dialog.getByLabel("項目（1行目）").fill("本社の土地");
  await dialog.getByLabel("簿価", { exact: true }).fill("10000");
  await dialog.getByLabel("時価", { exact: true }).fill("35000");
  await looksWell(page);
  await bank.shoot("valuation");
  await dialog.getByRole("button", { name: "計算して保存する" }).click();
  const row = panel.getByRole("row", { name: /第1版/ });
  await expect(row).toBeVisible();
  const book = await saved(page, () => row.getByRole("button", { name: /^Excel\s*：第1版$/ }).click());
  expect(book.name).toMatch(/\.xlsx$/);
  expect(book.bytes.subarray(0, 2).toString("latin1")).toBe("PK");
});

test("the office has the logs proved by files, and the request is for what the screen shows", async ({
  browser,
}, info) => {
  const office = await person(browser, info, "office");
  await signInOffice(office, "office@demo.example.jp");
  const { page } = office;
  await page.goto("/office/third-party");
  await page.getByRole("button", { name: "いま押す" }).click();
  const row = page.getByRole("row", { name: /手で押した分/ }).first();
  await expect(row).toContainText("待っています");
  await row.getByRole("button", { name: /^ファイル/ }).click();
  const dialog = dialogOf(page);
  const digest = /[0-9a-f]{64}/.exec((await dialog.textContent()) ?? "")?.[0] ?? "";
  expect(digest).not.toBe("");
  await looksWell(page);
  const request = await saved(page, () =>
    dialog.getByRole("button", { name: "依頼のファイル（.tsq）を保存する" }).click(),
  );
  expect(request.bytes.toString("hex")).toContain(digest);
  await office.shoot("third-party");
});
