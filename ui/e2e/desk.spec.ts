import { expect, type Page } from "@playwright/test";
import { test } from "./network";
import { choice, field, hasNot, person, signIn } from "./people";

/*
 * The screens of the seller's bank: tasks and the map of listings, the printed report to the seller,
 * a form whose answer gets lost, and the order of offers.
 */
const stamp = Date.now().toString(36);

/** The address of the first listing in charge whose title contains the words. */
async function deskOf(page: Page, words: string): Promise<string> {
  await page.goto(`/seller-business?isOnlyPersonInCharge=true&freeWord=${encodeURIComponent(words)}`);
  await page
    .getByRole("link", { name: new RegExp(words) })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(words) })).toBeVisible();
  const id = /\/seller-business\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  return `/seller-company-manage/seller-business/${id}`;
}

/** The number of A4 pages on which a sheet is printed. */
async function printed(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const [, width, height] = /MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(pdf) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test("the top page leads to the deeds and to the listings of a region", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  await signIn(bank, "fin-a@demo.example.jp");
  const { page } = bank;

  await test.step("what waits stands by its urgency, each a click from its deed", async () => {
    const tasks = page.locator("section", { has: page.getByRole("heading", { level: 2, name: /^要対応/ }) });
    const group = (name: string) => tasks.getByRole("region", { name: new RegExp(`^${name}`) });
    // In each group what is urgent comes first: what is overdue, what blocks the other side.
    const due = group("期限").getByRole("listitem");
    await expect(due.first()).toContainText("成約後の確認を記録する");
    await expect(due.filter({ hasText: "公開期限が過ぎた案件" }).first()).toBeVisible();
    await expect(group("期限")).toContainText(/急ぐもの\d+件/);
    await expect(group("承認").getByRole("listitem").first()).toContainText(
      "相手方が記録した日程・条件を確認する",
    );
    await expect(group("未読").getByRole("link", { name: /順に読む/ })).toBeVisible();
    await group("承認")
      .getByRole("button", { name: /承認をすべて/ })
      .click();
    await tasks.getByRole("link", { name: "受け取った資料を廃棄して、確認を記録する" }).first().click();
    await expect(page.getByRole("button", { name: "資料の廃棄を確認する" })).toBeVisible();
  });

  await test.step("the picture of the regions by keyboard: what it counts is what is found", async () => {
    await page.goto("/mypage");
    const region = page.getByRole("link", { name: /^北海道\d+件の案件を検索する$/ });
    const count = Number(/(\d+)件/.exec((await region.getAttribute("aria-label")) ?? "")?.[1]);
    expect(count).toBeGreaterThan(0);
    await page.getByText("件数を表で見る").first().click();
    await expect(page.getByRole("row", { name: new RegExp(`^北海道 ${count}`) }).first()).toBeVisible();
    await bank.shoot("mypage");
    await region.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/isPublic=true&location=01/);
    await expect(page.getByRole("heading", { name: new RegExp(`検索結果\\s*${count}件`) })).toBeVisible();
  });
});

test("the seller's report and the ledger print on A4, with no name before its time", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "bank");
  await signIn(bank, "fin-a@demo.example.jp");
  const { page } = bank;
  const desk = await deskOf(page, "自動車用プレス部品の製造");

  await page.goto(`${desk}?tab=ledger`);
  await page.getByRole("button", { name: "売手への報告書を表示する" }).click();
  const report = page.getByRole("article", { name: /^開示のご報告/ });
  await expect(report).toHaveCount(1);
  await expect(report).toContainText("御中");
  await expect(report).toContainText("取扱注意");
  await expect(report).toContainText("1 / 1");
  await expect(report.getByRole("row").nth(1)).toContainText("実名承認後");
  const approaches = page.getByRole("article", { name: /^打診状況のご報告/ });
  await expect(approaches.first()).toContainText("打診した相手と申込みがあった相手");
  expect(await printed(page)).toBe(1 + (await approaches.count()));
  await bank.shoot("report");

  await page.getByRole("button", { name: "開示台帳に戻る" }).click();
  await page.getByRole("button", { name: "台帳を印刷用に表示する" }).click();
  const sheets = page.getByRole("article", { name: /^開示台帳/ });
  await expect(sheets.first()).toBeVisible();
  expect(await printed(page)).toBe(await sheets.count());

  // A buyer that is still anonymous is 匿名 on paper too; only its own bank knows its name.
  const other = await person(browser, info, "other");
  await signIn(other, "fin-b@demo.example.jp");
  await other.page.goto("/financial-support?searchStatus=1");
  const anonymous = other.page.getByRole("row", { name: /寝装品の企画卸/ }).first();
  const buyer = ((await anonymous.getByRole("cell").nth(1).textContent()) ?? "").trim();
  expect(buyer.length).toBeGreaterThan(3);
  await anonymous.getByRole("link").first().click();
  await other.page.getByRole("link", { name: "案件の詳細を見る" }).click();
  await expect(other.page.getByRole("heading", { level: 2, name: "決算の数値" })).toBeVisible();
  const anonymousDesk = await deskOf(page, "寝装品の企画卸");
  for (const sheet of ["report", "ledger"]) {
    await page.goto(`${anonymousDesk}?tab=ledger&sheet=${sheet}`);
    await expect(page.getByRole("article").first()).toContainText("匿名");
    await hasNot(page, buyer);
    expect(await printed(page)).toBe(await page.getByRole("article").count());
  }
});

test("a new listing whose answer gets lost is registered once", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  await signIn(bank, "fin-a@demo.example.jp");
  const { page } = bank;
  const title = `【関東】応答の届かない案件 ${stamp}`;
  await page.goto("/seller-company-manage");
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByRole("tab", { name: "案件" }).click();
  await page.getByRole("link", { name: "売却案件を登録する" }).first().click();
  await field(page, "案件名（匿名の表題）").fill(title);
  await field(page, "案件の説明").fill("関東地方の企業です。");
  await choice(page, "公開する地域", "関東").check();
  await page.getByRole("button", { name: "途中まで登録する（確認画面へ）" }).click();

  // The server processes the request, but the first answer is cut off.
  const sent: string[] = [];
  await page.route("**/api/SellerBusiness/CreateUpdateSellerBusinessOverviewAsync", async (route) => {
    sent.push(route.request().postDataJSON().requestKey);
    const answer = await route.fetch();
    expect(answer.ok()).toBe(true);
    await (sent.length === 1 ? route.abort() : route.fulfill({ response: answer }));
  });
  await page.getByRole("button", { name: "この内容で登録する" }).click();
  await expect(page.getByText(/サーバーに接続できませんでした/)).toBeVisible();
  await page.getByRole("button", { name: "この内容で登録する" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(sent[1]).toBe(sent[0]);
  await page.goto(`/seller-business?isOnlyPersonInCharge=true&freeWord=${encodeURIComponent(stamp)}`);
  await expect(page.getByRole("heading", { name: /検索結果\s*1件/ })).toBeVisible();
});

test("the offers of the desk begin with whom the listing fits best, and say why", async ({
  browser,
}, info) => {
  const bank = await person(browser, info, "bank", { viewport: { width: 390, height: 844 } });
  await signIn(bank, "fin-a@demo.example.jp");
  const { page } = bank;
  const desk = await deskOf(page, "自動車用プレス部品の製造");
  await page.goto(desk);

  // On a phone the row of tabs indicates that there are more, and the open tab stays visible.
  const tabs = page.getByRole("tablist", { name: "この案件の画面" });
  await expect(tabs.locator("..")).toHaveAttribute("data-cut", "end");
  await page.goto(`${desk}?tab=ledger`);
  await tabs.scrollIntoViewIfNeeded(); // vertically only; sideways the row scrolls by itself
  await expect(page.getByRole("tab", { name: "開示台帳" })).toBeInViewport();
  await expect(tabs.locator("..")).toHaveAttribute("data-cut", "start");

  await page.goto(`${desk}?tab=offers`);
  const points = page.getByText(/^一致度\d+点/);
  await expect(points.first()).toBeVisible();
  const scores = (await points.allInnerTexts()).map((text) => Number(/(\d+)/.exec(text)?.[1]));
  expect(scores.length).toBeGreaterThan(3);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  await page.getByText("理由を見る").first().click();
  await expect(page.getByText(/^業種：/).first()).toBeVisible();
  await bank.shoot("offers");
});

test("the next deed of a listing opens its dialog, which names the buyer", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  await signIn(bank, "fin-a@demo.example.jp");
  const { page } = bank;
  await page.goto(await deskOf(page, "自動車用プレス部品の製造"));
  const next = page.getByRole("region", { name: "この案件で次にすること" });
  const lines = next.getByRole("listitem").filter({ hasText: "回答期限" });
  await expect(lines.nth(1)).toBeVisible();
  // The nearest deadline comes first.
  const days = (await lines.allInnerTexts()).map((text) => Number(/あと(\d+)日/.exec(text)?.[1]));
  expect(days).toEqual([...days].sort((a, b) => a - b));
  const button = lines.first().getByRole("button");
  const buyer = /（(.+)）$/.exec((await button.getAttribute("aria-label")) ?? "")?.[1] ?? "";
  expect(buyer.length).toBeGreaterThan(3);
  const address = page.url();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText(buyer);
  expect(page.url()).toBe(address);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the palette leads to a place of the menu by keyboard alone", async ({ browser }, info) => {
  const bank = await person(browser, info, "bank");
  await signIn(bank, "fin-a@demo.example.jp");
  const { page } = bank;
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: /画面の名前/ })).toBeFocused();
  await page.keyboard.type("ロングリスト");
  await expect(page.getByRole("option", { name: /ロングリスト作成/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "ロングリスト作成" })).toBeVisible();
});
