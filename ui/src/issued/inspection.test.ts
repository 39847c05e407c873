import { expect, test } from "vitest";
import { inspectedSides } from "./inspection";

test("a file is made of the sides on which the reader's bank stands, with their names where there are two", () => {
  expect(inspectedSides("bf")).toEqual([{ recordKind: 3, label: "" }]);
  expect(inspectedSides("sf")).toEqual([{ recordKind: 4, label: "" }]);
  expect(inspectedSides("both")).toEqual([
    { recordKind: 3, label: "買手側" },
    { recordKind: 4, label: "売手側" },
  ]);
  expect(inspectedSides("buyer")).toEqual([]);
});
