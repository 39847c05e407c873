import { expect, it } from "vitest";
import { readUrlState, writeUrlState } from "@/lib/urlstate";
import {
  allCleared,
  chipsOf,
  errorsOf,
  ignoredParts,
  removableChips,
  savedConditions,
  validState,
} from "@/search/filter";
import { NAMES } from "@/search/testNames";
import { CONDITIONS, type Conditions, listingSpec, toSearchQuery } from "./conditions";

const OWN = {
  control: () => null,
  buyer: { value: "b1", label: "青嵐精機" },
  seller: { value: "s1", label: "さくら製作所" },
};
const FIN = listingSpec(OWN);
const BUY = listingSpec(undefined);

const state = (changes: Partial<Conditions> = {}): Conditions => ({ ...CONDITIONS, ...changes });
const query = (changes: Partial<Conditions>) => toSearchQuery(state(changes), NAMES, 10);
const labels = (changes: Partial<Conditions>, spec = FIN) =>
  chipsOf(spec, state(changes), NAMES).map(({ label }) => label);
const read = (search: string, spec = FIN) => validState(spec, readUrlState(search, spec.defaults), NAMES);
const notes = (search: string, spec = FIN) => ignoredParts(spec, search, read(search, spec));

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
  ["prices", { salesPrice: 4, salesPriceTo: 5 }, { salesPrice: 4, salesPriceTo: 5 }],
  ["companies", { companyId: "s1", buyerCompanyId: "b1" }, { companyId: "s1", buyerCompanyId: "b1" }],
  [
    "ascending",
    { propertyName: "dueDate", isDescending: false },
    { propertyName: "dueDate", isDescending: "false" },
  ],
])("query of %s", (_, changes, expected) => expect(query(changes)).toEqual({ ...bare, ...expected }));

const FULL = state({
  freeWord: "金属 & 加工",
  isMessage: true,
  isOnlyPersonInCharge: true,
  industryTypes: ["12", "13002"],
  location: ["22", "23"],
  salesAmount: ["3"],
  salesPriceTo: 5,
  numberOfManagers: "301,",
  dueDate: "2027-02-28",
  companyId: "s1",
  buyerCompanyId: "b1",
  propertyName: "dueDate",
  isDescending: false,
  pageNumber: 3,
});

it("survives the address, with every condition", () => {
  const search = writeUrlState(FULL, CONDITIONS);
  expect(read(search)).toEqual(FULL);
  expect(notes(search)).toEqual([]);
  expect(writeUrlState(state(), CONDITIONS)).toBe("");
});

it("saves everything but the page", () => {
  const saved = savedConditions(FIN, FULL);
  expect(saved).not.toContain("pageNumber");
  expect(read(`?${saved}`)).toEqual({ ...FULL, pageNumber: 1 });
  expect(savedConditions(FIN, state({ pageNumber: 4 }))).toBe("");
});

it.each<[string, string[]]>([
  ["?isPublic=1", ["案件の状態"]],
  ["?location=99&location=23", ["地域"]],
  ["?industryTypes=13&industryTypes=x", ["業種"]],
  ["?salesPrice=99", ["希望価格"]],
  ["?salesPrice=8", ["希望価格"]], // 上限なし is no lower bound
  ["?dueDate=2027-02-30", ["公開期限"]],
  ["?dueDate=0002-02-01", ["公開期限"]], // a year half typed
  ["?numberOfManagers=9", ["従業員数"]],
  ["?propertyName=companyName", ["並び順"]],
  ["?propertyName=businessName&foo=1&bar=2", ["並び順", "この画面にない条件"]],
  ["?isPublic=true&isSold=false&pageNumber=999&freeWord=", []],
])("ignores what cannot be searched with and says so: %s", (search, expected) => {
  expect(notes(search).sort()).toEqual(expected.sort());
  const rest = read(search);
  expect(ignoredParts(FIN, writeUrlState(rest, CONDITIONS), rest)).toEqual([]);
});

it.each(["0", "-2", "1.5", "NaN"])("page %s is the first", (page) =>
  expect(read(`?pageNumber=${page}`).pageNumber).toBe(1),
);

it("keeps a chosen company while it is being asked for", () =>
  expect(read("?companyId=s9", listingSpec({ ...OWN, seller: undefined })).companyId).toBe("s9"));

it("ignores a company that is not the bank's and says so", () => {
  const spec = listingSpec({ ...OWN, seller: null });
  expect(notes("?companyId=stranger", spec)).toEqual(["売手"]);
  expect(read("?companyId=stranger", spec).companyId).toBe("");
});

it("gives no company the name of another", () =>
  expect(labels({ companyId: "s9", buyerCompanyId: "b1" })).toEqual(["一致度を見る買手：青嵐精機"]));

it("gives a buyer's user none of the banks' conditions", () => {
  const search = "?isOnlyPersonInCharge=true&companyId=s1&buyerCompanyId=b1&isSold=true";
  expect(notes(search, BUY)).toEqual(["この画面にない条件"]);
  expect(labels(read(search, BUY), BUY)).toEqual(["成約済み"]);
  expect(BUY.filters.map(({ label }) => label)).not.toContain("担当");
});

it("names what is active, and takes one away without the others", () => {
  const found = chipsOf(
    FIN,
    state({ industryTypes: ["13"], location: ["22"], isSold: true, salesPrice: 4 }),
    NAMES,
  );
  expect(found.map(({ label }) => label)).toEqual([
    "成約済み",
    "業種：製造業（すべて）",
    "地域：静岡県",
    "希望価格：1億円以上",
  ]);
  expect(found[1]?.without).toEqual({ industryTypes: [] });
  const two = chipsOf(FIN, state({ industryTypes: ["13001", "12"], location: ["22", "23"] }), NAMES);
  expect(two.map(({ label }) => label)).toEqual([
    "業種：その他の建設業",
    "業種：食料品",
    "地域：東海（すべて）",
  ]);
  expect(two[1]?.without).toEqual({ industryTypes: ["12"] });
  expect(new Set(chipsOf(FIN, FULL, NAMES).map(({ key }) => key)).size).toBe(labels(FULL).length);
});

it("offers to give up one kind of condition at a time", () => {
  const offers = removableChips(FIN, state({ freeWord: "金属", industryTypes: ["13001", "12"] }), NAMES);
  expect(offers).toEqual([
    { key: "freeWord", label: "フリーワード：金属", without: { freeWord: "", without: [] } },
    { key: "業種", label: "業種（2件の指定）", without: { industryTypes: [] } },
  ]);
});

it("keeps the order when everything is cleared", () => {
  const { propertyName, isDescending } = FULL;
  expect({ ...FULL, ...allCleared(FIN), pageNumber: 1 }).toEqual(state({ propertyName, isDescending }));
  expect(chipsOf(FIN, { ...FULL, ...allCleared(FIN) }, NAMES)).toEqual([]);
});

it.each([
  [5, 4, true],
  [4, 5, false],
  [4, 4, false],
  [5, 0, false],
])("price from %i to %i is wrong: %s", (salesPrice, salesPriceTo, wrong) =>
  expect("salesPriceTo" in errorsOf(FIN, state({ salesPrice, salesPriceTo }), NAMES)).toBe(wrong),
);
