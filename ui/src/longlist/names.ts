import { useMemo } from "react";
import { type Enumerations, type ItemLists, useEnumerations, useItemLists } from "@/api/enumerations";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import type { TwoLevelGroup } from "@/kit/TwoLevel";
import type { Candidate } from "./types";

/** The choices and their words, which these screens need all together (SPEC.md section 7 Master data). */
export interface Names {
  classes: readonly TwoLevelGroup[];
  regions: readonly TwoLevelGroup[];
  items: ItemLists;
  enumerations: Enumerations;
}

/** undefined until all of them are there. */
export function useNames(): Names | undefined {
  const classes = useMaster<components["schemas"]["IndustryClass"][]>("industries").data;
  const regions = useMaster<components["schemas"]["RegionPlaces"][]>("prefectures").data;
  const items = useItemLists();
  const enumerations = useEnumerations();
  return useMemo(
    () =>
      classes && regions && items && enumerations ? { classes, regions, items, enumerations } : undefined,
    [classes, regions, items, enumerations],
  );
}

/** The name of a large or a small class, or of a prefecture. */
export function nameOf(groups: readonly TwoLevelGroup[], code: string | undefined): string {
  for (const group of groups) {
    if (group.code === code) return group.name;
    const item = group.items.find((one) => one.code === code);
    if (item) return item.name;
  }
  return "";
}

/** Names of small classes: at most so many, then how many more. */
export function industryText(names: Names, codes: readonly string[], most: number): string {
  const all = codes.map((code) => nameOf(names.classes, code)).filter(Boolean);
  const rest = all.length - most;
  return all.slice(0, most).join("、") + (rest > 0 ? ` ほか${rest}業種` : "");
}

/** Labels of item keys, joined; empty for none. */
export function itemText(names: Names, list: keyof ItemLists, keys: readonly number[]): string {
  return names.items[list].items
    .filter((item) => keys.includes(item.key))
    .map((item) => item.label)
    .join("、");
}

/** Who it is, as far as it may be told; anonymous ones are told apart by place and industry. */
export function candidateTitle(names: Names, row: Candidate): string {
  if (row.isInCharge) return row.displayName;
  const place = nameOf(names.regions, row.location?.prefecturecode);
  const facts = [place, nameOf(names.classes, row.industryType[0])].filter(Boolean);
  return `${row.displayName}の買手${facts.length > 0 ? `（${facts.join("・")}）` : ""}`;
}

/** The need that the score stands on: 「関東、中部／1億円〜5億円」. */
export function needsText(names: Names, needs: Candidate["needsList"][number]): string {
  const regions = [
    itemText(names, "region", needs.acquisitionRegionArea),
    needs.acquisitionRegion.map((code) => nameOf(names.regions, code)).join("、"),
  ].filter(Boolean);
  const price = [
    itemText(names, "acquisitionPrice", [needs.acquisitionPrice]),
    itemText(names, "salesPriceTo", [needs.acquisitionPriceTo]),
  ];
  return [
    industryText(names, needs.acquisitionIndustry, 3),
    regions.join("、"),
    price[0] || price[1] ? `希望価格 ${price.join("〜")}` : "",
  ]
    .filter(Boolean)
    .join("／");
}
