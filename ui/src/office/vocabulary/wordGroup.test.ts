import { expect, it } from "vitest";
import { wordsOf } from "./wordGroup";

it("reads a list as it is typed", () => {
  expect(wordsOf(" 特養、 老人ホーム\nデイ,通所介護、\n\n")).toEqual([
    "特養",
    "老人ホーム",
    "デイ",
    "通所介護",
  ]);
  expect(wordsOf("　、\n")).toEqual([]);
});
