import { expect, it } from "vitest";
import { readUrlState } from "@/lib/urlstate";
import { chipsOf, errorsOf, ignoredParts, validState } from "@/search/filter";
import { NAMES } from "@/search/testNames";
import { columnsOf } from "./case";
import { casesSpec, DEFAULTS, queryOf, SELLER_DEFAULTS, sellerCasesSpec, sellerQueryOf } from "./conditions";

const CASES = casesSpec();
const SELLER_CASES = sellerCasesSpec();

it("the board fetches all rows at once, the table page by page", () => {
  const page3 = { ...DEFAULTS, pageNumber: 3, isDescending: false };
  expect(queryOf(page3, NAMES, 10)).toMatchObject({ pageNumber: 3, limit: 10, isDescending: "false" });
  expect(queryOf({ ...page3, view: "board" }, NAMES, 300)).toMatchObject({ pageNumber: 1, limit: 300 });
});

it.each([
  ["4", 4],
  ["", undefined],
  ["9", undefined],
  ["1 OR 1", undefined],
])("searchType %s is sent as %s", (searchType, expected) => {
  const state = validState(CASES, { ...DEFAULTS, searchType }, NAMES);
  expect(queryOf(state, NAMES, 10).searchType).toBe(expected);
});

it("the seller's bank filters and sorts only by what it is told", () => {
  const state = (searchType: string) => validState(SELLER_CASES, { ...SELLER_DEFAULTS, searchType }, NAMES);
  expect(["1", "2", "3", "4"].map((type) => sellerQueryOf(state(type), 10).searchType)).toEqual([
    undefined,
    2,
    undefined,
    4,
  ]);
  expect(SELLER_CASES.sorts.map(({ propertyName }) => propertyName)).not.toContain("displayName");
  expect(SELLER_CASES.sorts.map(({ propertyName }) => propertyName)).not.toContain("interestStatus");
});

it.each([
  ["2026-11-01", "2026-11-30", false],
  ["2026-11-30", "2026-11-01", true],
  ["2026-11-30", "", false],
  ["", "2026-11-01", false],
  ["2026-11-01", "2026-11-01", false],
])("from %s to %s is an error: %s", (dueDateF, dueDateT, wrong) =>
  expect("dueDateT" in errorsOf(CASES, { ...DEFAULTS, dueDateF, dueDateT }, NAMES)).toBe(wrong),
);

it("page, order and view are not shown as conditions", () => {
  const state = { ...DEFAULTS, pageNumber: 2, view: "board", propertyName: "status" };
  expect(chipsOf(CASES, state, NAMES)).toEqual([]);
});

it("sends the address's conditions on buyers and listings, and shows them", () => {
  const search =
    "?searchStatus=1&dueDateF=2026-12-01&businessIndustryTypes=13001&companyIndustryTypes=12" +
    "&prefecture=23&annualSaleF=1&salesPrice=4&companyName=%E9%9D%92";
  const state = validState(CASES, readUrlState(search, DEFAULTS), NAMES);
  expect(ignoredParts(CASES, search, state)).toEqual([]);
  expect(queryOf(state, NAMES, 10)).toMatchObject({
    searchStatus: "1",
    dueDateF: "2026-12-01",
    businessIndustryTypes: '{"category":[],"sub_category":["13001"]}',
    companyIndustryTypes: '{"category":["12"],"sub_category":[]}',
    prefecture: ["23"],
    annualSaleF: 1,
    salesPrice: 4,
    companyName: "青",
  });
  expect(chipsOf(CASES, state, NAMES).map(({ label }) => label)).toEqual([
    "交渉状況：匿名交渉中",
    "公開期限：2026/12/01〜",
    "案件の業種：食料品",
    "案件の希望価格：1億円以上",
    "買手の企業名：青",
    "買手の業種：その他の建設業",
    "買手の所在地：愛知県",
    "買手の年間売上高：5,000万円以上",
  ]);
});

it("every status has a column, in the order of the codes", () => {
  const codes = [
    { code: 1, label: "匿名交渉中" },
    { code: 0, label: "未交渉" },
  ];
  const rows = [{ status: 0 }, { status: 1 }, { status: 0 }] as never[];
  expect(columnsOf(codes, rows).map((column) => [column.label, column.rows.length])).toEqual([
    ["匿名交渉中", 1],
    ["未交渉", 2],
  ]);
});
