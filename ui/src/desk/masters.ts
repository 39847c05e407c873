import { useQuery } from "@tanstack/react-query";
import { enumerationsQuery, itemListsQuery } from "@/api/enumerations";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import type { Item, ItemLists, Limits } from "./types";

type Schemas = components["schemas"];

/** All master data of the listing's screens. */
export interface Masters {
  items: ItemLists;
  classes: readonly Schemas["IndustryClass"][];
  regions: readonly Schemas["RegionPlaces"][];
  limits: Limits;
  codes: Readonly<Record<string, readonly Schemas["Code"][]>>;
}

/** All master data of the listing's screens; undefined until loaded. Waiting says that it failed. */
export function useMasters(): Masters | undefined {
  const classes = useMaster<Masters["classes"]>("industries");
  const regions = useMaster<Masters["regions"]>("prefectures");
  const items = useQuery({ ...itemListsQuery, throwOnError: false });
  const enumerations = useQuery({ ...enumerationsQuery, throwOnError: false });
  if (!classes.data || !regions.data || !items.data || !enumerations.data) return undefined;
  return {
    items: items.data,
    classes: classes.data,
    regions: regions.data,
    limits: enumerations.data.limits,
    codes: enumerations.data.codes,
  };
}

/** The server's limits, for a page that needs no other master data; undefined until loaded. */
export function useLimits(): Limits | undefined {
  return useQuery({ ...enumerationsQuery, throwOnError: false }).data?.limits;
}

/** The label of an item; empty for 0 and for an unknown key. */
export function itemLabel(items: readonly Item[], key: number | string): string {
  return items.find((item) => item.key === Number(key))?.label ?? "";
}

/** Labels of several items, in the order of the list. */
export function itemLabels(items: readonly Item[], keys: readonly (number | string)[]): string {
  const chosen = new Set(keys.map(Number));
  return items
    .filter((item) => chosen.has(item.key))
    .map((item) => item.label)
    .join("、");
}

/** The names of the small classes; if a large class is chosen as a whole, its name instead. */
export function industryNames(classes: Masters["classes"], codes: readonly string[]): string[] {
  const chosen = new Set(codes);
  return classes.flatMap((large) => {
    const picked = large.items.filter((small) => chosen.has(small.code));
    if (picked.length > 1 && picked.length === large.items.length) return [`${large.name}（すべて）`];
    return picked.map((small) => small.name);
  });
}

export function prefectureName(regions: Masters["regions"], code: string): string {
  for (const region of regions) {
    const found = region.items.find((prefecture) => prefecture.code === code);
    if (found) return found.name;
  }
  return "";
}

/** The key of a prefecture's region; 0 for none. */
export function regionOf(regions: Masters["regions"], prefectureCode: string): number {
  return regions.find((region) => region.items.some((item) => item.code === prefectureCode))?.key ?? 0;
}

/** A code's label as the server enumerates it. */
export function codeLabel(masters: Masters, list: string, code: number): string {
  return masters.codes[list]?.find((entry) => entry.code === code)?.label ?? "";
}
