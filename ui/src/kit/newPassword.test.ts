import { expect, it } from "vitest";
import { passwordProblems } from "./NewPasswordFields";

const names = (values: Parameters<typeof passwordProblems>[0], length?: number) =>
  passwordProblems(values, length).map(({ name }) => name);

it("all faults of a new password are told at once", () => {
  expect(names({ password: "", newPassword: "", again: "" }, 12)).toEqual([
    "password",
    "newPassword",
    "again",
  ]);
  expect(names({ password: "", newPassword: "short", again: "other" }, 12)).toEqual([
    "password",
    "newPassword",
    "again",
  ]);
});

it("a link's form has no present password; a length that is not known yet is not checked", () => {
  expect(names({ newPassword: "short", again: "short" })).toEqual([]);
  expect(names({ newPassword: "long enough here", again: "long enough here" }, 12)).toEqual([]);
  // Characters, not UTF-16 units.
  expect(names({ newPassword: "😀😀😀😀😀😀", again: "😀😀😀😀😀😀" }, 12)).toEqual(["newPassword"]);
});
