import { LOCK_REASONS } from "@/kit/Lock";
import type { ListingDetails, ListingOverview } from "@/sale/types";
import { regionsText } from "@/search/regions";
import { FIELDS, isAmount, levelOf } from "./form/fields";
import { type ListingValues, managersRange } from "./form/values";
import { type Masters, prefectureName } from "./masters";
import type { ApprovalSheet } from "./types";

/** A listing as the whole audience sees it: L1, 公開匿名 (domain.md 3.5). */
export type PublicView = Pick<ApprovalSheet, "overview" | "details">;

/** The levels at which something opens, and the words for it, as the server sends them. */
const WITHHELD_REASONS = { "3": LOCK_REASONS.consent, "4": LOCK_REASONS.realName };

/**
 * What is typed as buyers would see it once it is published: what the server would answer to them, so
 * that their own screen draws it (shown.test.ts compares it with the allow-list).
 */
export function publicViewOf(values: ListingValues, masters: Masters): PublicView {
  const { from, to } = managersRange(values.managers);
  const number = (text: string | number) => Number(text) || 0;
  const overview: Partial<ListingOverview> = {
    level: 1,
    businessName: values.businessName.trim(),
    description: values.description.trim(),
    industryTypes: values.industryTypes,
    publicRegion: values.publicRegion.map(Number),
    formattedLocation: placeOf(values, masters),
    location: values.isPrefecturePublic ? { prefecturecode: values.prefectureCode } : {},
    salesAmount: number(values.salesAmount),
    operatingProfit: number(values.operatingProfit),
    salesPrice: number(values.salesPrice),
    salesPriceTo: number(values.salesPriceTo),
    numberOfManagersFrom: from ?? undefined,
    numberOfManagersTo: to ?? undefined,
    willingnessToSell: number(values.willingnessToSell),
    negotiationTarget: values.negotiationTarget.map(Number),
    salesAsset: values.salesAsset.map(Number),
    opensAt: { ...opensAt("overview", values), inChargeFinancialInstitutionName: 3 },
    withheldReasons: WITHHELD_REASONS,
  };
  const details: Partial<ListingDetails> = {
    assignmentReason: values.assignmentReason.map(Number),
    opensAt: opensAt("details", values),
    withheldReasons: WITHHELD_REASONS,
  };
  return { overview: overview as ListingOverview, details: details as ListingDetails };
}

/** The fields of one part that are withheld at L1, with their levels; an amount opens as a band first. */
function opensAt(part: "overview" | "details", values: ListingValues): Record<string, number> {
  const out: Record<string, number> = {};
  for (const field of FIELDS) {
    const level = levelOf(field, values);
    if (field.disclosed?.[0] !== part || level === 1) continue;
    const [, name] = field.disclosed;
    out[name] = level;
    if (part === "details" && isAmount(name)) out[`${name}Band`] = 3;
  }
  return out;
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
