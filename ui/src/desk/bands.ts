import type { Item } from "./types";

const THOUSANDS_PER_MILLION = 1000;

/**
 * The band of an exact amount: the lower bound is included, the upper one is not (SPEC.md section 3;
 * bounds in 百万円, domain.md 2).
 *
 * @param amount in 千円
 * @returns the item's key, 0 if there is no amount or no band contains it
 */
export function bandOf(amount: number | null | undefined, items: readonly Item[]): number {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return 0;
  return (
    items.find(
      ({ min, max }) =>
        (min === undefined || amount >= min * THOUSANDS_PER_MILLION) &&
        (max === undefined || amount < max * THOUSANDS_PER_MILLION),
    )?.key ?? 0
  );
}

/** The key of the range that contains a number of people, both ends included; 0 for none. */
export function rangeOf(people: number | null | undefined, items: readonly Item[]): number {
  if (people === null || people === undefined || !Number.isFinite(people)) return 0;
  return (
    items.find(({ min, max }) => (min === undefined || people >= min) && (max === undefined || people <= max))
      ?.key ?? 0
  );
}

/** Whether the lower bound of a price range is above the upper one. */
export function priceReversed(
  from: number | string,
  to: number | string,
  fromItems: readonly Item[],
  toItems: readonly Item[],
): boolean {
  const low = fromItems.find((item) => item.key === Number(from))?.min;
  const high = toItems.find((item) => item.key === Number(to))?.max;
  return low !== undefined && high !== undefined && low > high;
}
