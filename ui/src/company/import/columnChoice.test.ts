import { expect, test } from "vitest";
import { type Columns, isByAddress, isSplit, missingOf } from "./columnChoice";

const columns = {
  columnList: [
    { column: "企業名", isNeeded: true, isAmount: false },
    { column: "住所", isNeeded: false, isAmount: false },
    { column: "都道府県", isNeeded: true, isAmount: false },
    { column: "総資産（千円）", isNeeded: false, isAmount: true },
  ],
} as unknown as Columns;
const chosen = (numbers: Record<string, number>, unit = "") =>
  columns.columnList.map(({ column }) => ({ column, number: numbers[column] ?? 0, unit }));

test("必要な項目は、見出しを選ぶまで足りない", () => {
  expect(missingOf(columns, chosen({})).map((e) => e.name)).toEqual(["企業名", "都道府県"]);
  expect(missingOf(columns, chosen({ 企業名: 1, 都道府県: 2 }))).toEqual([]);
});

test("住所を選ぶと、都道府県は要らない", () => {
  const choice = chosen({ 企業名: 1, 住所: 2 });
  expect(isByAddress(choice, "都道府県")).toBe(true);
  expect(isByAddress(choice, "企業名")).toBe(false);
  expect(isSplit(choice, "都道府県")).toBe(true);
  expect(isSplit(chosen({ 住所: 2, 都道府県: 3 }), "都道府県")).toBe(false);
  expect(missingOf(columns, choice)).toEqual([]);
});

test("金額は、単位を選ぶまで足りない", () => {
  const numbers = { 企業名: 1, 都道府県: 2, "総資産（千円）": 3 };
  expect(missingOf(columns, chosen(numbers)).map((e) => e.name)).toEqual(["総資産（千円）の単位"]);
  expect(missingOf(columns, chosen(numbers, "百万円"))).toEqual([]);
});
