import AxeBuilder from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  type TestInfo,
} from "@playwright/test";

export const PASSWORD = "Tsunagu-demo1";

/** A person with a browser context of its own. */
export interface Person {
  page: Page;
  /** Saves a screenshot of the person's page. */
  shoot: (name: string) => Promise<void>;
}

let shots = 0;

/** The contexts of the running test. Those of the previous test are closed, as their pages would go on polling. */
let opened: { testId: string; context: BrowserContext }[] = [];

/** Opens a browser context for one person; errors in its page fail the test. */
export async function person(
  browser: Browser,
  info: TestInfo,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const before = opened.filter(({ testId }) => testId !== info.testId);
  opened = opened.filter(({ testId }) => testId === info.testId);
  await Promise.all(before.map(({ context }) => context.close()));
  const context: BrowserContext = await browser.newContext(options);
  opened.push({ testId: info.testId, context });
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  return {
    page,
    shoot: async (what) => {
      shots++;
      const path = info.outputPath(`${String(shots).padStart(2, "0")}-${name}-${what}.png`);
      await page.screenshot({ path, fullPage: true });
      await info.attach(`${name} ${what}`, { path, contentType: "image/png" });
    },
  };
}

/** Signs in and waits for the top page. */
export async function signIn({ page }: Person, loginId: string, password = PASSWORD) {
  await page.goto("/login");
  await page.getByLabel("ログインID").fill(loginId);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "トップページ" })).toBeVisible();
}

/** Signs in on the office's own login page and waits for the console. */
export async function signInOffice({ page }: Person, loginId: string, password = PASSWORD) {
  await page.goto("/office");
  await page.getByLabel("ログインID").fill(loginId);
  await page.getByLabel("パスワード", { exact: true }).fill(password);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "ログアウト" })).toBeVisible();
}

/** Resizes the window and waits until its media queries apply, which is from the next frame on. */
export async function resize(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Shows all tasks of one group of the first page: 期限, 承認, 未読 or 停滞. */
export async function showTasks(page: Page, group: string) {
  const section = page.getByRole("region", { name: new RegExp(`^${group}`) });
  await expect(section).toBeVisible();
  const more = section.getByRole("button", { name: /をすべて/ });
  if ((await more.count()) > 0) await more.click();
}

/** Logs out and waits for the page that confirms it. */
export async function signOut(page: Page) {
  await page.getByRole("banner").getByRole("button", { name: "ログアウト" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "ログアウトしました" })).toBeVisible();
}

/** Logs out of the console. */
export async function signOutOffice(page: Page) {
  await page.getByRole("banner").getByRole("button", { name: "ログアウト" }).click();
  await expect(page.getByText("ログアウトしました。", { exact: true })).toBeVisible();
}

interface Mail {
  to: string;
  subject: string;
  text: string;
  link: string;
  passcode: string;
}

/** The newest of the demo's mails to an address for which `fits` is true. */
export async function mailTo(page: Page, address: string, fits: (mail: Mail) => boolean): Promise<Mail> {
  for (let pageNumber = 1; ; pageNumber++) {
    const query = new URLSearchParams({ limit: "200", pageNumber: `${pageNumber}`, to: address });
    const answer = await page.request.get(`/api/Demo/GetMails?${query}`);
    expect(answer.ok()).toBe(true);
    const mails = (await answer.json()).mailList as Mail[];
    const mail = mails.find(fits);
    if (mail) return mail;
    if (mails.length === 0) throw new Error(`no such mail to ${address}`);
  }
}

/** The path and query of a mailed link, to be opened on the server under test. */
export function pathOf(link: string): string {
  const url = new URL(link);
  return url.pathname + url.search;
}

/** The field with this label, with or without a badge behind it. */
export const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`)).first();

/** One option in a group of check boxes or radio buttons. */
export const choice = (page: Page, group: string, name: string | RegExp) =>
  page.getByRole("group", { name: new RegExp(`^${group}`) }).getByLabel(name);

/** The open dialog. */
export const dialogOf = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));

/** Makes a move in the negotiation panel: its button, `fill` for its dialog, and the dialog's button. */
export async function move(
  page: Page,
  label: string,
  fill: (dialog: Locator) => Promise<void> = async () => {},
) {
  await page.getByRole("button", { name: label, exact: true }).first().click();
  const dialog = dialogOf(page);
  await fill(dialog);
  await dialog.getByRole("button", { name: label, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Records a milestone `days` days from today, with the earlier steps that are skipped. */
export async function milestone(
  page: Page,
  label: string,
  days: number,
  price?: string,
  skips: string[] = [],
) {
  await page.getByRole("button", { name: `${label}を記録する`, exact: true }).click();
  const dialog = dialogOf(page);
  const day = new Date(Date.now() + (9 + days * 24) * 3_600_000).toISOString().slice(0, 10); // a day in Japan
  await dialog.getByLabel(/^(日付|完了日|クロージング予定日)/).fill(day);
  if (price) await dialog.getByLabel(/^(価格|成約金額)/).fill(price);
  for (const skip of skips) await dialog.getByRole("checkbox", { name: `${skip}は行わない` }).check();
  await dialog.getByRole("button", { name: "記録する" }).click();
  await expect(dialog).toBeHidden();
}

/** Confirms a fact that the other side has recorded. */
export async function confirmFact(page: Page, label: string) {
  await page.getByRole("button", { name: `${label}を確認する`, exact: true }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "確認する", exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Expects that none of the texts is in the page, visible or not. */
export async function hasNot(page: Page, ...texts: string[]) {
  const html = await page.content();
  for (const text of texts) expect(html, text).not.toContain(text);
}

/** Calls the server as the person who is signed in on a page. */
export const ask = (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const token = /(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1];
    const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
    return { status: answer.status, text: await answer.text() };
  }, path);

const SIZES = [
  [1280, 900],
  [1093, 614],
  [390, 844],
] as const;

/** A screen, or a dialog open on it, has one title, no sideways scrolling and nothing that axe finds, at three widths. */
export async function looksWell(page: Page) {
  for (const [width, height] of SIZES) {
    await resize(page, width, height);
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.getByText("読み込み中です")).toHaveCount(0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .withTags(["wcag2a", "wcag2aa", "wcag22aa"])
      .analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  }
  await resize(page, 1280, 900);
}
