import { expect, it } from "vitest";
import { foldForSearch, formatPostal, postalDigits, toKatakana } from "./kana";

it.each([
  ["やまだ　たろう", "ヤマダ タロウ"],
  ["ﾔﾏﾀﾞ", "ヤマダ"],
  ["ヴァイオリン", "ヴァイオリン"],
  ["ゔ", "ヴ"],
  ["山田", "山田"],
])("toKatakana(%s)", (from, to) => expect(toKatakana(from)).toBe(to));

it("fold makes texts of different width, case or script equal", () => {
  expect(foldForSearch("ﾊﾟﾝ  せいぞう ＡＢＣ ")).toBe(foldForSearch("パン セイゾウ abc"));
  expect(foldForSearch("パン")).not.toBe(foldForSearch("ハン"));
});

it.each([
  ["100-0001", "1000001"],
  ["〒１００－０００１", "1000001"],
  ["1000001", "1000001"],
  ["100ー0001", "1000001"],
  ["100-001", null],
  ["abc-defg", null],
])("postalDigits(%s)", (from, to) => expect(postalDigits(from)).toBe(to));

it("formatPostal leaves an incomplete code unchanged", () => {
  expect(formatPostal("１０００００１")).toBe("100-0001");
  expect(formatPostal("100")).toBe("100");
});
