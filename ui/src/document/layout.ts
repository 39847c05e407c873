/** The gap between two pages, in pixels. */
export const GAP = 12;

/** The top of each page relative to the first one's, and finally the end of the last page. */
export function pageTops(shapes: readonly number[], width: number): number[] {
  const out = [0];
  for (const shape of shapes) out.push((out.at(-1) ?? 0) + Math.round(width * shape) + GAP);
  return out;
}

/** The page (from 1) at a vertical position. */
export function pageAt(tops: readonly number[], y: number): number {
  let low = 0;
  let high = tops.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** The pages to fetch: those between two positions, one before and one after. */
export function pagesToFetch(
  tops: readonly number[],
  from: number,
  to: number,
): readonly [first: number, last: number] {
  const count = tops.length - 1;
  return [Math.max(1, pageAt(tops, from) - 1), Math.min(count, pageAt(tops, to) + 1)];
}

/** The smallest of the server's widths that fills so many device pixels, or the largest one. */
export function pictureWidth(widths: readonly number[], pixels: number): number {
  return widths.find((width) => width >= pixels) ?? widths.at(-1) ?? 0;
}

/** A typed page number, if the page exists; else null. */
export function typedPage(text: string, count: number): number | null {
  const typed = Number.parseInt(text.normalize("NFKC").trim(), 10);
  return Number.isNaN(typed) ? null : Math.min(Math.max(typed, 1), count);
}
