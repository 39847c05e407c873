import { useMemo } from "react";
import { type Enumerations, type ItemLists, useEnumerations, useItemLists } from "@/api/enumerations";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import type { CompanyOverview } from "./types";

type Schemas = components["schemas"];

/** The choices and their words, which these screens need all together. */
export interface Masters {
  classes: readonly Schemas["IndustryClass"][];
  regions: readonly Schemas["RegionPlaces"][];
  items: ItemLists;
  enumerations: Enumerations;
}

/** All masters; undefined until they are there. */
export function useMasters(): Masters | undefined {
  const classes = useMaster<Schemas["IndustryClass"][]>("industries").data;
  const regions = useMaster<Schemas["RegionPlaces"][]>("prefectures").data;
  const items = useItemLists();
  const enumerations = useEnumerations();
  return useMemo(
    () =>
      classes && regions && items && enumerations ? { classes, regions, items, enumerations } : undefined,
    [classes, regions, items, enumerations],
  );
}

/** Small classes under their large ones: 「製造業（金属加工業、鋳造業）」. */
export function industryText(masters: Masters, codes: readonly string[]): string {
  const chosen = new Set(codes);
  return masters.classes
    .flatMap((large) => {
      const picked = large.items.filter((small) => chosen.has(small.code));
      return picked.length > 0 ? [`${large.name}（${picked.map((small) => small.name).join("、")}）`] : [];
    })
    .join("、");
}

/** Names of small classes alone, for tables: at most so many, then how many more. */
export function industryShort(masters: Masters, codes: readonly string[], most = 2): string {
  const chosen = new Set(codes);
  const names = masters.classes.flatMap((large) =>
    large.items.filter((small) => chosen.has(small.code)).map((small) => small.name),
  );
  const rest = names.length - most;
  return names.slice(0, most).join("、") + (rest > 0 ? ` ほか${rest}件` : "");
}

/** Labels of item keys, joined; empty for none. */
export function itemTexts(
  masters: Masters,
  list: keyof ItemLists,
  keys: readonly (number | string)[] | undefined,
): string {
  const chosen = new Set((keys ?? []).map(Number));
  return masters.items[list].items
    .filter((item) => chosen.has(item.key))
    .map((item) => item.label)
    .join("、");
}

export function prefectureName(masters: Masters, code: string | undefined): string {
  for (const region of masters.regions) {
    const found = region.items.find((prefecture) => prefecture.code === code);
    if (found) return found.name;
  }
  return "";
}

/** What tells one anonymous buyer from another: 「匿名（愛知県・金属加工業）」. */
export function buyerTitle(masters: Masters, o: CompanyOverview): string {
  const facts = [
    prefectureName(masters, o.location?.prefecturecode),
    industryShort(masters, o.industryType, 1),
  ];
  return `${o.displayName}（${facts.filter(Boolean).join("・")}）`;
}

/** The label of a code of an enumeration; empty for 0, which is "not set". */
export function codeText(masters: Masters, name: string, code: number | undefined): string {
  if (!code) return "";
  return masters.enumerations.codes[name]?.find((c) => c.code === code)?.label ?? "";
}
