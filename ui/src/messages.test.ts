import { expect, it } from "vitest";
import { FAILED, LOGIN, loginErrorDuration } from "./messages";

it("lists each operation of SPEC.md section 8", () => expect(Object.keys(FAILED)).toHaveLength(29));

it.each([
  ["あ".repeat(50), 2000],
  ["あ".repeat(51), 20_000],
  [LOGIN.wrong, 2000],
  [LOGIN.locked, 20_000],
])("a failure of the login stays as long as it takes to read: %s", (text, ms) =>
  expect(loginErrorDuration(text)).toBe(ms),
);
