import { count, yenShort } from "./yen";

/** A band of the master lists; its bounds in 百万円. */
interface Item {
  key: number;
  label: string;
  min?: number;
  max?: number;
}

const EMPTY = "―";
/** 百万円, the unit of the bounds, in 千円. */
const THOUSANDS = 1000;
/** Item keys of 希望価格（上限）(SPEC.md section 3 sales price to; items of the master lists). */
const OPEN_END = 8;
const NEGOTIABLE = 9;

/**
 * 「1〜3億円」「5,000万〜1億円」「5,000万円未満」「50億円以上」 from bounds in 百万円.
 * @param below the word after an upper bound that stands alone: a band ends before it
 */
export function yenRange(
  min: number | undefined,
  max: number | undefined,
  below: "未満" | "以下" = "未満",
): string {
  if (min === undefined && max === undefined) return EMPTY;
  const to = max === undefined ? "" : yenShort(max * THOUSANDS);
  if (min === undefined) return `${to}${below}`;
  const from = yenShort(min * THOUSANDS);
  if (max === undefined) return `${from}以上`;
  if (min === max) return from;
  const withoutYen = from.replace(/円$/, "");
  // The unit is written once if both ends have the same.
  const unit = /[万億兆]$/.exec(withoutYen)?.[0];
  const short = unit && to.endsWith(`${unit}円`) ? withoutYen.slice(0, -1) : withoutYen;
  return `${short}〜${to}`;
}

/** A band of amounts; a loss, which has no lower bound, by its own label. */
export function bandShort(items: readonly Item[] | undefined, key: number | undefined): string {
  const item = items?.find((i) => i.key === key);
  if (!item) return EMPTY;
  if (item.min === undefined && item.max !== undefined && item.max <= 0) return item.label;
  // The lowest band of amounts that cannot be negative begins at 0.
  return yenRange(item === items?.[0] && item.min === 0 ? undefined : item.min, item.max);
}

/** A band as the server writes it, 「1億円以上3億円未満」, in the screens' way: 「1〜3億円」. */
export function bandText(text: string): string {
  return text.replace(/^(.+?)円以上(.+)円未満$/, (_, low: string, high: string) => {
    const unit = /[万億兆]$/.exec(low)?.[0];
    return `${unit && high.endsWith(unit) ? low.slice(0, -1) : low}〜${high}円`;
  });
}

/**
 * The wanted price, from its two item keys (0 where not given).
 * @param items the acquisition price items, whose bounds both keys share
 */
export function priceText(
  items: readonly Item[] | undefined,
  from: number | string,
  to: number | string,
): string {
  const bound = (key: number | string) => items?.find((item) => item.key === Number(key))?.min;
  const low = bound(from);
  const high = Number(to);
  if (high === NEGOTIABLE) return low === undefined ? "応相談" : `${yenRange(low, undefined)}（応相談）`;
  if (high === OPEN_END) return low === undefined ? "上限なし" : yenRange(low, undefined);
  return yenRange(low, bound(high), "以下");
}

/** 「11〜20人」「18人」「301人以上」「5人以下」, a dash where nothing was given. */
export function peopleText(from: number | undefined | null, to: number | undefined | null): string {
  const low = from ?? undefined;
  const high = to ?? undefined;
  if (low === undefined && high === undefined) return EMPTY;
  if (low === high) return `${count(low)}人`;
  if (high === undefined) return `${count(low)}人以上`;
  return low ? `${count(low)}〜${count(high)}人` : `${count(high)}人以下`;
}
