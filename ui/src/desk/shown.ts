import { regionsText } from "@/search/regions";
import { FIELDS } from "./form/fields";
import { valuesOf } from "./form/storedValues";
import type { ListingValues } from "./form/values";
import { type Masters, prefectureName } from "./masters";
import type { ApprovalSheet } from "./types";

/** A listing as the whole audience sees it: L1, 公開匿名 (domain.md 3.5). */
export interface PublicView {
  businessName: string;
  description: string;
  rows: { term: string; value: string }[];
}

/** Fields that the card does not show as rows: it has other places for them. */
const OWN_PLACE: readonly string[] = ["businessName", "description", "publicRegion"];

/** Names that do not occur in public content. */
const NO_NAMES = { institution: () => "", city: () => "" };

/** The current input as buyers would see it. */
export function publicViewOf(values: ListingValues, masters: Masters): PublicView {
  return compose(values, masters, placeOf(values, masters));
}

/** What buyers see, according to the server. */
export function publicViewOfSheet({ overview, details }: ApprovalSheet, masters: Masters): PublicView {
  return compose(valuesOf(overview, details), masters, overview.formattedLocation);
}

function compose(values: ListingValues, masters: Masters, place: string): PublicView {
  const text = (name: string) =>
    FIELDS.find((field) => field.name === name)?.text(values, masters, NO_NAMES) ?? "";
  return {
    businessName: values.businessName.trim(),
    description: values.description.trim(),
    rows: [
      { term: "地域", value: place },
      ...FIELDS.filter((field) => field.level === 1 && !OWN_PLACE.includes(field.name)).map((field) => ({
        term: field.label,
        value: text(field.name),
      })),
    ],
  };
}

/**
 * Writes a location as the server does at L1: the prefecture if it is public, else the chosen
 * regions.
 */
function placeOf(values: ListingValues, { regions, items }: Masters): string {
  if (values.isPrefecturePublic && values.prefectureCode)
    return prefectureName(regions, values.prefectureCode);
  return regionsText(items, values.publicRegion.map(Number));
}
