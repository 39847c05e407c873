import { expect, it } from "vitest";
import { bandNote, bandText } from "./FeeExample";

const band = { label: "案件「甲」の希望価格", from: 30_000, to: 300_000 };

it("says whether the company's own band is known", () => {
  expect(bandNote({ isOfPrice: true, bandList: [band] })).toContain("下限と上限");
  expect(bandNote({ isOfPrice: true, bandList: [] })).toContain("まだ登録されていません");
  expect(bandNote({ isOfPrice: false, bandList: [] })).toContain("計算する額を入力");
});

it("names a band, open on either side", () => {
  expect(bandText(band)).toBe("3,000万円から3億円");
  expect(bandText({ from: null, to: 100_000 })).toBe("1億円まで");
  expect(bandText({ from: 1_000_000, to: null })).toBe("10億円から");
});
