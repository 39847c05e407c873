import { expect, it } from "vitest";
import { sheetSize } from "./sheetSize";

it("a short text keeps the size of the sheet, a long one shrinks to fit", () => {
  expect(sheetSize("")).toBe(10.5);
  expect(sheetSize("あ".repeat(300))).toBe(10.5);
  expect(sheetSize("あ".repeat(1200))).toBe(9);
  // The longest description that can be saved.
  expect(sheetSize("あ".repeat(2000))).toBe(7);
});

it("counts the lines that were typed", () => {
  expect(sheetSize("あ\n".repeat(20))).toBe(10);
});
