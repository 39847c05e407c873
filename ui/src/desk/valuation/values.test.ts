import { expect, test } from "vitest";
import { inputsOf, parts, pointed, valuesOf } from "./values";

test("numbers with a point are whole numbers of their parts", () => {
  expect(["4.5", "４．５倍", "4", "4.50"].map((text) => parts(text, 1))).toEqual([45, 45, 40, 45]);
  expect(["34.58", "34.58%", "0", "100"].map((text) => parts(text, 2))).toEqual([3458, 3458, 0, 10000]);
  expect(["", "4.55", "-1", "a", "1,000"].map((text) => parts(text, 1))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("what was saved is shown as it was typed", () => {
  expect([45, 40, 7, 300].map((value) => pointed(value, 1))).toEqual(["4.5", "4", "0.7", "30"]);
  expect([3458, 0, 5, 10000, null].map((value) => pointed(value, 2))).toEqual([
    "34.58",
    "0",
    "0.05",
    "100",
    "",
  ]);
});

test("the form sends what it was given", () => {
  const inputs = {
    netAsset: -1,
    lineList: [{ name: "土地", isDebt: false, book: 1, market: 2 }],
    taxRate: 3458,
    operatingProfit: 2,
    remuneration: 0,
    otherAdjustment: -3,
    depreciation: null,
    yearsFrom: 1,
    yearsTo: 3,
    multipleFrom: 35,
    multipleTo: 50,
    interestBearingDebt: 4,
    cashDeposit: 5,
    note: "メモ",
  };
  expect(inputsOf(valuesOf(inputs))).toEqual(inputs);
});
