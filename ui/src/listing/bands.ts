import type { ItemLists } from "@/api/enumerations";
import { count, yenShort } from "@/lib/yen";

type Item = ItemLists["salesAmount"]["items"][number];

const EMPTY = "―";
/** 百万円, the unit of the bounds, in 千円. */
const THOUSANDS = 1000;
/** Item keys of 希望価格（上限）(SPEC.md section 3 sales price to; items of the master lists). */
const OPEN_END = 8;
const NEGOTIABLE = 9;

/** 「1〜3億円」「5,000万〜1億円」「〜5,000万円」「50億円〜」 from bounds in 百万円. */
export function yenRange(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return EMPTY;
  const to = max === undefined ? "" : yenShort(max * THOUSANDS);
  if (min === undefined) return `〜${to}`;
  const from = yenShort(min * THOUSANDS);
  if (max === undefined) return `${from}〜`;
  const withoutYen = from.replace(/円$/, "");
  // The unit is written once if both ends have the same.
  const unit = /[万億兆]$/.exec(withoutYen)?.[0];
  const short = unit && to.endsWith(`${unit}円`) ? withoutYen.slice(0, -1) : withoutYen;
  return `${short}〜${to}`;
}

/** A band in a list or card; a loss, which has no lower bound, by its own label. */
export function bandShort(items: readonly Item[] | undefined, key: number): string {
  const item = items?.find((i) => i.key === key);
  if (!item) return EMPTY;
  if (item.min === undefined && item.max !== undefined && item.max <= 0) return item.label;
  // The lowest band of amounts that cannot be negative begins at 0.
  return yenRange(item === items?.[0] && item.min === 0 ? undefined : item.min, item.max);
}

/**
 * The wanted price, from its two item keys (0 where not given).
 * @param items the acquisition price items, whose bounds both keys share
 */
export function priceText(items: readonly Item[] | undefined, from: number, to: number): string {
  if (to === NEGOTIABLE) return "応相談";
  const bound = (key: number) => items?.find((item) => item.key === key)?.min;
  return yenRange(bound(from), to === OPEN_END ? undefined : bound(to));
}

/** 「11〜20人」「18人」「301人〜」, a dash where nothing was given. */
export function peopleText(from: number | undefined, to: number | undefined): string {
  if (from === undefined && to === undefined) return EMPTY;
  if (from === to) return `${count(from)}人`;
  if (to === undefined) return `${count(from)}人〜`;
  return `${from ? count(from) : ""}〜${count(to)}人`;
}
