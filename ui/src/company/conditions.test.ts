import { expect, it } from "vitest";
import { readUrlState, writeUrlState } from "@/lib/urlstate";
import { allCleared, chipsOf, errorsOf, sortsOf, validState } from "@/search/filter";
import { NAMES } from "@/search/testNames";
import {
  BUYER_CONDITIONS,
  type BuyerConditions,
  buyerSpec,
  SELLER_CONDITIONS,
  sellerSpec,
  toBuyerQuery,
  toReportQuery,
  toSellerQuery,
} from "./conditions";

const LISTING = { value: "l1", label: "【東海】精密部品の加工" };
const NETWORK = buyerSpec("network", LISTING);
const OWN = buyerSpec("own", LISTING);
const buyer = (changes: Partial<BuyerConditions> = {}) => ({ ...BUYER_CONDITIONS, ...changes });

it("asks for the own customers alone where they are managed", () => {
  const query = toSellerQuery({ ...SELLER_CONDITIONS, companyIndustryTypes: ["12", "13001"] }, NAMES);
  expect(query).toMatchObject({ isOnlyPersonInCharge: true, isNotOnlyPersonInCharge: false, annualSaleF: 0 });
  expect(JSON.parse(query.companyIndustryTypes ?? "")).toEqual({ category: ["12"], sub_category: ["13001"] });
  expect(query).not.toHaveProperty("needsName");
  expect(toBuyerQuery("own", buyer({ isNotOnlyPersonInCharge: true }), NAMES)).toMatchObject({
    isOnlyPersonInCharge: true,
    isNotOnlyPersonInCharge: false,
  });
});

it("sends every condition of the vocabulary that is set, and no other", () => {
  const all = buyer({
    sellerBusinessId: "l1",
    isNotOnlyPersonInCharge: true,
    isPublic: true,
    noApproved: true,
    noPublic: true,
    isTrial: true,
    isLongList: true,
    personInCharge: "none",
    nextActionF: "2026-11-01",
    nextActionT: "2026-11-30",
    companyName: "青",
    companyIndustryTypes: ["13"],
    prefecture: ["23"],
    annualSaleF: 1,
    annualSaleT: 3,
    needsName: "金型",
    without: ["プレス金型"],
    businessIndustryTypes: ["12"],
    salesPrice: 4,
    salesPriceTo: 5,
    propertyName: "score",
  });
  const query = toBuyerQuery("network", all, NAMES);
  for (const [key, value] of Object.entries(all)) {
    if (key === "isOnlyPersonInCharge" || key === "isDescending") continue;
    if (key.endsWith("IndustryTypes")) expect(query).toHaveProperty(key, expect.stringContaining("category"));
    else expect(query).toHaveProperty(key, value);
  }
  const chips = chipsOf(NETWORK, all, NAMES);
  expect(chips.map(({ label }) => label)).toEqual([
    "一致度を見る案件：【東海】精密部品の加工",
    "担当企業を除く",
    "担当者（担当企業だけ）：担当者なし",
    "次回対応日（担当企業だけ）：2026/11/01〜2026/11/30",
    "公開中",
    "承認待ち（担当企業だけ）",
    "非公開（担当企業だけ）",
    "お試し（担当企業だけ）",
    "ロングリストに載せた買手（案件を選ばなければ担当企業だけ）",
    "ニーズの言葉：金型",
    "希望する業種：その他の建設業",
    "希望価格：1億円以上",
    "希望価格：3億円以下",
    "企業名：青",
    "企業の業種：製造業（すべて）",
    "所在地：愛知県",
    "年間売上高：5,000万円以上",
    "年間売上高：3億円未満",
  ]);
  const none = { ...all, ...allCleared(NETWORK) };
  expect(chipsOf(NETWORK, none, NAMES)).toEqual([]);
  const bare = Object.entries(toBuyerQuery("network", none, NAMES)).filter(([, value]) => value);
  expect(Object.fromEntries(bare)).toEqual({ propertyName: "modified", isDescending: "true", pageNumber: 1 });
});

it("orders by score where there is a listing to compare with, and not without", () => {
  const chosen = buyer({ sellerBusinessId: "l1" });
  expect(sortsOf(NETWORK, chosen).some(({ propertyName }) => propertyName === "score")).toBe(true);
  expect(sortsOf(NETWORK, buyer()).some(({ propertyName }) => propertyName === "score")).toBe(false);
  const read = (search: string) => validState(NETWORK, readUrlState(search, BUYER_CONDITIONS), NAMES);
  expect(read("?propertyName=score").propertyName).toBe("modified");
  expect(read("?propertyName=score&sellerBusinessId=l1").propertyName).toBe("score");
  const unknown = readUrlState("?propertyName=score&sellerBusinessId=another", BUYER_CONDITIONS);
  expect(validState(buyerSpec("network", null), unknown, NAMES)).toMatchObject({
    sellerBusinessId: "",
    propertyName: "modified",
  });
  const [chip] = chipsOf(NETWORK, { ...chosen, propertyName: "score" }, NAMES);
  expect(chip?.without).toMatchObject({ sellerBusinessId: "", propertyName: "modified" });
});

it("keeps page and order where no listing is chosen", () => {
  const search = "?pageNumber=4&propertyName=salesAmount&isDescending=false";
  const state = validState(NETWORK, readUrlState(search, BUYER_CONDITIONS), NAMES);
  expect(state).toMatchObject({ pageNumber: 4, propertyName: "salesAmount", isDescending: false });
});

it("orders by name among the own ones alone", () => {
  const names = (spec: typeof OWN) => sortsOf(spec, buyer()).map(({ propertyName }) => propertyName);
  expect(names(OWN)).toContain("companyName");
  expect(names(NETWORK)).not.toContain("companyName");
});

it("survives the address", () => {
  const some = { ...SELLER_CONDITIONS, companyName: "さ & く", prefecture: ["22", "23"], annualSaleT: 3 };
  const search = writeUrlState(some, SELLER_CONDITIONS);
  expect(validState(sellerSpec(), readUrlState(search, SELLER_CONDITIONS), NAMES)).toEqual(some);
});

it.each([
  [{ annualSaleF: 3, annualSaleT: 1 }, "annualSaleT"],
  [{ annualSaleF: 3, annualSaleT: 3 }, "annualSaleT"],
  [{ salesPrice: 5, salesPriceTo: 4 }, "salesPriceTo"],
])("sees bounds that cross: %o", (changes, field) =>
  expect(Object.keys(errorsOf(OWN, buyer(changes), NAMES))).toEqual([field]),
);

it.each([{ annualSaleF: 1, annualSaleT: 3 }, { salesPrice: 4, salesPriceTo: 4 }, { annualSaleF: 3 }])(
  "lets bounds be that do not: %o",
  (changes) => expect(errorsOf(OWN, buyer(changes), NAMES)).toEqual({}),
);

it("asks a report for all pages of the same search, with lists as the server reads them", () => {
  const typed = buyer({ prefecture: ["22", "23"], isPublic: true, pageNumber: 3 });
  expect(toReportQuery(typed, NAMES)).toEqual({
    isOnlyPersonInCharge: "true",
    isNotOnlyPersonInCharge: "false",
    annualSaleF: "0",
    prefecture: "22,23",
    isPublic: "true",
    propertyName: "modified",
    isDescending: "true",
  });
});
