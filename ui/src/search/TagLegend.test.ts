import { expect, it } from "vitest";
import { TAGS } from "@/kit/Tag";
import { MEANINGS } from "./TagLegend";

it("explains each of the 21 tags", () => {
  expect(Object.keys(MEANINGS)).toHaveLength(21);
  expect(Object.keys(MEANINGS).sort()).toEqual(Object.keys(TAGS).sort());
});
