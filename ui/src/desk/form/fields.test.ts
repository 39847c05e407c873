import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import openapi from "@/api/openapi.json";
import { openingLabels } from "../openings";
import { missingOf, NEEDED, problemsOf, resolverOf } from "../rules";
import { completeValues, testMasters, testNames } from "../testMasters";
import { anonymityInput } from "./anonymity";
import { differences, FIELDS, isAmount, openingText } from "./fields";
import { emptyValues } from "./values";

const table = join(dirname(fileURLToPath(import.meta.url)), "../../../../testdata/deal/levels.tsv");

/** The server's allow-list for the buyer's user: the level by "part field". */
const allowed = new Map<string, number>(
  readFileSync(table, "utf8")
    .split("\n")
    .filter((line) => /^(overview|details)\t/.test(line))
    .map((line) => {
      const [part, field, level] = line.split("\t");
      return [`${part} ${field}`, Number(level?.slice(1))] as const;
    }),
);

/** The longest text of a field without a limit of its own (app/web/limits.go). */
const ANY = 50_000;

describe("what the screens say about levels is what the server does", () => {
  it.each(FIELDS.filter((field) => field.disclosed).map((field) => [field.label, field] as const))(
    "%s",
    (_, field) => expect(allowed.get(field.disclosed?.join(" ") ?? "")).toBe(field.level),
  );
  it("what names no field of the allow-list is the bank's alone", () => {
    const own = FIELDS.filter((field) => !field.disclosed);
    expect(own.map((field) => [field.name, field.level])).toEqual(own.map((field) => [field.name, 9]));
    for (const { name } of own) expect(allowed.has(`overview ${name}`)).toBe(false);
  });
});

describe("openingWords", () => {
  const words = (name: string, changes = {}) => {
    const field = FIELDS.find((row) => row.name === name);
    if (!field) throw new Error(name);
    return openingText(field, completeValues(changes));
  };
  it("tells the prefecture by the bank's choice", () => {
    expect(words("prefectureCode")).toBe("秘密保持契約の承諾後");
    expect(words("prefectureCode", { isPrefecturePublic: true })).toBe("公開後、公開先の全員（匿名）");
  });
  it("tells amounts in two steps", () => expect(words("amountOfSales")).toContain("帯"));
  it("never says that a name is public", () => {
    for (const name of ["companyName", "representativeName", "address", "phone", "cityCode"])
      expect(words(name)).toBe("実名交渉の承認後");
  });
});

it("openingLabels sum up and leave out what says nothing to a person", () =>
  expect(
    openingLabels([
      "companyId",
      "version",
      "amountOfSalesBand",
      "debitAmountBand",
      "advantage",
      "companyName",
    ]),
  ).toEqual(["決算の数字（幅だけ）", "強み", "企業名"]));

it("openingLabels have a word for every field that opens to buyers after L1", () => {
  const notShown = ["companyId", "companyName"];
  for (const [key, level] of allowed) {
    const field = key.split(" ")[1] ?? "";
    if (level < 3 || notShown.includes(field) || isAmount(field)) continue;
    // Parts of an address that a listing does not have, and ids.
    if (/Code$|Name$|Number$|Id$|industryOtherTexts/.test(field)) continue;
    expect([field, openingLabels([field])]).not.toEqual([field, []]);
  }
});

it("the anonymity check reads every free text that opens before the name", () => {
  const { ListingOverviewInput, ListingDetailsInput } = openapi.components.schemas;
  // Fields with a length of their own are free texts; the others are codes, dates and addresses.
  const free = Object.entries({
    overview: ListingOverviewInput.properties as Record<string, { type?: string; maxLength?: number }>,
    details: ListingDetailsInput.properties as Record<string, { type?: string; maxLength?: number }>,
  }).flatMap(([part, properties]) =>
    Object.entries(properties)
      .filter(([name, { maxLength = ANY }]) => maxLength < ANY && (allowed.get(`${part} ${name}`) ?? 9) < 4)
      .map(([name]) => name),
  );
  expect(free).toEqual(expect.arrayContaining(["businessName", "others", "advantage"]));
  const typed = completeValues(Object.fromEntries(free.map((name) => [name, "文"])));
  expect(Object.keys(anonymityInput(typed, testMasters.regions).texts).sort()).toEqual(free.sort());
});

describe("differences", () => {
  it("are told in words, in the order of the form", () => {
    const found = differences(
      completeValues(),
      completeValues({ dueDate: "2027-01-15", salesPriceTo: "9", businessName: "新しい表題" }),
      testMasters,
      testNames,
    );
    expect(found.map(({ field, before, after }) => [field.name, before, after])).toEqual([
      ["businessName", "東北の金属加工会社", "新しい表題"],
      ["salesPrice", "1〜3億円", "1億円以上（応相談）"],
      ["dueDate", "2027/03/31", "2027/01/15"],
    ]);
  });
  it("are none where only spaces at the ends differ", () =>
    expect(
      differences(
        completeValues(),
        completeValues({ description: " 金属の部品を作る会社です。\n" }),
        testMasters,
        testNames,
      ),
    ).toEqual([]));
});

describe("problems", () => {
  const today = "2026-11-21";
  const names = (changes: Parameters<typeof completeValues>[0], stored?: string) =>
    problemsOf(completeValues(changes), testMasters, today, stored).map((problem) => problem.name);
  it("a complete listing has none", () => expect(names({})).toEqual([]));
  it("all are told at once, each at its field", () =>
    expect(
      names({
        businessName: " ",
        description: "あ".repeat(2001),
        salesPrice: "5",
        salesPriceTo: "4",
        postalCode: "98",
        phone: "123",
        homePageUrl: "www.example.jp",
        amountOfSales: -1,
        ebitda: Number.NaN,
        fiscalYear: 25,
        dueDate: today,
        audience: "rest",
      }),
    ).toEqual([
      "businessName",
      "description",
      "salesPriceTo",
      "postalCode",
      "phone",
      "homePageUrl",
      "amountOfSales",
      "ebitda",
      "fiscalYear",
      "dueDate",
      "restFinancial",
    ]));
  it.each([
    ["０７５−１２３−４５６７", true],
    ["(03) 1234-5678", true],
    ["+81-3-1234-5678", true],
    ["12345678", false],
    ["でんわ", false],
  ])("phone %s: %s", (phone, fine) => expect(names({ phone })).toEqual(fine ? [] : ["phone"]));
  it("characters are counted as people count them", () =>
    expect(names({ businessName: "😀".repeat(60) })).toEqual([]));
  it("losses are amounts, sales cannot be negative", () => {
    expect(names({ netIncome: -5_000, netAsset: -1 })).toEqual([]);
    expect(names({ preAmountOfSales: -1 })).toEqual(["preAmountOfSales"]);
  });
  it("an old due date may stay until it is changed", () => {
    expect(names({ dueDate: "2026-01-01" }, "2026-01-01")).toEqual([]);
    expect(names({ dueDate: "2026-01-02" }, "2026-01-01")).toEqual(["dueDate"]);
  });
  it("a due date is at most twelve months away", () => {
    expect(names({ dueDate: "2027-11-21" })).toEqual([]);
    expect(names({ dueDate: "2027-11-22" })).toEqual(["dueDate"]);
  });
  it("the form gets the first of several for one field", async () => {
    const resolver = resolverOf(() => [
      { name: "phone", message: "一" },
      { name: "phone", message: "二" },
    ]);
    const result = await resolver(completeValues(), undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    expect(result.errors).toEqual({ phone: { type: "rule", message: "一" } });
  });
});

describe("what an approval request still lacks", () => {
  it("nothing of a complete listing", () => expect(missingOf(completeValues(), testMasters)).toEqual([]));
  it("everything that is needed of an empty one, each once", () =>
    expect(missingOf(emptyValues("c1"), testMasters).map((problem) => problem.name)).toEqual(NEEDED));
  it("the text of another asset, where it is chosen", () =>
    expect(missingOf(completeValues({ salesAsset: ["99"] }), testMasters).map((p) => p.name)).toEqual([
      "salesAssetOther",
    ]));
  it("a band that contradicts its figure", () =>
    expect(missingOf(completeValues({ salesAmount: "1" }), testMasters).map((p) => p.message)).toEqual([
      "概要の売上高が、詳細の金額（3億円以上5億円未満）と合いません。",
    ]));
});
