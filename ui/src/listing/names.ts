import type { ItemLists } from "@/api/enumerations";
import type { TwoLevelGroup } from "@/kit/TwoLevel";
import type { Names } from "@/search/names";
import type { ListingRow } from "./types";

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

/** 海外 and 全国 are no region that a prefecture lies in. */
export const NO_REGION_FROM = 90;
const NATIONWIDE = 99;

/** Published regions as the server writes them out: all by name, the whole country in a word. */
export function regionsText(items: ItemLists, keys: readonly number[]): string {
  const regions = items.region.items.map(({ key }) => key).filter((key) => key < NO_REGION_FROM);
  const isNationwide = keys.includes(NATIONWIDE) || regions.every((key) => keys.includes(key));
  if (!isNationwide) return itemLabels(items, "region", keys);
  const abroad = keys.filter((key) => key >= NO_REGION_FROM && key !== NATIONWIDE);
  return ["全国", itemLabels(items, "region", abroad)].filter(Boolean).join("、");
}

/** Where the listing is, as far as it is published; the regions where no sentence was sent. */
export function placeText(
  row: Pick<ListingRow, "formattedLocation" | "publicRegion">,
  names: Pick<Names, "items">,
): string {
  return row.formattedLocation || regionsText(names.items, row.publicRegion) || "―";
}
