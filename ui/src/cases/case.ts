import { type NegotiationRow, STATUS } from "@/negotiation/types";

/** Shown instead of the title of a listing that the user may no longer see. */
export const CLOSED_NAME = "（非公開になった案件）";

/** Whether negotiations of this status are over: 成約 and 交渉終了 (SPEC.md section 3). */
export const isEnded = (status: number): boolean => status >= STATUS.signed;

/** The board's columns: the rows of each status, in the order of the codes. */
export function columnsOf<T extends { code: number; label: string }>(
  codes: readonly T[],
  rows: readonly NegotiationRow[],
): { code: number; label: string; rows: readonly NegotiationRow[] }[] {
  return codes.map(({ code, label }) => ({ code, label, rows: rows.filter((row) => row.status === code) }));
}
