import { expect, it } from "vitest";
import type { ItemLists } from "@/api/enumerations";
import { readUrlState, writeUrlState } from "@/lib/urlstate";
import {
  activeConditions,
  CONDITIONS,
  type Conditions,
  cleared,
  conditionErrors,
  loosenings,
  toSearchQuery,
} from "./conditions";

const classes = [
  {
    code: "13",
    name: "製造業",
    items: [
      { code: "13001", name: "食料品" },
      { code: "13002", name: "金属加工" },
    ],
  },
  { code: "12", name: "建設業", items: [{ code: "12005", name: "その他の建設業" }] },
];
const regions = [
  {
    code: "6",
    name: "東海",
    items: [
      { code: "22", name: "静岡県" },
      { code: "23", name: "愛知県" },
    ],
  },
];
const items = {
  salesAmount: { items: [{ key: 3, label: "1億円以上3億円未満", min: 100, max: 300 }] },
  acquisitionPrice: {
    items: [
      { key: 4, label: "1億円", min: 100, max: 100 },
      { key: 5, label: "3億円", min: 300, max: 300 },
      { key: 8, label: "上限なし" },
    ],
  },
  peoples: {
    items: [
      { key: 3, label: "11～20人", min: 11, max: 20, filterValue: "11,20" },
      { key: 7, label: "301人以上", min: 301, filterValue: "301," },
    ],
  },
} as unknown as ItemLists;
const names = { classes, regions, items };
const state = (changes: Partial<Conditions> = {}): Conditions => ({ ...CONDITIONS, ...changes });
const query = (changes: Partial<Conditions>) => toSearchQuery(state(changes), classes);
const active = (changes: Partial<Conditions>) => activeConditions(state(changes), names);

const bare = { pageNumber: 1, limit: 10, propertyName: "modified", isDescending: "true" };

it.each<[string, Partial<Conditions>, object]>([
  ["nothing", {}, {}],
  ["flags that are on alone", { isSold: true, isPublic: false }, { isSold: true }],
  ["trimmed word", { freeWord: "　金属 加工 " }, { freeWord: "金属 加工" }],
  [
    "a large class and a small one",
    { industryTypes: ["12", "13002"] },
    { industryTypes: '{"category":["12"],"sub_category":["13002"]}' },
  ],
  ["unknown codes are no condition", { industryTypes: ["99"] }, {}],
  [
    "two values of people",
    { numberOfManagers: "11,20" },
    { numberOfManagersFrom: "11", numberOfManagersTo: "20" },
  ],
  ["an open end of people", { numberOfManagers: "301," }, { numberOfManagersFrom: "301" }],
  ["one value of people is none", { numberOfManagers: "11" }, {}],
  ["three values of people are none", { numberOfManagers: "1,2,3" }, {}],
  ["a due date", { dueDate: "2027-02-28" }, { dueDate: "2027-02-28" }],
  ["no such day", { dueDate: "2027-02-30" }, {}],
  ["a year half typed", { dueDate: "0002-02-01" }, {}],
  ["prices", { salesPrice: 4, salesPriceTo: 8 }, { salesPrice: 4, salesPriceTo: 8 }],
  [
    "ascending",
    { propertyName: "dueDate", isDescending: false },
    { propertyName: "dueDate", isDescending: "false" },
  ],
])("query of %s", (_, changes, expected) => expect(query(changes)).toEqual({ ...bare, ...expected }));

it("survives the address", () => {
  const full = state({
    freeWord: "金属 & 加工",
    isMessage: true,
    industryTypes: ["12", "13002"],
    location: ["22", "23"],
    salesAmount: ["3"],
    salesPriceTo: 5,
    numberOfManagers: "301,",
    isDescending: false,
    pageNumber: 3,
  });
  expect(readUrlState(writeUrlState(full, CONDITIONS), CONDITIONS)).toEqual(full);
  expect(writeUrlState(state(), CONDITIONS)).toBe("");
});

it("names what is active, and takes one away without the others", () => {
  const found = active({ industryTypes: ["13"], location: ["22"], isSold: true, salesPrice: 4 });
  expect(found.map(({ label }) => label)).toEqual([
    "成約済み",
    "業種：製造業（すべて）",
    "地域：静岡県",
    "希望価格：1億円〜",
  ]);
  expect(found[1]?.without).toEqual({ industryTypes: [] });
  const two = active({ industryTypes: ["13001", "12"], location: ["22", "23"] });
  expect(two.map(({ label }) => label)).toEqual([
    "業種：食料品",
    "業種：その他の建設業",
    "地域：東海（すべて）",
  ]);
  expect(two[0]?.without).toEqual({ industryTypes: ["12"] });
});

it("has no chip for what does not restrict", () => {
  expect(
    active({ dueDate: "2027-02-30", numberOfManagers: "9", industryTypes: ["99"], location: ["99"] }),
  ).toEqual([]);
  expect(
    active({ propertyName: "dueDate", isDescending: false, buyerCompanyId: "b", pageNumber: 2 }),
  ).toEqual([]);
});

it("offers to give up one kind of condition at a time", () => {
  const offers = loosenings(
    active({ freeWord: "金属", industryTypes: ["13001", "12"], salesPrice: 4, salesPriceTo: 5 }),
  );
  expect(offers).toEqual([
    { key: "freeWord", label: "フリーワード：金属", without: { freeWord: "" } },
    { key: "industryTypes", label: "業種（2件の指定）", without: { industryTypes: [] } },
    { key: "salesPrice", label: "希望価格：1億円〜3億円", without: { salesPrice: 0, salesPriceTo: 0 } },
  ]);
});

it("keeps the order alone when everything is cleared", () => {
  const full = state({
    isSold: true,
    freeWord: "x",
    pageNumber: 4,
    propertyName: "dueDate",
    isDescending: false,
  });
  expect(cleared(full)).toEqual(state({ propertyName: "dueDate", isDescending: false }));
});

it.each([
  [5, 4, true],
  [4, 5, false],
  [4, 4, false],
  [5, 8, false],
  [5, 0, false],
])("price from %i to %i is wrong: %s", (salesPrice, salesPriceTo, wrong) => {
  expect("salesPriceTo" in conditionErrors(state({ salesPrice, salesPriceTo }), items)).toBe(wrong);
});
