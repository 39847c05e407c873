import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import openapi from "@/api/openapi.json";
import { publicViewOf } from "./shown";
import { completeValues, testMasters } from "./testMasters";

/* 「買手にはこう見えます」 before anything is saved: as the server would answer at L1. */
const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
/** The allow-list: part, field, and the level from which a buyer's user sees it. */
const allowed = readFileSync(join(root, "testdata/deal/levels.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map(([part = "", field = "", level = ""]) => ({ part, field, level: Number(level.replace("L", "")) }));

const fields = (schema: "ListingOverview" | "ListingDetails") =>
  Object.keys(openapi.components.schemas[schema].properties);

const view = publicViewOf(completeValues({ isPrefecturePublic: false }), testMasters);

it.each(["overview", "details"] as const)("nothing of the %s is shown below its level", (part) => {
  const { opensAt, withheldReasons, ...shown } = view[part];
  const open = allowed.filter((row) => row.part === part && row.level === 1).map((row) => row.field);
  expect(Object.keys(shown).filter((name) => !open.includes(name))).toEqual([]);
  expect(Object.keys(withheldReasons)).toEqual(["3", "4"]);
  const wrong = Object.entries(opensAt).filter(
    ([field, level]) =>
      !allowed.some((row) => row.part === part && row.field === field && row.level === level),
  );
  expect(wrong).toEqual([]);
});

it("what the buyer's screen locks is named as locked", () => {
  // A field that the screen shows, and that opens later: without a level it would look empty.
  const later = allowed.filter(
    (row) => row.part === "details" && row.level > 1 && fields("ListingDetails").includes(row.field),
  );
  expect(later.length).toBeGreaterThan(20);
  expect(
    later.filter(({ field, level }) => view.details.opensAt[field] !== level).map(({ field }) => field),
  ).toEqual([]);
});

it("a prefecture that is published is shown, not locked", () => {
  const open = publicViewOf(completeValues({ isPrefecturePublic: true }), testMasters).overview;
  expect(open.opensAt).not.toHaveProperty("location.prefecturecode");
  expect(view.overview.opensAt).toHaveProperty(["location.prefecturecode"], 3);
  expect(view.overview.location).toEqual({});
});
