import { describe, expect, it } from "vitest";
import { whyNot } from "./approval/ApprovalChecklist";
import { sameAudience, widens } from "./audience";
import { bandOf, rangeOf } from "./bands";
import { anonymityInput, distinctHits, justificationsFor, openHits, segmentsOf } from "./form/anonymity";
import { conflictsOf, merged } from "./form/merge";
import { caseNumber, recipientsOf } from "./tab/ledger";
import { pagesOf, type SheetColumn } from "./tab/sheets";
import { completeValues, testMasters, testNames } from "./testMasters";
import type { AnonymityHit, LedgerRow } from "./types";
import { warningsOf } from "./warnings";

const { items } = testMasters;

describe("bands hold the lower bound, not the upper one", () => {
  it.each([
    [300_000, 4],
    [299_999, 3],
    [500_000, 0],
    [10_000_000, 9],
    [0, 1],
    [null, 0],
    [Number.NaN, 0],
  ])("sales of %s 千円: %i", (amount, key) => expect(bandOf(amount, items.salesAmount.items)).toBe(key));
  it.each([
    [-1, 1],
    [0, 2],
    [9_999, 2],
  ])("profit of %s 千円: %i", (amount, key) => expect(bandOf(amount, items.operatingProfit.items)).toBe(key));
  it.each([
    [5, 1],
    [6, 2],
    [10, 2],
    [11, 0],
    [5_000, 7],
  ])("%s people: %i", (people, key) => expect(rangeOf(people, items.peoples.items)).toBe(key));
});

function hit(field: string, start: number, end: number, more: Partial<AnonymityHit> = {}): AnonymityHit {
  const base = { field, start, end, text: "x", kind: "place", why: "", suggestion: "", isWarning: false };
  return { ...base, key: `${field}|${start}`, justification: "", ...more };
}

describe("anonymity", () => {
  it("marks by characters, not by UTF-16 units", () =>
    expect(
      segmentsOf("😀仙台の会社", [hit("d", 1, 3)]).map(({ text, hit: h }) => (h ? `[${text}]` : text)),
    ).toEqual(["😀", "[仙台]", "の会社"]));
  it("loses no text, whatever the hits", () => {
    const text = "あいうえお";
    for (const hits of [[], [hit("d", 0, 5)], [hit("d", 3, 9)], [hit("d", 2, 4), hit("d", 1, 3)]])
      expect(
        segmentsOf(text, hits)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
  });
  it("wants each place mended or justified once, warnings and later fields aside", () => {
    const hits = [
      hit("description", 0, 2, { key: "a" }),
      hit("description", 5, 7, { key: "a" }),
      hit("businessName", 0, 2, { key: "b", justification: "前回の理由" }),
      hit("advantage", 0, 2, { key: "c", isWarning: true }),
      hit("industryOtherText13004", 0, 2, { key: "d", isWarning: true }),
    ];
    expect(openHits(hits, {}).map((h) => h.key)).toEqual(["a"]);
    expect(openHits(hits, { a: " " }).map((h) => h.key)).toEqual(["a"]);
    expect(openHits(hits, { a: "多数ある", b: "" }).map((h) => h.key)).toEqual(["b"]);
    expect(distinctHits(hits)).toHaveLength(4);
    expect(justificationsFor(hits.slice(0, 3), { a: "多数ある", gone: "消えた文" })).toEqual({
      a: "多数ある",
      b: "前回の理由",
    });
  });
  it("is asked about texts that anonymous parties read, and no others", () => {
    const { texts } = anonymityInput(
      completeValues({ advantage: "強み", markets: "市場", others: " " }),
      testMasters.regions,
    );
    expect(Object.keys(texts)).toEqual(["businessName", "description", "advantage"]);
  });
});

describe("warnings", () => {
  const at = (changes: Parameters<typeof completeValues>[0], company?: Parameters<typeof warningsOf>[2]) =>
    warningsOf(completeValues(changes), testMasters, company).map((warning) => warning.name);
  it("none for figures that agree", () =>
    expect(
      at({ assetAmount: 500, debitAmount: 300, netAsset: 199, cashDeposit: 100, preAmountOfSales: 300_000 }),
    ).toEqual([]));
  it.each([
    [{ assetAmount: 500, debitAmount: 300, netAsset: 100 }, ["netAsset"]],
    [{ assetAmount: 500, cashDeposit: 501 }, ["cashDeposit"]],
    [{ debitAmount: 10, interestBearingDebt: 11 }, ["interestBearingDebt"]],
    [{ netAsset: -1 }, ["netAsset"]],
    [{ exactOperatingProfit: 6_000 }, ["exactOperatingProfit"]],
    [{ netIncome: 6_000 }, ["netIncome"]],
    [{ preEbitda: 4_999, preOperatingProfit: 5_000 }, ["preOperatingProfit"]],
    [{ preAmountOfSales: 100_000 }, ["amountOfSales"]],
    [{ preAmountOfSales: 320 }, ["amountOfSales"]],
    [{ salesAmount: "3" }, ["amountOfSales"]],
    [{ publicRegion: ["3"] }, ["publicRegion"]],
    [{ publicRegion: ["99"] }, []],
  ])("%j: %j", (changes, names) => expect(at(changes)).toEqual(names));
  it("a figure in another unit than the company's own pages have", () => {
    expect(at({}, { companyId: "c1", lastYearSalesAmount: 320 })).toEqual(["amountOfSales"]);
    expect(at({}, { companyId: "c1", lastYearSalesAmount: 300_000 })).toEqual([]);
  });
});

describe("two people at one listing", () => {
  const base = completeValues();
  const mine = completeValues({ businessName: "私の表題", description: "私の説明" });
  const latest = completeValues({ version: 5, businessName: "同僚の表題", salesPriceTo: "9" });
  const found = conflictsOf(mine, latest, base, testMasters, testNames);
  it("what only one of them changed is taken from who changed it", () =>
    expect(found.map(({ field, proposed }) => [field.name, proposed])).toEqual([
      ["businessName", "mine"],
      ["description", "mine"],
      ["salesPrice", "latest"],
    ]));
  it("nothing is lost, and the result builds on the latest version", () =>
    expect(merged(mine, latest, found, { businessName: "latest" })).toMatchObject({
      version: 5,
      businessName: "同僚の表題",
      description: "私の説明",
      salesPriceTo: "9",
    }));
  it("without knowing what was there before, one's own stays", () =>
    expect(
      conflictsOf(mine, latest, null, testMasters, testNames).every((row) => row.proposed === "mine"),
    ).toBe(true));
});

describe("audience", () => {
  const all = { audience: "all", restFinancial: [] } as const;
  const limited = { audience: "limited", restFinancial: [] } as const;
  const rest = (...ids: string[]) => ({ audience: "rest", restFinancial: ids }) as const;
  it.each([
    [all, limited, false],
    [all, rest("a"), false],
    [rest("a"), all, true],
    [rest("a", "b"), rest("a"), true],
    [rest("a"), rest("a", "b"), false],
    [rest("a"), rest("b"), true],
    [limited, rest("a"), true],
    [limited, all, true],
    [limited, limited, false],
  ])("%j to %j widens: %s", (now, next, wider) => expect(widens(now, next)).toBe(wider));
  it("the order of institutions does not matter", () => {
    expect(sameAudience(rest("a", "b"), rest("b", "a"))).toBe(true);
    expect(sameAudience(rest("a"), rest("b"))).toBe(false);
    expect(sameAudience(all, { audience: "all", restFinancial: ["a"] })).toBe(true);
  });
});

it("cuts a table into pages by how high its rows are", () => {
  const columns: SheetColumn<{ at: string; what: string }>[] = [
    { header: "いつ", width: 24, text: ({ at }) => at },
    { header: "何を", width: 45, text: ({ what }) => what },
  ];
  const row = (what: string) => ({ at: "2026/11/21", what });
  const short = Array.from({ length: 31 }, (_, i) => row(String(i)));
  // 4.5 mm a line and 3 mm of padding: 27 rows of one line in 205 mm, two lines take 12 mm.
  expect(pagesOf(short, columns).map((page) => page.length)).toEqual([27, 4]);
  expect(pagesOf(short, columns, 100).map((page) => page.length)).toEqual([14, 17]);
  expect(pagesOf(short, columns).flat()).toEqual(short);
  const long = Array.from({ length: 31 }, () => row("あ".repeat(15)));
  expect(pagesOf(long, columns).map((page) => page.length)).toEqual([17, 14]);
  expect(pagesOf([row("あ".repeat(2000)), row("い")], columns).map((page) => page.length)).toEqual([1, 1]);
  expect(pagesOf([], columns)).toEqual([[]]);
});

describe("the seller's report", () => {
  const line = (more: Partial<LedgerRow>): LedgerRow => ({
    at: "2026-11-20T00:00:00",
    kind: "view",
    kindLabel: "閲覧",
    level: 3,
    levelLabel: "秘密保持承諾後",
    buyerName: "匿名",
    buyerNumber: 1,
    isAnonymous: true,
    institutionName: "蒼陵信用金庫",
    reader: "buyer",
    basis: "秘密保持契約 第1版に承諾（2026/11/14）",
    subject: "概要",
    ...more,
  });

  it("says to whom, when and what, each once, and leaves out the own bank", () => {
    const named = { buyerName: "月岬精機", buyerNumber: 2, isAnonymous: false };
    const found = recipientsOf([
      line({
        at: "2026-11-22T00:00:00",
        ...named,
        level: 4,
        levelLabel: "実名承認後",
        basis: "秘密保持契約、実名交渉の承認",
      }),
      line({ at: "2026-11-21T00:00:00", ...named, subject: "決算書（第1版）", basis: "秘密保持契約" }),
      line({ at: "2026-11-20T12:00:00", subject: "詳細" }),
      line({
        at: "2026-11-20T10:00:00",
        kind: "break_glass",
        buyerNumber: undefined,
        buyerName: "",
        isAnonymous: false,
        institutionName: "事務局",
      }),
      line({ buyerNumber: undefined, buyerName: "", institutionName: "湊星銀行" }),
      line({}),
    ]);
    expect(found.map(({ name, level, what, basis, count }) => ({ name, level, what, basis, count }))).toEqual(
      [
        {
          name: "匿名（1）",
          level: 3,
          what: ["概要", "詳細"],
          basis: ["秘密保持契約 第1版に承諾（2026/11/14）"],
          count: 2,
        },
        {
          name: "事務局",
          level: 3,
          what: ["概要"],
          basis: ["秘密保持契約 第1版に承諾（2026/11/14）"],
          count: 1,
        },
        {
          name: "月岬精機",
          level: 4,
          what: ["決算書（第1版）", "概要"],
          basis: ["秘密保持契約", "実名交渉の承認"],
          count: 2,
        },
      ],
    );
    expect([found[2]?.first, found[2]?.last]).toEqual(["2026-11-21T00:00:00", "2026-11-22T00:00:00"]);
  });
});

it("a case number says nothing", () =>
  expect(caseNumber("01a1fd25-9c00-702d-b023-bcd3f9a435fb")).toBe("L-f9a435fb"));

describe("a request that may expose the company", () => {
  const checks = {
    isChecking: false,
    missing: [],
    open: [],
    coordinates: { ok: false, proposal: "", note: "" },
    isExposureAccepted: false,
  } as unknown as Parameters<typeof whyNot>[0];

  it("is not sent before its own confirmation", () => {
    expect(whyNot(checks)).toContain("確認の印");
    expect(whyNot({ ...checks, isExposureAccepted: true })).toBeUndefined();
  });
  it("asks for none where nobody can guess the company", () =>
    expect(
      whyNot({ ...checks, coordinates: { ok: true } as NonNullable<typeof checks.coordinates> }),
    ).toBeUndefined());
});
