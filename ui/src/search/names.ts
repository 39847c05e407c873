import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Enumerations, enumerationsQuery, type ItemLists, itemListsQuery } from "@/api/enumerations";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import type { TwoLevelGroup } from "@/kit/TwoLevel";
import { priceText } from "@/lib/bands";

/** The choices and their words, which searches need all together (SPEC.md section 7 Master data). */
export interface Names {
  classes: readonly TwoLevelGroup[];
  regions: readonly TwoLevelGroup[];
  items: ItemLists;
  enumerations: Enumerations;
}

/** The choices; undefined until all of them are there. */
export function useNames(): { names: Names | undefined; failed: boolean; retry: () => void } {
  const industries = useMaster<components["schemas"]["IndustryClass"][]>("industries");
  const places = useMaster<components["schemas"]["RegionPlaces"][]>("prefectures");
  const lists = useQuery(itemListsQuery);
  const codes = useQuery(enumerationsQuery);
  const [classes, regions, items, enumerations] = [industries.data, places.data, lists.data, codes.data];
  const names = useMemo(
    () =>
      classes && regions && items && enumerations ? { classes, regions, items, enumerations } : undefined,
    [classes, regions, items, enumerations],
  );
  const all = [industries, places, lists, codes];
  return {
    names,
    failed: all.some((query) => query.isError),
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}

/** The name of a large or a small class, of a region or a prefecture; empty for what is unknown. */
export function nameOf(groups: readonly TwoLevelGroup[], code: string | undefined): string {
  for (const group of groups) {
    if (group.code === code) return group.name;
    const item = group.items.find((one) => one.code === code);
    if (item) return item.name;
  }
  return "";
}

/** The names of small classes: at most `limit`, then the number of the others. */
export function industryShort(
  { classes }: Pick<Names, "classes">,
  codes: readonly string[],
  limit = 2,
): string {
  const all = codes.map((code) => nameOf(classes, code)).filter(Boolean);
  const rest = all.length - limit;
  return all.slice(0, limit).join("、") + (rest > 0 ? ` ほか${rest}業種` : "");
}

/** Labels of item keys, joined; empty for none. */
export function itemText(
  { items }: Pick<Names, "items">,
  list: keyof ItemLists,
  keys: readonly (number | string)[] | undefined,
): string {
  const chosen = new Set((keys ?? []).map(Number));
  return items[list].items
    .filter((item) => chosen.has(item.key))
    .map((item) => item.label)
    .join("、");
}

/** A need in one line: 「金属加工業／関東、中部／希望価格 1〜5億円」. */
export function needsLine(
  names: Names,
  needs: {
    acquisitionIndustry: readonly string[];
    acquisitionRegionArea: readonly number[];
    acquisitionRegion: readonly string[];
    acquisitionPrice: number;
    acquisitionPriceTo: number;
  },
): string {
  const regions = [
    itemText(names, "region", needs.acquisitionRegionArea),
    needs.acquisitionRegion.map((code) => nameOf(names.regions, code)).join("、"),
  ].filter(Boolean);
  return [
    industryShort(names, needs.acquisitionIndustry, 3),
    regions.join("、"),
    needs.acquisitionPrice || needs.acquisitionPriceTo
      ? `希望価格 ${priceText(names.items.acquisitionPrice.items, needs.acquisitionPrice, needs.acquisitionPriceTo)}`
      : "",
  ]
    .filter(Boolean)
    .join("／");
}

/** What tells one anonymous buyer from another: 「匿名（愛知県・金属加工業）」. */
export function buyerTitle(
  names: Names,
  row: { displayName: string; industryType: readonly string[]; location?: { prefecturecode?: string } },
): string {
  const facts = [
    nameOf(names.regions, row.location?.prefecturecode),
    industryShort(names, row.industryType, 1),
  ].filter(Boolean);
  return row.displayName + (facts.length > 0 ? `（${facts.join("・")}）` : "");
}
