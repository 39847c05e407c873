import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { person, resize, showTasks, signIn } from "./people";

const composer = (page: Page) => page.getByRole("textbox", { name: /^メッセージ/ });
const unread = (page: Page) => page.locator("[data-first-unread]:visible");
const next = (page: Page) => page.getByText(/^次の未読へ/).locator("visible=true");

/** The unread message, the text field and the button that sends are on the screen together. */
async function inSight(page: Page) {
  await expect(unread(page)).toBeInViewport();
  await expect(composer(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "送信する", exact: true })).toBeInViewport({ ratio: 1 });
}

test("a task leads to the unread message, the next one follows, and what is typed is not lost", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "bank");
  const { page } = bank;
  await resize(page, 1093, 614); // 1366×768 at 125 %
  await signIn(bank, "fin-a@demo.example.jp");
  await showTasks(page, "未読");
  await page
    .getByRole("link", { name: /^未読のメッセージ（/ })
    .first()
    .click();
  // The oldest may be of deals that are over, which are only read.
  for (let n = 0; n < 8; n++) {
    await expect(unread(page)).toBeInViewport();
    if ((await composer(page).count()) > 0) break;
    const read = await unread(page).textContent();
    await next(page).click();
    await expect(unread(page)).not.toHaveText(read ?? "");
  }
  await inSight(page);
  await bank.shoot("unread");

  // The next Tab is the composer: nothing else stands between the message and its answer.
  await expect(unread(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.insertText("書きかけの暁星製作所の件です。");
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  await expect.poll(kept).toContain("tsunagu.draft.");
  expect(await kept()).not.toContain("暁星");

  // A reload, and a session that ran out while the network was away: the text is there when its writer is back.
  await page.reload();
  await expect(composer(page)).toHaveValue("書きかけの暁星製作所の件です。");
  await page.context().clearCookies();
  await page.reload();
  await page.getByLabel("ログインID").fill("fin-a2@demo.example.jp");
  await page.getByLabel("パスワード", { exact: true }).fill("Tsunagu-demo1");
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await expect(composer(page)).toHaveValue(""); // a colleague at the same machine
  await page.context().clearCookies();
  await page.reload();
  await page.getByLabel("ログインID").fill("fin-a@demo.example.jp");
  await page.getByLabel("パスワード", { exact: true }).fill("Tsunagu-demo1");
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await expect(composer(page)).toHaveValue("書きかけの暁星製作所の件です。");
  await expect(page.getByText("書きかけの文面を復元しました")).toBeVisible();
  await bank.shoot("restored");

  const read = await unread(page).count();
  expect(read, "it was read before the reload").toBe(0);
  await next(page).click();
  await inSight(page);
  await bank.shoot("next");
});

test("who agreed reads the agreement again, with both parties", async ({ browser }, info) => {
  const buyer = await person(browser, info, "buyer");
  const { page } = buyer;
  await signIn(buyer, "buy-b@demo.example.jp");
  const request = page.request;
  const token = (await page.context().cookies()).find(({ name }) => name === "token")?.value;
  const answer = await request.get("/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=50", {
    headers: { Authorization: `Bearer ${token}` },
  });
  const rows = (await answer.json()).partnerList as {
    sellerBusinessId: string;
    isConsent: boolean;
    status: number;
  }[];
  const row = rows.find(({ isConsent, status }) => isConsent && status < 3);
  await page.goto(`/seller-business/${row?.sellerBusinessId}?tab=negotiation`);
  await page.getByRole("link", { name: "承諾した秘密保持契約を読む" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "承諾した秘密保持契約" })).toBeVisible();
  await expect(page.getByText("情報を受け取る側（承諾した会社）")).toBeVisible();
  await expect(page.getByText("第6条（期間）")).toBeVisible();
  await buyer.shoot("agreement");
});
