import { describe, expect, it } from "vitest";
import { changeWords, compareVersions, compareWords } from "./compare";

const item = (key: string, heading = key, text = `${key}の本文`, scope = 0) => ({
  key,
  heading,
  text,
  scope,
});
const version = (...itemList: ReturnType<typeof item>[]) => ({ title: "説明書", itemList });
const states = (from: ReturnType<typeof version>, to: ReturnType<typeof version>) =>
  compareVersions(from, to).items.map(({ key, state }) => `${key} ${state}`);

describe("compareWords", () => {
  it("marks what was taken out and put in", () => {
    expect(compareWords("期間は3か月です。", "期間は6か月です。")).toEqual([
      { state: "same", text: "期間は" },
      { state: "removed", text: "3" },
      { state: "added", text: "6" },
      { state: "same", text: "か月です。" },
    ]);
  });

  it("keeps both texts whole", () => {
    for (const [from, to] of [
      ["", "新しい文。"],
      ["古い文。", ""],
      ["同じ文。\n二行目", "同じ文。\n二行目"],
      ["手数料は、譲渡額の5％です。税別。", "手数料は、純資産の3％（税別）です。"],
      ["ああああ", "ああ"],
    ] as const) {
      const parts = compareWords(from, to);
      const without = (state: string) =>
        parts.flatMap((part) => (part.state === state ? [] : [part.text])).join("");
      expect([without("added"), without("removed")]).toEqual([from, to]);
      for (const [i, part] of parts.entries()) expect(part.state).not.toBe(parts[i + 1]?.state);
    }
    expect(compareWords("同じ", "同じ")).toEqual([{ state: "same", text: "同じ" }]);
    expect(compareWords("", "")).toEqual([]);
  });
});

describe("compareVersions", () => {
  it("finds what was added, taken out and changed, where it stands", () => {
    const to = version(item("a"), item("n"), item("c", "c", "ほかの本文"), item("d"));
    expect(states(version(item("a"), item("b"), item("c"), item("d"), item("e")), to)).toEqual([
      "a same",
      "n added",
      "b removed",
      "c changed",
      "d same",
      "e removed",
    ]);
  });

  it("sees another heading, another case and another order", () => {
    const from = version(item("a"), item("b"), item("c"));
    const to = version(item("c"), item("a", "別の見出し"), item("b", "b", "bの本文", 2));
    const found = compareVersions(from, to);
    expect(found.isReordered).toBe(true);
    expect(states(from, to)).toEqual(["c same", "a changed", "b changed"]);
    expect(found.items[2]?.scope).toEqual([0, 2]);
    expect(changeWords(found)).toBe("変更 2件、順序の変更");
  });

  it("takes an item without a key for a new one, each for itself", () => {
    const from = version(item("a"));
    const to = {
      title: "別の題名",
      itemList: [
        { ...item("a"), key: "" },
        { ...item("a"), key: undefined },
      ],
    };
    const found = compareVersions(from, to);
    expect(found.items.map(({ state }) => state)).toEqual(["added", "added", "removed"]);
    expect(new Set(found.items.map(({ key }) => key)).size).toBe(3);
    expect(changeWords(found)).toBe("題名の変更、追加 2件、削除 1件");
  });

  it("says that nothing differs", () => {
    expect(changeWords(compareVersions(version(item("a")), version(item("a"))))).toBe("違いはありません");
  });
});
