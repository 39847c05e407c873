import type { ItemLists } from "@/api/enumerations";
import { itemText } from "./names";

/** 海外 and 全国 are no region that a prefecture lies in. */
export const NO_REGION_FROM = 90;
const NATIONWIDE = 99;

/** Published regions as the server writes them out: all by name, the whole country in a word. */
export function regionsText(items: ItemLists, keys: readonly number[]): string {
  const regions = items.region.items.map(({ key }) => key).filter((key) => key < NO_REGION_FROM);
  const isNationwide = keys.includes(NATIONWIDE) || regions.every((key) => keys.includes(key));
  if (!isNationwide) return itemText({ items }, "region", keys);
  const abroad = keys.filter((key) => key >= NO_REGION_FROM && key !== NATIONWIDE);
  return ["全国", itemText({ items }, "region", abroad)].filter(Boolean).join("、");
}
