import { useMemo } from "react";
import { type ItemLists, useItemLists } from "@/api/enumerations";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import type { TwoLevelGroup } from "@/kit/TwoLevel";
import type { ListingRow } from "./types";

/** Master lists as the search and the listing page read them (SPEC.md section 7 "Master data"). */
export interface Names {
  classes: readonly TwoLevelGroup[];
  regions: readonly TwoLevelGroup[];
  items: ItemLists;
}

/** The master lists; undefined until all of them are there. */
export function useNames(): { names: Names | undefined; failed: boolean; retry: () => void } {
  const industries = useMaster<components["schemas"]["IndustryClass"][]>("industries");
  const places = useMaster<components["schemas"]["RegionPlaces"][]>("prefectures");
  const items = useItemLists();
  const names = useMemo(
    () =>
      industries.data && places.data && items
        ? { classes: industries.data, regions: places.data, items }
        : undefined,
    [industries.data, places.data, items],
  );
  return {
    names,
    failed: industries.isError || places.isError,
    retry: () => {
      void industries.refetch();
      void places.refetch();
    },
  };
}

/** Small classes under their large ones: 「製造業（金属加工業、鋳造業）」. */
export function industryText(codes: readonly string[], classes: readonly TwoLevelGroup[]): string {
  const chosen = new Set(codes);
  return classes
    .flatMap((group) => {
      const picked = group.items.filter((item) => chosen.has(item.code));
      return picked.length > 0 ? [`${group.name}（${picked.map((item) => item.name).join("、")}）`] : [];
    })
    .join("、");
}

/** Labels of item keys, joined; empty for none. */
export function itemLabels(items: ItemLists, list: keyof ItemLists, keys: readonly number[]): string {
  return items[list].items
    .filter((item) => keys.includes(item.key))
    .map((item) => item.label)
    .join("、");
}

/** Where the listing is, as far as it is published; the regions where no sentence was sent. */
export function placeText(row: Pick<ListingRow, "formattedLocation" | "publicRegion">, names: Names): string {
  return row.formattedLocation || itemLabels(names.items, "region", row.publicRegion) || "―";
}
