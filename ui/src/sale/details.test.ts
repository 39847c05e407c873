import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import openapi from "@/api/openapi.json";

/* What somebody typed into a listing's details stands on every screen that shows them. */
const src = join(dirname(fileURLToPath(import.meta.url)), "..");

/** What is not a line of its own on these screens. */
const APART = ["sellerBusinessId", "level", "modified", "status", "version", "opensAt", "withheldReasons"];

const fields = Object.keys(openapi.components.schemas.ListingDetails.properties).filter(
  (name) => !APART.includes(name) && !name.endsWith("Band"),
);

it.each([
  ["buyers and banks", ["sale/DetailsSections.tsx", "sale/Figures.tsx", "sale/figures.ts"]],
  ["the office in an emergency", ["office/breakGlass/BreakGlassContent.tsx", "sale/figures.ts"]],
])("every field of a listing's details is shown to %s", (_, files) => {
  const text = files.map((file) => readFileSync(join(src, file), "utf8")).join("\n");
  expect(fields.length).toBeGreaterThan(30);
  expect(fields.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});
