/** A milder wording: what stands at start to end (in characters) becomes text; empty where it is left out. */
export interface Wording {
  start: number;
  end: number;
  text: string;
}

/** A hit of the anonymity check, as far as a wording goes. */
export interface Worded {
  text: string;
  offer?: Wording;
}

/** What stood in the checked text where a wording goes. */
export const wordsBefore = (checked: string, { start, end }: Wording): string =>
  Array.from(checked).slice(start, end).join("");

/**
 * Where a wording goes in the text as it is now. What was typed since the check moved it, so it is looked for by
 * its words; undefined where they are gone or stand twice.
 */
export function placeOf(now: string, checked: string, offer: Wording): number | undefined {
  const before = wordsBefore(checked, offer);
  if (now === checked) return offer.start;
  if (before === "") return undefined;
  const at = now.indexOf(before);
  if (at < 0 || now.indexOf(before, at + 1) >= 0) return undefined;
  return Array.from(now.slice(0, at)).length;
}

/** The text with one wording; undefined where its place is not sure. */
export function reworded(now: string, checked: string, offer: Wording): string | undefined {
  const at = placeOf(now, checked, offer);
  if (at === undefined) return undefined;
  const all = Array.from(now);
  const length = offer.end - offer.start;
  return all.slice(0, at).join("") + offer.text + all.slice(at + length).join("");
}

/** A part of a text before and after: the same in both, or left out and put in. */
interface Piece {
  at: number;
  same?: string;
  out?: string;
  put?: string;
}

/** A text with all wordings, in pieces. Of wordings that overlap the first stands. */
export function pieces(text: string, hits: readonly Worded[]): Piece[] {
  const all = Array.from(text);
  const offers = hits.flatMap(({ offer }) => (offer ? [offer] : [])).sort((a, b) => a.start - b.start);
  const result: Piece[] = [];
  let last = 0;
  for (const { start, end, text: put } of offers) {
    if (start < last || end > all.length) continue;
    if (start > last) result.push({ at: last, same: all.slice(last, start).join("") });
    result.push({ at: start, out: all.slice(start, end).join(""), put });
    last = end;
  }
  if (last < all.length) result.push({ at: last, same: all.slice(last).join("") });
  return result;
}

/** The text that the pieces give. */
export const afterAll = (all: readonly Piece[]): string =>
  all.map(({ same, put }) => same ?? put ?? "").join("");
