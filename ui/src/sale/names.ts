import type { ItemLists } from "@/api/enumerations";
import type { TwoLevelGroup } from "@/kit/TwoLevel";
import type { Names } from "@/search/names";
import { regionsText } from "@/search/regions";
import type { ListingRow } from "./types";

/** The master data with which a listing is put into words. */
export type SaleNames = Pick<Names, "classes" | "regions" | "items">;

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
export function placeText(
  row: Pick<ListingRow, "formattedLocation" | "publicRegion">,
  names: Pick<Names, "items">,
): string {
  return row.formattedLocation || regionsText(names.items, row.publicRegion) || "―";
}
