import { expect, it } from "vitest";
import { expiryText, yearsUntil } from "./yearReport";

it("a fiscal year begins in April in Japan", () => {
  expect(yearsUntil(new Date("2026-03-31T14:59:59Z"))[0]).toBe(2025);
  expect(yearsUntil(new Date("2026-03-31T15:00:00Z"))[0]).toBe(2026);
  expect(yearsUntil(new Date("2026-11-27T00:00:00Z")).at(-1)).toBe(2020);
});

it("tells of a registration's end only when it is near or over", () => {
  expect(expiryText({ state: "none", leftDays: 0 })).toBeNull();
  expect(expiryText({ state: "valid", leftDays: 0 })).toBeNull();
  expect(expiryText({ state: "near", leftDays: 60 })).toContain("あと60日");
  expect(expiryText({ state: "near", leftDays: 0 })).toContain("今日まで");
  expect(expiryText({ state: "expired", leftDays: 0 })).toContain("過ぎています");
});
