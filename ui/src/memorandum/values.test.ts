import { describe, expect, it } from "vitest";
import { blankPeriod, type Content, computed, contentOf, filled, monthOf, valuesOf } from "./values";

const content: Content = {
  sectionList: [
    { key: "outline", heading: "", text: "", level: 3, pictureList: [] },
    { key: "", heading: "受賞", text: "書いた", level: 3, pictureList: [] },
  ],
  periodList: [],
  figuresLevel: 3,
};
const period = { ...blankPeriod(), month: "2026-03", amountOfSales: 120_000 };

describe("企業概要書の値", () => {
  it("keeps what came, and has three periods with the newest last", () => {
    const values = valuesOf({ ...content, periodList: [period] });
    expect(values.periods.map(({ month }) => month)).toEqual(["", "", "2026-03"]);
    expect(contentOf(values).sectionList).toEqual(content.sectionList);
  });

  it("reads months as people type them", () => {
    expect(["2026/3", "２０２６年３月期", "2026-03", "2026.12"].map(monthOf)).toEqual([
      "2026-03",
      "2026-03",
      "2026-03",
      "2026-12",
    ]);
    expect(["", "令和8年3月", "2026"].map(monthOf)).toEqual(["", "令和8年3月", "2026"]);
  });

  it("fills empty sections alone, and never lowers nor keeps too early a level", () => {
    const prefill: Content = {
      sectionList: [{ key: "outline", heading: "", text: "会社名：青葉", level: 4, pictureList: [] }],
      periodList: [period],
      figuresLevel: 3,
    };
    const once = filled(valuesOf(content), prefill);
    expect(once.count).toBe(2);
    expect(once.values.sections[0]).toMatchObject({ text: "会社名：青葉", level: "4" });
    expect(once.values.sections[1]?.text).toBe("書いた");
    expect(once.values.periods[2]?.amountOfSales).toBe(120_000);
    const again = filled(
      { ...once.values, sections: [{ ...once.values.sections[0]!, text: "直した" }] },
      prefill,
    );
    expect(again.count).toBe(0);
    expect(again.values.sections[0]?.text).toBe("直した");
  });

  it("computes only from what is known", () => {
    expect(
      computed({ ...period, operatingProfit: -5, depreciation: 3, netAsset: 1, assetAmount: 3 }),
    ).toEqual({
      ebitda: -2,
      ratio: 33.3,
    });
    expect(computed({ ...period, operatingProfit: 5, netAsset: 1, assetAmount: 0 })).toEqual({
      ebitda: null,
      ratio: null,
    });
    expect(computed({ ...period, netAsset: -1, assetAmount: 3 }).ratio).toBe(-33.3);
    expect(computed({ ...period, operatingProfit: Number.NaN, depreciation: 1 }).ebitda).toBeNull();
  });
});
