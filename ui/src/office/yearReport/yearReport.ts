import { dayInJapan } from "@/lib/dates";

/** The earliest year that the server answers. */
const FIRST_YEAR = 2020;

/** The fiscal years (April to March) up to that of a day in Japan, the newest first. */
export function yearsUntil(now: Date): number[] {
  const [year = FIRST_YEAR, month = 4] = (dayInJapan(now) ?? "").split("-").map(Number);
  const last = month < 4 ? year - 1 : year;
  return Array.from({ length: last - FIRST_YEAR + 1 }, (_, i) => last - i);
}

/** What an administrator is told of the end of his institution's registration; null where nothing is to do. */
export function expiryText(registration: { state: string; leftDays: number }): string | null {
  if (registration.state === "expired")
    return "M&A支援機関の登録の有効期限が過ぎています。更新したら、新しい期限を記録してください。";
  if (registration.state !== "near") return null;
  const left = registration.leftDays === 0 ? "今日まで" : `あと${registration.leftDays}日`;
  return `M&A支援機関の登録の有効期限は、${left}です。更新の手続きを確かめてください。`;
}
