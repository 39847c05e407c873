import { describe, expect, it } from "vitest";
import { afterAll, pieces, placeOf, reworded } from "./rewording";

const TEXT = "𠮷岡崎市の会社。従業員29名、岡崎市が本社。";
const PLACE = { start: 1, end: 4, text: "東海地方" };
const PEOPLE = { start: 11, end: 14, text: "21〜50名" };

describe("a milder wording", () => {
  it("goes where the check found it, in characters", () => {
    expect(reworded(TEXT, TEXT, PLACE)).toBe("𠮷東海地方の会社。従業員29名、岡崎市が本社。");
    expect(reworded(TEXT, TEXT, PEOPLE)).toBe("𠮷岡崎市の会社。従業員21〜50名、岡崎市が本社。");
  });

  it("follows its words when something was typed since", () => {
    expect(reworded(`新しく${TEXT}`, TEXT, PEOPLE)).toBe(
      "新しく𠮷岡崎市の会社。従業員21〜50名、岡崎市が本社。",
    );
  });

  it("goes nowhere where its words stand twice or are gone", () => {
    expect(placeOf(`新しく${TEXT}`, TEXT, PLACE)).toBeUndefined();
    expect(reworded("従業員はいません。", TEXT, PEOPLE)).toBeUndefined();
  });

  it("shows all of them before they are taken, the first of two that overlap", () => {
    const all = pieces(TEXT, [
      { text: "29名", offer: PEOPLE },
      { text: "岡崎市", offer: PLACE },
      { text: "市の", offer: { start: 3, end: 5, text: "×" } },
      { text: "別の語" },
    ]);
    expect(all.filter(({ out }) => out !== undefined)).toEqual([
      { at: 1, out: "岡崎市", put: "東海地方" },
      { at: 11, out: "29名", put: "21〜50名" },
    ]);
    expect(afterAll(all)).toBe("𠮷東海地方の会社。従業員21〜50名、岡崎市が本社。");
  });
});
