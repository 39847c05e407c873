import { expect, it } from "vitest";
import {
  CONDITIONS,
  conditionErrors,
  shortCodes,
  smallClasses,
  toReportQuery,
  toSearchQuery,
} from "./conditions";
import { BUYER, SELLER } from "./kinds";
import type { Masters } from "./masters";

const CLASSES = [
  {
    code: "12",
    name: "建設業",
    items: [
      { code: "12001", name: "総合工事業" },
      { code: "12005", name: "その他" },
    ],
  },
  { code: "13", name: "製造業", items: [{ code: "13001", name: "食料品" }] },
];

it("keeps a large class that is chosen as a whole under its own code", () => {
  expect(shortCodes(["12001", "12005"], CLASSES)).toEqual(["12"]);
  expect(smallClasses(["12"], CLASSES)).toEqual(["12001", "12005"]);
  expect(shortCodes(["12001"], CLASSES)).toEqual(["12001"]);
});

it("asks for the own customers alone where they are managed", () => {
  const query = toSearchQuery(SELLER, "own", { ...CONDITIONS, charge: "others", industry: ["12", "13001"] });
  expect(query.isOnlyPersonInCharge).toBe(true);
  expect(query.isNotOnlyPersonInCharge).toBe(false);
  expect(query.annualSaleF).toBe(0);
  expect(JSON.parse(query.companyIndustryTypes ?? "")).toEqual({ category: ["12"], sub_category: ["13001"] });
});

it("sends what is a buyer's for buyers alone", () => {
  const typed = { ...CONDITIONS, needsName: "金型", salesPrice: 3, show: "noApproved" };
  expect(toSearchQuery(SELLER, "own", typed)).not.toHaveProperty("needsName");
  expect(toSearchQuery(BUYER, "own", typed)).toMatchObject({
    needsName: "金型",
    salesPrice: 3,
    noApproved: true,
  });
  expect(toSearchQuery(BUYER, "network", typed)).not.toHaveProperty("noApproved");
});

it("sees bounds that cross", () => {
  const list = (items: { key: number; min?: number; max?: number }[]) => ({ title: "", unit: "", items });
  const masters = {
    items: {
      annualSalesSearch: list([
        { key: 1, min: 50, max: 50 },
        { key: 3, min: 300, max: 300 },
      ]),
      acquisitionPrice: list([{ key: 4, min: 100, max: 100 }]),
      salesPriceTo: list([{ key: 3, max: 50 }, { key: 9 }]),
    },
  } as unknown as Masters;
  expect(conditionErrors({ ...CONDITIONS, annualSaleF: 3, annualSaleT: 1 }, masters)).toHaveProperty(
    "annualSaleT",
  );
  expect(conditionErrors({ ...CONDITIONS, annualSaleF: 1, annualSaleT: 3 }, masters)).toEqual({});
  expect(conditionErrors({ ...CONDITIONS, salesPrice: 4, salesPriceTo: 3 }, masters)).toHaveProperty(
    "salesPriceTo",
  );
  // 応相談 has no bound to cross.
  expect(conditionErrors({ ...CONDITIONS, salesPrice: 4, salesPriceTo: 9 }, masters)).toEqual({});
});

it("asks a report for all pages of the same search, with lists as the server reads them", () => {
  const typed = { ...CONDITIONS, prefecture: ["13", "14"], show: "isPublic", pageNumber: 3 };
  expect(toReportQuery(BUYER, typed)).toEqual({
    isOnlyPersonInCharge: "true",
    isNotOnlyPersonInCharge: "false",
    annualSaleF: "0",
    prefecture: "13,14",
    isPublic: "true",
    propertyName: "modified",
    isDescending: "true",
  });
});
