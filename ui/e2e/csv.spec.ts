import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { person, signIn } from "./people";

/** The rows of a CSV file written by this platform, which quotes all cells of data. */
function parse(file: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of file
    .replace(/^\ufeff/, "")
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (bare ?? "") : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
    else if (end === "") break;
  }
  return rows.filter((row) => row.some((cell) => cell !== ""));
}

const line = (header: string[], cells: Record<string, string>) =>
  header.map((name) => `"${(cells[name] ?? "").replaceAll('"', '""')}"`).join(",");

const company = (n: number, changes: Record<string, string> = {}) => ({
  企業名: `翠嶺テスト工業${n}`,
  企業形態: "株式会社",
  代表者名: "佐藤 健一",
  郵便番号: "4500002",
  都道府県: "愛知県",
  市区町村: "名古屋市中村区",
  町名: "名駅",
  "番地・建物名": "0番地0",
  電話番号: "520000001",
  法人番号: ["7990001900001", "6990001900002", "5990001900003"][n - 1] ?? "",
  "資本金（千円）": "10,000",
  "売上高（千円）": "350000",
  "営業利益（千円）": "△12,000",
  業種コード: "13015",
  "M&A目的": "31 34",
  担当者名: "田中 誠",
  メールアドレス: `csv${n}@example.jp`,
  備考: `=備考${n}`,
  ...changes,
});

async function saved(page: Page, press: () => Promise<void>): Promise<string> {
  const waiting = page.waitForEvent("download");
  await press();
  const download = await waiting;
  return readFileSync(await download.path(), "utf8");
}

async function choose(page: Page, content: string) {
  await page
    .getByLabel("CSVかExcelのファイル")
    .setInputFiles({ name: "買手.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await page.getByRole("button", { name: "読み込んで確認する" }).click();
}

test("買手をCSVで：ひな形、エラー、直して登録、書き出し、もう一度読み込み", async ({ browser }, info) => {
  const bank = await person(browser, info, "金融機関");
  const { page, shoot } = bank;
  await signIn(bank, "fin-a@demo.example.jp");
  await page.goto("/buyer-company-manage");
  await page.getByRole("link", { name: "CSVを読み込む" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "買手のCSVを読み込む" })).toBeVisible();
  await shoot("読み込み");

  await page.getByRole("button", { name: "ひな形を保存する" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Excel（.xlsx）")).toBeChecked();
  await dialog.getByLabel("CSV（UTF-8）").check();
  const template = await saved(page, () => dialog.getByRole("button", { name: "ひな形を保存する" }).click());
  const header = parse(template)[0] ?? [];
  expect(header).toHaveLength(30);

  // A file with two mistakes registers nothing, and both mistakes are shown at once.
  const wrong = [company(1), company(2, { 電話番号: "052" }), company(3, { 法人番号: "5990001900004" })];
  await choose(page, [template.trim(), ...wrong.map((cells) => line(header, cells))].join("\r\n"));
  await expect(page.getByRole("heading", { level: 1, name: "CSVのエラー" })).toBeVisible();
  await expect(page.getByText("1件も登録していません")).toBeVisible();
  await expect(page.getByRole("row", { name: /3行目 電話番号 052/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /4行目 法人番号 5990001900004/ })).toBeVisible();
  await shoot("エラー");
  await page.getByLabel("列で絞り込む").selectOption("法人番号");
  await expect(page.getByRole("row", { name: /電話番号/ })).toHaveCount(0);
  await page.getByRole("button", { name: "エラーの行をCSVで保存する" }).click();
  const rows = parse(
    await saved(page, () => dialog.getByRole("button", { name: "エラーの行をCSVで保存する" }).click()),
  );
  expect(rows).toHaveLength(3);
  expect(rows[0]?.at(-1)).toBe("エラーの理由");
  expect(rows[1]?.at(-1)).toContain("電話番号：");

  // The corrected file is checked and registered.
  await page.getByRole("link", { name: "直したCSVを読み込む" }).click();
  const mended = [1, 2, 3].map((n) => line(header, company(n)));
  await choose(page, [template.trim(), ...mended].join("\r\n"));
  const commit = page.getByRole("button", { name: "3件を登録・更新する" });
  await expect(commit).toBeVisible();
  await expect(page.getByRole("row", { name: /翠嶺テスト工業3/ })).toBeVisible();
  await shoot("確認");
  await page.reload();
  await commit.click();
  await expect(page.getByRole("heading", { name: "登録しました" })).toBeVisible();
  await shoot("登録");

  // The exported file has the imported values, normalised; importing it again changes nothing.
  await page.goto(`/buyer-company-manage?companyName=${encodeURIComponent("翠嶺テスト")}`);
  await expect(page.getByRole("link", { name: "翠嶺テスト工業1" })).toBeVisible();
  await page.getByRole("button", { name: "CSVを書き出す" }).click();
  await shoot("書き出し");
  const file = await saved(page, () => dialog.getByRole("button", { name: "CSVを書き出す" }).click());
  const written = parse(file);
  expect(written[0]).toEqual(header);
  expect(written).toHaveLength(4);
  const first = Object.fromEntries(
    header.map((name, n) => [name, written.find((row) => row[0] === "翠嶺テスト工業1")?.[n]]),
  );
  expect(first).toMatchObject({
    郵便番号: "450-0002",
    電話番号: "0520000001",
    "資本金（千円）": "10000",
    "営業利益（千円）": "▲12000",
    備考: "'=備考1",
    メールアドレス: "csv1@example.jp",
  });
  await page.goto("/buyer-company-manage/import");
  await choose(page, file);
  await expect(page.getByText("登録・更新するものはありません")).toBeVisible();
  await expect(page.getByRole("button", { name: /登録・更新する/ })).toHaveCount(0);
});

test("CSVでないファイルは、理由を示して断る", async ({ browser }, info) => {
  const bank = await person(browser, info, "金融機関");
  const { page, shoot } = bank;
  await signIn(bank, "fin-a@demo.example.jp");
  await page.goto("/seller-company-manage/import");
  let send = () => {};
  const sending = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route("**/CsvImportSellerCompany", async (route) => {
    await sending;
    await route.continue();
  });
  await choose(page, "PK\u0003\u0004 a workbook");
  // A large file on a slow connection shows the progress of its upload.
  await expect(page.getByRole("progressbar", { name: /^送信しています/ })).toBeVisible();
  await shoot("送信");
  send();
  await expect(page.getByRole("alert").getByText("Excelブック（.xlsx）")).toBeVisible();
  await expect(page.getByRole("heading", { name: "別のファイルを選ぶ" })).toBeVisible();
  await shoot("断り");
});

test("銀行のファイル：見出しの対応を一度決めると、次からはそのまま読み込める", async ({ browser }, info) => {
  const bank = await person(browser, info, "金融機関");
  const { page, shoot } = bank;
  await signIn(bank, "fin-a@demo.example.jp");
  const file = (n: number) =>
    [
      "お客様一覧,,,,,,,,",
      "顧客No,商号,代表者氏名,郵便,所在地,連絡先,年商（百万円）,業種名,Eメール",
      `1001,株式会社みどり対応${n},緑川 一郎,450-0002,愛知県名古屋市中村区名駅1-1-1,052-000-0001,"1,234",金属製品製造業,midori${n}@example.jp`,
    ].join("\r\n");
  await page.goto("/buyer-company-manage");
  await page.getByRole("link", { name: "CSVを読み込む" }).click();
  await choose(page, file(1));
  await expect(page.getByRole("heading", { name: /どの項目にあたるか/ })).toBeVisible();
  await expect(page.getByLabel("企業名", { exact: true })).toHaveValue("2");
  await expect(page.getByLabel("住所", { exact: true })).toHaveValue("5");
  await expect(page.getByLabel("売上高の単位")).toHaveValue("百万円");
  await shoot("見出しの対応");

  // What has no likely heading is asked for; a heading may stand for two columns.
  const read = page.getByRole("button", { name: "この対応で読み込んで確認する" });
  await read.click();
  await expect(page.getByRole("alert")).toContainText("「担当者名」にあたる見出しを選んでください");
  await expect(page.getByRole("alert")).toContainText("「電話番号」にあたる見出しを選んでください");
  await shoot("足りない項目");
  await page.getByLabel("担当者名", { exact: true }).selectOption("3");
  await page.getByLabel("電話番号", { exact: true }).selectOption("6");
  await read.click();
  await page.getByRole("button", { name: "1件を登録・更新する" }).click();
  await expect(page.getByRole("heading", { name: "登録しました" })).toBeVisible();

  // The next file of the same headings needs no screen for them, and says how it was read.
  await page.getByRole("link", { name: "別のCSVを読み込む" }).click();
  await choose(page, file(2));
  await expect(page.getByRole("button", { name: "1件を登録・更新する" })).toBeVisible();
  await expect(page.getByText("前に決めた対応で、見出し「商号」は「企業名」")).toBeVisible();
  await shoot("次のファイル");
  await page.getByRole("link", { name: "見出しの対応を直す" }).click();
  await expect(page.getByLabel("企業名", { exact: true })).toHaveValue("2");
  await page.getByRole("button", { name: "読み込みをやめる" }).click();
  await expect(page.getByText("何も登録されていません")).toBeVisible();
  await page.goto(`/buyer-company-manage?companyName=${encodeURIComponent("みどり対応")}`);
  await expect(page.getByRole("link", { name: "株式会社みどり対応1" })).toBeVisible();
  await expect(page.getByRole("link", { name: "株式会社みどり対応2" })).toHaveCount(0);
});

test("誤りのある行があっても、選べば正しい行だけを登録できる", async ({ browser }, info) => {
  const bank = await person(browser, info, "金融機関");
  const { page, shoot } = bank;
  await signIn(bank, "fin-a@demo.example.jp");
  const cells = [
    company(1, { 企業名: "白樺テスト工業1" }),
    company(2, { 企業名: "白樺テスト工業2", 電話番号: "052" }),
  ];
  const header = Object.keys(company(1));
  await page.goto("/buyer-company-manage/import");
  await choose(page, [header.join(","), ...cells.map((row) => line(header, row))].join("\r\n"));
  await page.getByRole("button", { name: "正しい1件だけを登録する" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("エラーのある1行は登録しません");
  await shoot("正しい行だけ");
  await dialog.getByRole("button", { name: "1件を登録・更新する" }).click();
  await expect(page.getByRole("heading", { name: "登録しました" })).toBeVisible();
  await page.getByRole("link", { name: "エラーのある1行は登録していません" }).click();
  await expect(page.getByRole("row", { name: /3行目 電話番号 052/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /だけを登録する/ })).toHaveCount(0);
  await page.goto(`/buyer-company-manage?companyName=${encodeURIComponent("白樺テスト工業")}`);
  await expect(page.getByRole("link", { name: "白樺テスト工業1" })).toBeVisible();
  await expect(page.getByRole("link", { name: "白樺テスト工業2" })).toHaveCount(0);
});
