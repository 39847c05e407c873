import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { type APIRequestContext, expect, type Page, type Request, type TestInfo } from "@playwright/test";
import { test } from "./network";
import { mailTo, pathOf, person, resize, signIn, signInOffice } from "./people";

/*
 * Every screen of the route table, opened directly by each audience on a narrow window that then grows wide: it has an h1,
 * throws no error, loads everything, and at both widths has no violation in axe and does not scroll sideways.
 * Narrow first: what reads the width when it opens and never again is then wrong at the wide one.
 */
const PASSWORD = "Tsunagu-demo1";
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Users of speech input say a button's visible text; axe checks this only if the rule is enabled. */
const LABELS = { rules: { "label-content-name-mismatch": { enabled: true } } };
/** Titles of the error pages, which must not appear. */
const ERRORS = [
  "表示できません",
  "エラーが発生しました",
  "ページが見つかりません",
  "サーバーに接続できません",
];
/** Calls whose 400 means "none yet" or "this link is no longer valid" (SPEC.md section 7). */
const NONE_YET =
  /\/(GetCompanyOverViewAsync|GetCompanyDetailsAsync|GetSellerBusinessOverViewAsync|GetSellerBusinessDetailsAsync|GetBuyerNegotiationAsync|GetBuyerNegotiationMessageListAsync|IsSellerBusinessApprovedData|Get\w*Key\w*|Get\w*ByKey\w*)$/;

type Who = "fin" | "buyer" | "visitor" | "office";

/** The rows of the route table, read from its source, so that a new screen is included. */
const routes = [
  ...readFileSync(new URL("../src/routes.tsx", import.meta.url), "utf8")
    // Routes for development only are not in the executable.
    .replace(/\.\.\.\(import\.meta\.env\.DEV[\s\S]*/, "")
    .matchAll(/page\("([^"]+)", "[^"]*", "(\w+)"/g),
].map(([, path = "", audience = ""]) => ({ path, audience }));

const SEEN_BY: Record<Who, string[]> = {
  visitor: ["public", "login", "bare", "key"],
  fin: ["default", "FIN"],
  buyer: ["default"],
  office: ["office"],
};

interface Client {
  get: (path: string) => Promise<Record<string, never>>;
  post: (path: string, data: object) => Promise<Record<string, never>>;
}

/** A client of the API that is no browser, with a token of its own. */
async function client(request: APIRequestContext, door: string, loginId: string): Promise<Client> {
  const form = { grant_type: "password", loginId, password: PASSWORD };
  const answer = await request.post(`${door}/token`, { form });
  expect(answer.ok(), `${loginId} signs in`).toBe(true);
  const headers = { Authorization: `Bearer ${(await answer.json()).token}` };
  return {
    get: async (path) => (await request.get(path, { headers })).json(),
    post: async (path, data) => (await request.post(path, { headers, data })).json(),
  };
}

/** The addresses to open for each path with parameters. */
type Addresses = Record<string, string[]>;

const ids = (rows: unknown, field: string): string[] =>
  (Array.isArray(rows) ? rows : []).map((row) => String(row[field]));
const at = (path: string, many: (string | undefined)[]) =>
  [...new Set(many)].filter((id) => id !== undefined).map((id) => path.replace(/:\w+\??/, id));

/** The addresses of the agreements that stand in rows of negotiations, seen from the buyer's side. */
function agreements(rows: unknown): string[] {
  return (rows as { buyerNegotiationId: string; isConsent: boolean }[])
    .filter(({ isConsent }) => isConsent)
    .map(({ buyerNegotiationId }) => `/agreement/${buyerNegotiationId}`);
}

/** The day so many days from now, as YYYY-MM-DD. */
const dayFromToday = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** An inquiry to the office. */
const inquiry = (body: string) => ({ kind: 9, name: "画面 確認", mailAddress: "gamen@example.jp", body });

async function addressesOf(who: Who, request: APIRequestContext, page: Page): Promise<Addresses> {
  if (who === "visitor") {
    const out: Addresses = {};
    // Keys of mailed links, if the demo's mails contain some.
    for (const path of [
      "/seller-business/approve",
      "/owner-consent",
      "/password-set",
      "/contact/answer",
      "/stop-notices",
    ])
      try {
        out[path] = [path, pathOf((await mailTo(page, "", (mail) => mail.link.includes(path))).link)];
      } catch {
        out[path] = [path];
      }
    // A buyer's registration: with a valid key, with an invalid one, and without any.
    const register = "/buyer-company-register/";
    // The mail of a buyer that has not registered yet; the link of the newest mail may have been used.
    const letter = await mailTo(page, "wataru@nagihama.example.jp", (mail) => mail.link.includes(register));
    const validLink = pathOf(letter.link);
    const opens = await request.post("/api/Public/GetRegistrationByKey", {
      data: { key: validLink.slice(register.length) },
    });
    expect(opens.ok(), "the key of the letter opens").toBe(true);
    out["/buyer-company-register/:key?"] = [
      validLink,
      `${validLink}?step=terms`,
      `${register}no-such-key`,
      "/buyer-company-register",
    ];
    out["/buyer-company-register/:key?/confirm"] = [`${validLink}/confirm`, `${register}no-such-key/confirm`];
    return out;
  }
  if (who === "office") {
    const office = await client(request, "/office", "office@demo.example.jp");
    const [requests, institutions] = [
      await office.get("/api/Office/GetAccountRequestList"),
      await office.get("/api/Office/GetInstitutionList"),
    ];
    const listings = await office.get("/api/Office/GetSellerBusinessList?status=1");
    const target = { kind: 1, targetId: ids(listings.listingList, "sellerBusinessId")[0] };
    const why = { ground: 4, reason: "画面の確認", minutes: 60 };
    const opened: { breakGlassId?: string } = await office.post("/api/Office/RequestBreakGlass", {
      ...target,
      ...why,
    });
    const openings = await office.get("/api/Office/GetBreakGlassList?limit=2");
    const [absorbed, surviving] = ids(
      institutions.institutionList ?? institutions.financialList,
      "financialId",
    );
    const merger: { mergerId?: string } = await office.post("/api/Office/ProposeMerger", {
      absorbedId: absorbed,
      survivingId: surviving,
      date: dayFromToday(30),
      mark: "9-",
      reason: "画面の確認",
    });
    await request.post("/api/Public/SendInquiry", { data: inquiry("画面の確認（事務局）") });
    const inquiries = await office.get("/api/Office/GetInquiryList?limit=1");
    const waiting: unknown = requests.requestList;
    const states = (waiting as { status: number }[]).map(({ status }) => status);
    expect(states, "one waits, one was rejected").toEqual(expect.arrayContaining([0, 2]));
    return {
      "/office/inquiries/:id": at("/office/inquiries/:id", ids(inquiries.inquiryList, "inquiryId")),
      "/office/requests/:id": at("/office/requests/:id", ids(requests.requestList, "accountRequestId")),
      "/office/break-glass/:id": at("/office/break-glass/:id", [
        opened.breakGlassId,
        ...ids(openings.breakGlassList, "breakGlassId"),
      ]),
      "/office/duty-texts/:kind": ["/office/duty-texts/5"],
      "/office/mergers/:id": at("/office/mergers/:id", [merger.mergerId]),
      "/office/institutions/:id": at(
        "/office/institutions/:id",
        ids(institutions.institutionList ?? institutions.financialList, "financialId").slice(0, 1),
      ),
    };
  }
  const me = await client(request, "", who === "fin" ? "fin-a@demo.example.jp" : "buy-b@demo.example.jp");
  await me.post("/api/Public/SendInquiry", inquiry(`画面の確認（${who}）`));
  const sent = ids((await me.get("/api/Inquiry/GetInquiryList")).inquiryList, "inquiryId").slice(0, 1);
  const search = "/api/SellerBusiness/SearchSellerBusinessAsync?limit=3&isPublic=true";
  const others = ids(
    (await me.get(`${search}&isNotOnlyPersonInCharge=true`)).sellerBusinessList,
    "sellerBusinessId",
  );
  const negotiations = ids(
    (await me.get(`${search}&isNegotiation=true`)).sellerBusinessList,
    "sellerBusinessId",
  );
  if (who === "buyer") {
    const rows: unknown = (await me.get("/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100"))
      .partnerList;
    // With names disclosed: status 3 to 5. Other specs conclude deals without documents.
    const named = (rows as Record<string, string>[]).filter(({ status }) => /^[345]$/.test(String(status)));
    const documents: string[] = [];
    for (const { sellerBusinessId, buyerNegotiationId } of named) {
      const granted = `/api/Document/GetGrantedDocumentList?buyerNegotiationId=${buyerNegotiationId}`;
      for (const id of ids((await me.get(granted)).documentList, "documentId"))
        documents.push(
          `/seller-business/${sellerBusinessId}/document/${id}?negotiation=${buyerNegotiationId}`,
        );
    }
    expect(documents, "granted documents").not.toEqual([]);
    const agreed = agreements(rows);
    expect(agreed, "agreements").not.toEqual([]);
    return {
      "/mypage/contact/:id": at("/mypage/contact/:id", sent),
      "/agreement/:id": agreed.slice(0, 1),
      "/seller-business/:id": at("/seller-business/:id", [others[0], ...negotiations]),
      "/seller-business/:id/document/:documentId": documents,
    };
  }

  const own = ids(
    (await me.get(`${search}&isOnlyPersonInCharge=true`)).sellerBusinessList,
    "sellerBusinessId",
  );
  const sellers = ids(
    (await me.get("/api/SellerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&limit=2")).companyList,
    "companyId",
  );
  const company = `/api/BuyerCompany/SearchCompanyAsync?limit=2&sellerBusinessId=${own[0]}`;
  const buyers = ids((await me.get(`${company}&isOnlyPersonInCharge=true`)).companyList, "companyId");
  const strangers = ids((await me.get(`${company}&isNotOnlyPersonInCharge=true`)).companyList, "companyId");
  const dealing = await me.get("/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100");
  const cases = ids(dealing.partnerList, "sellerBusinessId");
  const agreed = agreements(dealing.partnerList);
  // A listing with a negotiation shows more than the newest listing.
  const asked = ids(
    (await me.get("/api/BuyerNegotiation/PartnerListBySellerFinancial?limit=20")).partnerList,
    "sellerBusinessId",
  );
  const kept: { listing: string; document: string }[] = [];
  for (const listing of new Set(asked)) {
    const list = await me.get(`/api/Document/GetDocumentList?sellerBusinessId=${listing}`);
    for (const document of ids(list.documentList, "documentId")) kept.push({ listing, document });
  }
  const lists = "/api/BuyerCompany/GetLongListList";
  let longLists = ids((await me.get(lists)).longListList, "longListId");
  if (longLists.length === 0) {
    const data = { sellerBusinessId: own[0], name: "画面の確認", companyIds: [...buyers, ...strangers] };
    await me.post("/api/BuyerCompany/RegistLongList", data);
    longLists = ids((await me.get(lists)).longListList, "longListId");
  }
  for (const [what, found] of Object.entries({
    own,
    others,
    sellers,
    buyers,
    strangers,
    cases,
    asked,
    longLists,
    kept,
    agreed,
  }))
    expect(found, what).not.toEqual([]);
  const one: [string, (string | undefined)[]][] = [
    ["/mypage/contact/:id", [sent[0]]],
    ["/seller-business/:id", [asked[0], others[0], cases[0]]],
    ["/seller-company-manage/:id", [sellers[0]]],
    ["/seller-company-manage/seller-business/:id", [asked[0]]],
    ["/seller-company-manage/seller-business/:id/memorandum", [asked[0]]],
    ["/seller-company/:id", [sellers[0]]],
    ["/buyer-company-manage/:id", [buyers[0]]],
    ["/buyer-company/:id", [buyers[0], strangers[0]]],
    ["/buyer-company-longlist/:id", [longLists[0]]],
    ["/buyer-company-longlist/seller-business/:id", [own[0]]],
    ["/financial-support/seller-business/:id", [cases[0]]],
  ];
  return {
    ...Object.fromEntries(one.map(([path, many]) => [path, at(path, many)])),
    "/agreement/:id": agreed.slice(0, 1),
    "/seller-business/:id/document/:documentId": kept
      .slice(0, 1)
      .map(({ listing, document }) => `/seller-business/${listing}/document/${document}`),
    "/seller-business/new": [`/seller-business/new?companyId=${sellers[0]}`],
    "/name-access": [
      "/name-access",
      `/name-access?word=L-${asked[0]?.slice(-8)}`,
      "/name-access?word=L-00000000",
    ],
  };
}

/** The elements wider than the window that are not in a scrolling box; empty if there are none. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return "";
    const clipped = (e: Element | null): boolean =>
      e !== null && e !== root && (getComputedStyle(e).overflowX !== "visible" || clipped(e.parentElement));
    const wide = [...document.body.querySelectorAll("*")].filter(
      (e) => e.getBoundingClientRect().right > root.clientWidth + 1 && !clipped(e.parentElement),
    );
    const first = wide
      .slice(0, 3)
      .map(
        (e) =>
          `<${e.tagName.toLowerCase()} class="${e.getAttribute("class")}"> ${e.textContent?.slice(0, 30)}`,
      );
    return `${root.scrollWidth} > ${root.clientWidth}: ${first.join(" | ")}`;
  });

/** In how many parts the screens of an audience are opened: a bank has the most. */
const PARTS: Record<Who, number> = { fin: 3, office: 1, buyer: 1, visitor: 1 };

/** Opens one part of the screens of one audience; all findings are reported together at the end. */
async function sweep(who: Who, part: number, page: Page, info: TestInfo, addresses: Addresses) {
  const found: string[] = [];
  let where = "";
  let width = 390;
  const waiting = new Set<Request>();
  const add = (what: string) => found.push(`${where} at ${width}  ${what}`);
  const become = async (wide: number) => {
    width = wide;
    await resize(page, wide, wide === 1280 ? 900 : 844);
    // Where it stood scrolled, the head of the page may now lie over half a button, which is no fault of the button's size.
    await page.evaluate(() => window.scrollTo(0, 0));
  };
  const isApi = (url: string) => new URL(url).pathname.startsWith("/api/");
  page.on("pageerror", (error) => add(`error: ${error.message}`));
  page.on("console", (message) => {
    // Failed requests are checked below, with their addresses.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      add(`console: ${message.text()}`);
  });
  page.on("request", (r) => {
    if (isApi(r.url())) waiting.add(r);
  });
  page.on("response", (r) => {
    waiting.delete(r.request());
    const { pathname } = new URL(r.url());
    if (r.status() >= 400 && !(r.status() === 400 && NONE_YET.test(pathname)))
      add(`${r.status()} ${r.request().method()} ${pathname}`);
  });
  page.on("requestfailed", (r) => {
    waiting.delete(r);
    if (r.failure()?.errorText !== "net::ERR_ABORTED") add(`failed: ${r.url()} ${r.failure()?.errorText}`);
  });

  const loaded = () =>
    expect
      .poll(async () => waiting.size === 0 && (await page.getByText("読み込み中です").count()) === 0, {
        timeout: 30_000,
      })
      .toBe(true)
      .catch(() => add("does not finish loading"));
  /** Both widths, ending at the wide one. */
  const look = async (name: string) => {
    await become(390);
    await loaded();
    await lookAt(name);
    await resize(page, 320, 700);
    const narrow = await tooWide(page);
    if (narrow) add(`scrolls sideways at 320: ${narrow}`);
    await become(1280);
    await loaded();
    await lookAt(name);
  };
  const lookAt = async (name: string) => {
    const before = found.length;
    const wide = await tooWide(page);
    if (wide) add(`scrolls sideways: ${wide}`);
    // Legacy mode is faster: it opens no page of its own to collect results of frames, and there are no frames.
    const { violations } = await new AxeBuilder({ page })
      .options(LABELS)
      .setLegacyMode()
      .withTags(WCAG)
      .analyze();
    for (const v of violations)
      for (const node of v.nodes.slice(0, 3))
        add(`${v.id} (${v.impact}): ${node.target.join(" ")} — ${node.html.slice(0, 140)}`);
    const file = `${who}-${width}${name
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id")
      .replace(/[/?=&#]+/g, "_")
      .slice(0, 60)}`;
    // A picture of a whole page costs a sixth of the sweep: of what is in order there is one only if asked for.
    if (found.length > before || process.env.TSUNAGU_SHOTS) {
      const nth = shots.set(file, (shots.get(file) ?? 0) + 1).get(file);
      await page.screenshot({
        path: info.outputPath(`${file}${nth === 1 ? "" : `-${nth}`}.png`),
        fullPage: true,
      });
    }
  };
  const shots = new Map<string, number>();

  const mine = routes.filter(({ audience }) => SEEN_BY[who].includes(audience));
  expect(mine.length, "rows of the route table").toBeGreaterThan(5);
  for (const { path } of mine.filter((_, n) => n % PARTS[who] === part)) {
    const fixed = path.replace(/\/:\w+\?/, "").replace(":key", "no-such-key");
    for (const address of addresses[path] ?? [fixed]) {
      where = address;
      if (address.includes(":")) {
        add("this spec knows no address for the route: addressesOf");
        continue;
      }
      waiting.clear();
      await become(390);
      await page.goto(address);
      const title = page.getByRole("heading", { level: 1 });
      try {
        await title.first().waitFor({ timeout: 30_000 });
      } catch {
        add("no h1");
        continue;
      }
      await look(new URL(page.url()).pathname);
      if ((await title.count()) !== 1) add(`${await title.count()} h1`);
      const text = (await title.first().textContent()) ?? "";
      if (ERRORS.includes(text)) add(`error page: ${text}`);
      // The content of the screen's other tabs.
      const tabs = page.locator("main").getByRole("tab");
      for (let n = 1; n < (await tabs.count()); n++) {
        const name = ((await tabs.nth(n).textContent()) ?? "").trim();
        where = `${address} [${name}]`;
        await tabs.nth(n).click();
        await look(`${new URL(page.url()).pathname}-${name}`);
      }
    }
  }
  expect(found, `\n${found.join("\n")}\n`).toEqual([]);
}

const LOGINS: Record<Who, string> = {
  fin: "fin-a@demo.example.jp",
  buyer: "buy-b@demo.example.jp",
  visitor: "",
  office: "office@demo.example.jp",
};

// Each audience by whichever worker is free: they are the longest tests of all.
test.describe.configure({ mode: "parallel" });
for (const who of ["fin", "office", "buyer", "visitor"] as const)
  for (let part = 0; part < PARTS[who]; part++)
    test(`${who} on a telephone and on a desk, part ${part + 1}`, async ({ browser, request }, info) => {
      const one = await person(browser, info, who);
      const { page } = one;
      await page.emulateMedia({ reducedMotion: "reduce" });
      if (who === "office") await signInOffice(one, LOGINS.office);
      else if (who !== "visitor") await signIn(one, LOGINS[who]);
      await sweep(who, part, page, info, await addressesOf(who, request, page));
    });
