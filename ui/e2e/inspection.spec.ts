import { readFile } from "node:fs/promises";
import { type Download, expect, type Page } from "@playwright/test";
import { test } from "./network";
import { looksWell, person, signIn } from "./people";

/*
 * What somebody checks a deal by who has no access to the product (検査用ファイル), and who learned the name of a customer.
 */

const desk = "/seller-company-manage/seller-business/";

/** What a deed saves, and its bytes. */
async function saved(page: Page, deed: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const waits: Promise<Download> = page.waitForEvent("download");
  await deed();
  const file = await waits;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The names of the files in a ZIP, from its directory. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf("PK\x01\x02"); at >= 0; at = zip.indexOf("PK\x01\x02", at + 46))
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString("latin1"));
  return names;
}

test("a bank makes the file of its side of a deal, another bank that of its own; and finds who learned a name", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "bank");
  await signIn(bank, "fin-a@demo.example.jp");
  const { page } = bank;
  await page.goto("/seller-negotiation");
  const link = page.getByRole("main").getByRole("link", { name: /^【/ }).first();
  const listing = ((await link.getAttribute("href")) ?? "").split("?")[0] ?? "";
  expect(listing).toContain(desk);
  await page.goto(`${listing}?tab=papers`);
  const panel = page.getByRole("region", { name: "検査用ファイル" });
  const make = panel.getByRole("button", { name: "検査用ファイルを作成" });
  await make.focus();
  const file = await saved(page, () => page.keyboard.press("Enter"));
  await expect(page.getByText("検査用ファイルを保存しました。")).toBeVisible();
  expect(file.name).toMatch(/^KENSA_L-[0-9a-f]{8}_\d{8}-[0-9A-Z]{8}\.zip$/);
  const names = namesIn(file.bytes);
  for (const name of [
    "SHA256SUMS",
    "SHA256SUMS.sig",
    "public-key.pem",
    "index.pdf",
    "how-to-check.html",
    "timeline.csv",
    "duties.csv",
    "ledger.csv",
    "audit.csv",
    "papers.csv",
  ])
    expect(names).toContain(name);
  // While it is there the notice covers a part of some link, which axe then calls too small.
  await expect(page.getByText("検査用ファイルを保存しました。")).toHaveCount(0);
  await looksWell(page);
  await bank.shoot("inspection-file");

  // By the listing's number: from the menu, with the keyboard.
  await page.getByRole("navigation").getByRole("link", { name: "会社の名前を知った人" }).first().click();
  await expect(page.getByText("番号か会社の名前を入力してください")).toBeVisible();
  const word = page.getByRole("searchbox", { name: /番号（L-、N-）、会社の名前、法人番号/ });
  await word.fill(file.name.slice("KENSA_".length, "KENSA_L-00000000".length));
  await page.keyboard.press("Enter");
  const found = page.getByRole("table", { name: "会社の名前を知った人" });
  await expect(found.getByText("担当する金融機関").first()).toBeVisible();
  await looksWell(page);
  await bank.shoot("name-access");

  // Another bank: nothing of this listing, and no file of it.
  const other = await person(browser, info, "other");
  await signIn(other, "fin-b@demo.example.jp");
  await other.page.goto(`/name-access?word=${file.name.slice("KENSA_".length, "KENSA_L-00000000".length)}`);
  await expect(
    other.page.getByText("条件に合う、担当するお客さまの企業・案件・交渉はありません"),
  ).toBeVisible();
  await other.page.goto(`/seller-business/${listing.slice(desk.length)}`);
  await expect(other.page.getByRole("heading", { level: 1 })).toBeVisible();
  const its = other.page
    .getByRole("region", { name: "検査用ファイル" })
    .getByRole("button", { name: /検査用ファイルを作成/ });
  if ((await its.count()) > 0) {
    const mine = await saved(other.page, () => its.first().click());
    expect(mine.name).toMatch(/^KENSA_N-/);
  }
});
