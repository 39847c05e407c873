/**
 * Display of dates, always in Japan's time zone (SPEC.md section 9, domain.md 2). Times from the
 * server are UTC without a zone; dates are YYYY-MM-DD without a time.
 */

const EMPTY = "―";
/** Japan is nine hours ahead of UTC all year. Computed, as Intl takes a hundred times as long. */
const JAPAN_OFFSET_MS = 9 * 3_600_000;

let wareki: Intl.DateTimeFormat | undefined;

/** A server time as a Date; null if absent or unreadable. */
export function parseTime(text: string | null | undefined): Date | null {
  if (!text) return null;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes("T") ? text : `${text}Z`;
  const date = new Date(zoned);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** YYYY-MM-DDThh:mm in Japan. */
function inJapan(date: Date): string {
  return new Date(date.getTime() + JAPAN_OFFSET_MS).toISOString().slice(0, 16);
}

/** The calendar day in Japan, YYYY-MM-DD; a value without a time is returned unchanged. */
export function dayInJapan(value: string | Date | null | undefined): string | null {
  if (typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)) return parseTime(value) ? value : null;
  const date = value instanceof Date ? value : parseTime(value);
  if (!date) return null;
  return inJapan(date).slice(0, 10);
}

/** 2026/11/21, or a dash. */
export function formatDate(value: string | null | undefined): string {
  return dayInJapan(value)?.replaceAll("-", "/") ?? EMPTY;
}

/** 2026/11/21 10:02 in Japan, or a dash. */
export function formatTime(value: string | null | undefined): string {
  const date = parseTime(value);
  if (!date) return EMPTY;
  return inJapan(date).replace("T", " ").replaceAll("-", "/");
}

/** A topic's date, 2026.11.21, or a dash (SPEC.md section 9). */
export function formatTopicDate(value: string | null | undefined): string {
  return dayInJapan(value)?.replaceAll("-", ".") ?? EMPTY;
}

/** Whole days from today in Japan to that day; negative if it is in the past, null if there is none. */
export function daysLeft(value: string | null | undefined, now = new Date()): number | null {
  const day = dayInJapan(value);
  const today = dayInJapan(now);
  if (!day || !today) return null;
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}

/** 「あと12日」, 「本日まで」, 「3日経過」; empty without a date. */
export function formatRemaining(value: string | null | undefined, now = new Date()): string {
  const days = daysLeft(value, now);
  if (days === null) return "";
  if (days === 0) return "本日まで";
  return days > 0 ? `あと${days.toLocaleString("ja-JP")}日` : `${(-days).toLocaleString("ja-JP")}日経過`;
}

/** 令和8年11月21日 for YYYY-MM-DD; empty if it is no date. */
export function formatWareki(day: string | null | undefined): string {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return "";
  const date = new Date(`${day}T00:00:00Z`);
  // Date changes 02-30 into a day of March.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) return "";
  // Created when first needed, as creating it at the start would delay every page.
  wareki ??= new Intl.DateTimeFormat("ja-JP-u-ca-japanese", { timeZone: "UTC", dateStyle: "long" });
  return wareki.format(date);
}
