import { expect, it } from "vitest";
import { bandShort, bandText, peopleText, priceText, yenRange } from "./bands";

const sales = [
  { key: 1, label: "5,000万円未満", min: 0, max: 50 },
  { key: 2, label: "5,000万円以上1億円未満", min: 50, max: 100 },
  { key: 3, label: "1億円以上3億円未満", min: 100, max: 300 },
  { key: 9, label: "100億円以上", min: 10000 },
];
const profit = [
  { key: 1, label: "赤字", max: 0 },
  { key: 2, label: "0円以上1,000万円未満", min: 0, max: 10 },
];
const price = [
  { key: 1, label: "1,000万円", min: 10, max: 10 },
  { key: 4, label: "1億円", min: 100, max: 100 },
  { key: 5, label: "3億円", min: 300, max: 300 },
  { key: 8, label: "上限なし" },
];

it.each([
  [100, 300, "1〜3億円"],
  [50, 100, "5,000万〜1億円"],
  [30, 50, "3,000〜5,000万円"],
  [0, 10, "0〜1,000万円"],
  [undefined, 50, "5,000万円未満"],
  [5000, undefined, "50億円以上"],
  [undefined, undefined, "―"],
])("range %s to %s is %s", (min, max, text) => expect(yenRange(min, max)).toBe(text));

it.each([
  [sales, 1, "5,000万円未満"],
  [sales, 3, "1〜3億円"],
  [sales, 9, "100億円以上"],
  [sales, 0, "―"],
  [profit, 1, "赤字"],
  [profit, 2, "0〜1,000万円"],
  [undefined, 2, "―"],
])("band", (items, key, text) => expect(bandShort(items, key)).toBe(text));

it.each([
  [4, 5, "1〜3億円"],
  [1, 4, "1,000万〜1億円"],
  [4, 8, "1億円以上"],
  [0, 5, "3億円以下"],
  [4, 0, "1億円以上"],
  [0, 8, "上限なし"],
  [4, 4, "1億円"],
  [0, 0, "―"],
  [4, 9, "1億円以上（応相談）"],
  [0, 9, "応相談"],
])("price %i to %i is %s", (from, to, text) => expect(priceText(price, from, to)).toBe(text));

it.each([
  [11, 20, "11〜20人"],
  [18, 18, "18人"],
  [301, undefined, "301人以上"],
  [0, 5, "5人以下"],
  [undefined, 5, "5人以下"],
  [undefined, undefined, "―"],
])("people", (from, to, text) => expect(peopleText(from, to)).toBe(text));

it.each([
  ["1億円以上3億円未満", "1〜3億円"],
  ["5,000万円以上1億円未満", "5,000万〜1億円"],
  ["0円以上1,000万円未満", "0〜1,000万円"],
  ["100億円以上", "100億円以上"],
  ["5,000万円未満", "5,000万円未満"],
  ["マイナス", "マイナス"],
])("the server's %s is %s", (text, short) => expect(bandText(text)).toBe(short));
