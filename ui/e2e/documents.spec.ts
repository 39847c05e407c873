import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { ask, dialogOf, field, mailTo, type Person, pathOf, person, signIn } from "./people";

/*
 * Documents of a listing (domain.md 3.5): the seller's bank grants a file to one of two buyers, who
 * reads it with the watermark in its pixels; the other one never sees it; a revoked grant ends the
 * reading.
 */
const TITLE = `秘匿資料${Date.now().toString(36)}`;

/** A PDF of two empty pages, so that all pixels that are not white belong to the watermark. */
const EMPTY_PDF = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 595 842]>> endobj
3 0 obj <</Type/Page/Parent 2 0 R>> endobj
4 0 obj <</Type/Page/Parent 2 0 R>> endobj
trailer <</Root 1 0 R>>
%%EOF`;

interface Row {
  buyerNegotiationId: string;
  sellerBusinessId: string;
  displayName: string;
  status: number;
}

const rowsOf = async (page: Page, list: string): Promise<Row[]> =>
  JSON.parse((await ask(page, `/api/BuyerNegotiation/${list}?limit=100`)).text).partnerList;

/** The images of the viewer's pages. */
const pictures = (page: Page) => page.getByRole("region", { name: "資料のページ" }).locator("img");

/** The number of pixels of a page's image, in the server's resolution, that are not white. */
const tinted = (page: Page, number: number) =>
  pictures(page)
    .nth(number - 1)
    .evaluate(async (picture: HTMLImageElement) => {
      await picture.decode();
      const canvas = document.createElement("canvas");
      canvas.width = picture.naturalWidth;
      canvas.height = picture.naturalHeight;
      const context = canvas.getContext("2d");
      context?.drawImage(picture, 0, 0);
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let n = 0;
      for (let i = 0; i < data.length; i += 4) if ((data[i + 1] ?? 255) < 245) n++;
      return n;
    });

/** Records the texts of all the server's answers to a page from now on. */
function recordAnswers(page: Page): () => Promise<string> {
  const answers: Promise<string>[] = [];
  page.on("response", (answer) => {
    if (new URL(answer.url()).pathname.startsWith("/api/")) answers.push(answer.text().catch(() => ""));
  });
  return async () => (await Promise.all(answers)).join("\n");
}

/** Records violations of the content security policy on a person's page. */
function watchPolicy({ page }: Person, found: string[]) {
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|WebAssembly/.test(message.text()))
      found.push(message.text());
  });
}

test("a document for one of two buyers", async ({ browser }, info) => {
  const refused: string[] = [];
  const [finA, buyB, finB] = [
    await person(browser, info, "finA"),
    await person(browser, info, "buyB"),
    await person(browser, info, "finB"),
  ];
  for (const one of [finA, buyB, finB]) watchPolicy(one, refused);
  await signIn(finA, "fin-a@demo.example.jp");
  await signIn(buyB, "buy-b@demo.example.jp");

  // The listing on which two buyers, one of them with a login, are in a real-name negotiation.
  const own = await rowsOf(buyB.page, "PartnerListByBuyerFinancial");
  const all = await rowsOf(finA.page, "PartnerListBySellerFinancial");
  const named = (row: Row) => row.status >= 3 && row.status <= 5;
  const mine = own.find(
    (row) =>
      named(row) &&
      all.filter((other) => other.sellerBusinessId === row.sellerBusinessId && named(other)).length > 1,
  ) as Row;
  expect(mine, "a listing with two named buyers").toBeDefined();
  const buyer = all.find((row) => row.buyerNegotiationId === mine.buyerNegotiationId) as Row;
  const rival = all.find(
    (row) => row.sellerBusinessId === mine.sellerBusinessId && named(row) && row !== buyer,
  ) as Row;
  const desk = `/seller-company-manage/seller-business/${mine.sellerBusinessId}?tab=documents`;
  const room = `/seller-business/${mine.sellerBusinessId}?tab=negotiation`;

  await test.step("the seller's bank registers a PDF, which nobody else sees", async () => {
    const { page } = finA;
    await page.goto(desk);
    await page.getByRole("button", { name: "資料を登録する" }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole("button", { name: "登録する", exact: true }).click();
    await expect(dialog.getByText("資料のファイルを選んでください。")).toBeVisible();
    await field(page, "資料の種類").selectOption("企業概要書");
    await field(page, "資料の名前").fill(TITLE);
    await dialog.locator("input[type=file]").setInputFiles({
      name: "概要書_社内用.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(EMPTY_PDF),
    });
    await dialog.getByRole("button", { name: "登録する", exact: true }).click();
    await expect(page.getByRole("heading", { name: TITLE })).toBeVisible();
    const panel = page.getByRole("region", { name: TITLE, exact: true });
    await expect(panel.getByText("開示していません")).toHaveCount(2);
    await finA.shoot("registered");
    await buyB.page.goto(room);
    await expect(buyB.page.getByRole("heading", { name: "資料", exact: true })).toBeVisible();
    await expect(buyB.page.getByText(TITLE)).toHaveCount(0);
  });

  await test.step("and shows it to one buyer, on the screen alone", async () => {
    const { page } = finA;
    await page.getByRole("button", { name: `${buyer.displayName}に${TITLE}を開示する` }).click();
    const dialog = dialogOf(page);
    await expect(dialog.getByText("画面の撮影までは防げません", { exact: false })).toBeVisible();
    await finA.shoot("grant");
    await dialog.getByRole("button", { name: "開示する", exact: true }).click();
    const panel = page.getByRole("region", { name: TITLE, exact: true });
    await expect(panel.getByText("閲覧だけ（透かし入り）")).toHaveCount(1);
    await expect(panel.getByText("まだ開いていません")).toHaveCount(1);
  });

  await test.step("who reads it with the own name in the pixels", async () => {
    const { page } = buyB;
    // By the mail, which names nothing.
    const told = await mailTo(page, "buy-b@demo.example.jp", (m) =>
      m.subject.includes("資料が開示されました"),
    );
    expect(told.text).not.toContain(TITLE);
    await page.goto(pathOf(told.link));
    await expect(page.getByText("資料（企業概要書）が開示されました。").last()).toBeVisible();
    await page.getByRole("link", { name: `${TITLE}を見る` }).click();
    const answersSoFar = recordAnswers(page);
    const drawn = page.getByRole("img", { name: /1／2ページ.+買野 六花.+複写・転送禁止/ });
    // The server compiles its PDF renderer on the first use.
    await expect(drawn).toBeVisible({ timeout: 120_000 });
    expect(await tinted(page, 1)).toBeGreaterThan(2_000);
    await expect(page.getByRole("button", { name: "ダウンロードする" })).toHaveCount(0);
    await buyB.shoot("viewer");
    // Pages can be turned by keyboard, and every page has the watermark.
    await page.getByRole("region", { name: "資料のページ" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("textbox", { name: "ページ番号" })).toHaveValue("2");
    await expect(page.getByRole("img", { name: /2／2ページ/ })).toBeInViewport();
    expect(await tinted(page, 2)).toBeGreaterThan(2_000);
    await page.keyboard.press("Home");
    await expect(page.getByRole("textbox", { name: "ページ番号" })).toHaveValue("1");
    const before = (await pictures(page).first().boundingBox())?.width ?? 0;
    await page.keyboard.press("+");
    await expect
      .poll(async () => (await pictures(page).first().boundingBox())?.width ?? 0)
      .toBeGreaterThan(before);
    await page.emulateMedia({ media: "print" });
    await expect(pictures(page).first()).toBeHidden();
    await expect(page.getByText("この資料は印刷できません")).toBeVisible();
    await page.emulateMedia({ media: null });
    const { searchParams, pathname } = new URL(page.url());
    const query = `documentId=${pathname.split("/").at(-1)}&buyerNegotiationId=${searchParams.get("negotiation")}`;
    const save = await ask(page, `/api/Document/DownloadDocument?${query}`);
    expect(save.status).toBe(400);
    expect(save.text).not.toContain("PDF");
    const words = await answersSoFar();
    expect(words).not.toContain("%PDF");
    expect(words).not.toContain("社内用");
    // On a phone the toolbar is low, and the page is as wide as the screen.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await pictures(page).first().boundingBox())?.width ?? 0).toBeLessThan(480);
    const bar = await page.getByRole("toolbar", { name: "ページと表示の大きさ" }).boundingBox();
    expect(bar?.height).toBeLessThan(60);
    await page.keyboard.press("0");
    await buyB.shoot("viewer-phone");
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step("the reading stands in the ledger, once", async () => {
    const { page } = finA;
    await page.goto(desk);
    const panel = page.getByRole("region", { name: TITLE, exact: true });
    await expect(panel.getByRole("cell", { name: /^閲覧1回、ダウンロード0回/ })).toBeVisible();
    await page.getByRole("tab", { name: "開示台帳" }).click();
    const line = page.getByRole("row").filter({ hasText: `${TITLE}（第1版）` });
    await expect(line.filter({ hasText: "資料の閲覧" })).toHaveCount(1);
    await expect(line.filter({ hasText: "資料の閲覧" })).toContainText(buyer.displayName);
    await finA.shoot("ledger");
  });

  await test.step("taken back, it is gone", async () => {
    const { page } = finA;
    await page.goto(desk);
    await page.getByRole("button", { name: `${buyer.displayName}への${TITLE}の開示を取り消す` }).click();
    const dialog = dialogOf(page);
    await expect(dialog.getByText("いますぐ開けなくなります", { exact: false })).toBeVisible();
    await dialog.getByRole("button", { name: "開示を取り消す" }).click();
    await expect(page.getByText("開示を取り消しました。")).toBeVisible();
    await buyB.page.reload();
    await expect(buyB.page.getByRole("heading", { level: 1, name: "表示できません" })).toBeVisible();
    await expect(pictures(buyB.page)).toHaveCount(0);
    await buyB.shoot("taken-back");
    await buyB.page.goto(room);
    await expect(buyB.page.getByText("資料（企業概要書）の開示が終了しました。").last()).toBeVisible();
    await expect(buyB.page.getByText(TITLE)).toHaveCount(0);
  });

  await test.step("shown to the rival, it leaves no trace with the buyer", async () => {
    const { page } = finA;
    await page.getByRole("button", { name: `${rival.displayName}に${TITLE}を開示する` }).click();
    await dialogOf(page).getByRole("button", { name: "開示する", exact: true }).click();
    await expect(page.getByText("資料を開示しました。")).toBeVisible();
    const answersSoFar = recordAnswers(buyB.page);
    await buyB.page.goto(room);
    await expect(buyB.page.getByRole("heading", { name: "資料", exact: true })).toBeVisible();
    await buyB.page.waitForLoadState("networkidle");
    const words = await answersSoFar();
    expect(words).toContain("documentList");
    expect(words).not.toContain(TITLE);
    expect(words).not.toContain(rival.displayName);
    // The buyers' bank sees the document in that buyer's tab only.
    await signIn(finB, "fin-b@demo.example.jp");
    const path = `/financial-support/seller-business/${mine.sellerBusinessId}?negotiation=`;
    await finB.page.goto(path + rival.buyerNegotiationId);
    await expect(finB.page.getByRole("link", { name: `${TITLE}を見る` })).toBeVisible();
    await finB.page.goto(path + buyer.buyerNegotiationId);
    await expect(finB.page.getByRole("heading", { name: "資料", exact: true })).toBeVisible();
    await expect(finB.page.getByRole("link", { name: "企業概要書を見る" })).toBeVisible();
    await expect(finB.page.getByText(TITLE)).toHaveCount(0);
  });
  expect(refused, "the content security policy").toEqual([]);
});
