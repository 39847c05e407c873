import { FREE_TEXT_INDUSTRIES } from "@/kit/IndustryChooser";
import { type Masters, regionOf } from "../masters";
import type { AnonymityHit, AnonymityInput } from "../types";
import type { ListingValues } from "./values";

/** A part of a text; with a hit if it may identify the company. */
interface Segment {
  /** Its offset in the text, in characters; unique within a text. */
  at: number;
  text: string;
  hit?: AnonymityHit;
}

/**
 * Splits a text at its hits. Offsets count characters as the server does (code points, not UTF-16
 * units). Hits outside the text, from an older version of it, are omitted.
 */
export function segmentsOf(text: string, hits: readonly AnonymityHit[]): Segment[] {
  const characters = Array.from(text);
  const out: Segment[] = [];
  let at = 0;
  for (const hit of [...hits].sort((a, b) => a.start - b.start)) {
    if (hit.start < at || hit.end > characters.length || hit.end <= hit.start) continue;
    if (hit.start > at) out.push({ at, text: characters.slice(at, hit.start).join("") });
    out.push({ at: hit.start, text: characters.slice(hit.start, hit.end).join(""), hit });
    at = hit.end;
  }
  if (at < characters.length) out.push({ at, text: characters.slice(at).join("") });
  return out;
}

/** The fields whose texts are read before the company's name is disclosed (domain.md 3.3, 3.5). */
const CHECKED_TEXTS = [
  "businessName",
  "description",
  "industryOtherText",
  ...FREE_TEXT_INDUSTRIES.map((code) => `industryOtherText${code}` as const),
  "salesAssetOther",
  "others",
  "advantage",
  "providingMethod",
  "assignmentReasonAddition",
] as const;

/** The body of CheckAnonymity for the current input; empty texts are omitted. */
export function anonymityInput(values: ListingValues, regions: Masters["regions"]): AnonymityInput {
  const texts: Record<string, string> = {};
  for (const name of CHECKED_TEXTS) {
    const text = values[name];
    if (typeof text === "string" && text.trim()) texts[name] = text;
  }
  return {
    ...(values.sellerBusinessId
      ? { sellerBusinessId: values.sellerBusinessId }
      : { companyId: values.companyId }),
    texts,
    industryTypes: values.industryTypes,
    publicRegion: values.publicRegion.map(Number),
    location: {
      region: regionOf(regions, values.prefectureCode),
      prefecturecode: values.prefectureCode,
      citycode: values.cityCode,
    },
    isPrefecturePublic: values.isPrefecturePublic,
    salesAmount: Number(values.salesAmount),
  };
}

/** Whether a hit must be corrected or justified before the approval request: it is in a text that all read. */
export function isBinding(hit: AnonymityHit): boolean {
  return !hit.isWarning;
}

/** The binding hits that have no justification yet. */
export function openHits(
  hits: readonly AnonymityHit[],
  justifications: Readonly<Record<string, string>>,
): AnonymityHit[] {
  const seen = new Set<string>();
  return hits.filter((hit) => {
    // A word that occurs twice in a field is justified once.
    if (!isBinding(hit) || seen.has(hit.key)) return false;
    seen.add(hit.key);
    return !(justifications[hit.key] ?? hit.justification).trim();
  });
}

/** Hits by key, each once, in the order of the report. */
export function distinctHits(hits: readonly AnonymityHit[]): AnonymityHit[] {
  return [...new Map(hits.map((hit) => [hit.key, hit])).values()];
}

/** The lines to send with the approval request: only those of current hits. */
export function justificationsFor(
  hits: readonly AnonymityHit[],
  written: Readonly<Record<string, string>>,
): Record<string, string> {
  const out: Record<string, string> = {};
  for (const hit of distinctHits(hits)) {
    const line = (written[hit.key] ?? hit.justification).trim();
    if (line) out[hit.key] = line;
  }
  return out;
}
