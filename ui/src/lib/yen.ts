/**
 * Money and numbers in Japanese notation (design: ui.md "Words").
 * The server's amounts are in 千円 (thousands of yen) in details and in 百万円 in bands.
 */

const EMPTY = "―";

const numbers = new Intl.NumberFormat("ja-JP", { maximumFractionDigits: 3 });

function commas(value: number): string {
  return numbers.format(value);
}

/** Short form for lists and cards: 「3.2億円」「4,500万円」「80万円」; one decimal of 億, cut off, never rounded up. */
export function yenShort(thousands: number | null | undefined): string {
  if (thousands === null || thousands === undefined || !Number.isFinite(thousands)) return EMPTY;
  const sign = thousands < 0 ? "▲" : "";
  const yen = Math.abs(thousands) * 1000;
  if (yen >= 1e12) return `${sign}${commas(Math.trunc(yen / 1e11) / 10)}兆円`;
  if (yen >= 1e8) return `${sign}${commas(Math.trunc(yen / 1e7) / 10)}億円`;
  if (yen >= 1e4) return `${sign}${commas(Math.trunc(yen / 1e4))}万円`;
  return `${sign}${commas(yen)}円`;
}

/** The exact amount, as it is read aloud: 「3億2,000万円」. */
export function yenReading(thousands: number | null | undefined): string {
  if (thousands === null || thousands === undefined || !Number.isFinite(thousands)) return EMPTY;
  const sign = thousands < 0 ? "▲" : "";
  let rest = Math.round(Math.abs(thousands) * 1000);
  if (rest === 0) return "0円";
  let text = "";
  for (const [unit, name] of [
    [1e12, "兆"],
    [1e8, "億"],
    [1e4, "万"],
    [1, ""],
  ] as const) {
    const part = Math.trunc(rest / unit);
    rest -= part * unit;
    if (part > 0) text += commas(part) + name;
  }
  return `${sign}${text}円`;
}

/** Millions without a unit, for table cells under the header 百万円: 「320」, 「▲12」. */
export function yenMillions(thousands: number | null | undefined): string {
  if (thousands === null || thousands === undefined || !Number.isFinite(thousands)) return EMPTY;
  const millions = Math.trunc(Math.abs(thousands) / 1000);
  return `${thousands < 0 && millions > 0 ? "▲" : ""}${commas(millions)}`;
}

/** A number with commas, ▲ if negative, a dash if absent. */
export function count(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return EMPTY;
  return `${value < 0 ? "▲" : ""}${commas(Math.abs(value))}`;
}

const UNITS: Record<string, number> = { 千: 1e3, 万: 1e4, 億: 1e8, 兆: 1e12 };

/**
 * Parses the text of a number field: full-width digits, commas, spaces,
 * 「円」, ▲ or a minus, and 万, 億, 兆. A number with such a unit is an absolute
 * amount and is divided by `unit`; a bare one already counts in `unit` (1000 for 千円).
 *
 * @returns the number, null for an empty text, NaN if it is no number.
 */
export function parseNumber(text: string, unit = 1): number | null {
  let rest = text
    .normalize("NFKC")
    .replace(/[\s,、]/g, "")
    .replace(/[−ー―‐–]/g, "-")
    .replace(/円$/, "")
    // 「千円」 at the end repeats the unit of the field, as in 3,200千円.
    .replace(/千$/, unit === 1000 ? "" : "千");
  if (rest === "") return null;
  let sign = 1;
  const negative = /^[-▲△]/.exec(rest);
  if (negative) {
    sign = -1;
    rest = rest.slice(1);
  }
  if (/^\d+(\.\d+)?$/.test(rest)) return sign * Number(rest);
  let total = 0;
  let smaller = Number.POSITIVE_INFINITY;
  let parts = 0;
  while (rest !== "") {
    const match = /^(\d+(?:\.\d+)?)(千?)([万億兆]?)/.exec(rest);
    if (!match) return Number.NaN;
    const scale = (UNITS[match[3] ?? ""] ?? 1) * (match[2] ? 1000 : 1);
    // Units must decrease from left to right; 「3万2億」 is a mistake.
    if (scale >= smaller) return Number.NaN;
    smaller = scale;
    total += Number(match[1]) * scale;
    rest = rest.slice(match[0].length);
    parts++;
  }
  if (parts === 0) return Number.NaN;
  // Rounds away the binary error of decimal fractions such as 3.2億.
  return sign * Number((total / unit).toPrecision(15));
}
