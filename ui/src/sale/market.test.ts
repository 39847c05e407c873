import { expect, it } from "vitest";
import { monthOf, tenths } from "./market";

it("says quarters and multiples in words", () => {
  expect(monthOf("2026-10-01")).toBe("2026年10月");
  expect(monthOf("2027-01-01")).toBe("2027年1月");
  expect([1, 10, 105].map(tenths)).toEqual(["0.1", "1.0", "10.5"]);
});
