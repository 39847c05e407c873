import type { NegotiationRow } from "@/negotiation/types";

/** In the place of a title that may no longer be seen. */
export const CLOSED_NAME = "（非公開になった案件）";

/** Rows by status, in the order of the codes, for the board. */
export function columnsOf<T extends { code: number; label: string }>(
  codes: readonly T[],
  rows: readonly NegotiationRow[],
): { code: number; label: string; rows: readonly NegotiationRow[] }[] {
  return codes.map(({ code, label }) => ({ code, label, rows: rows.filter((row) => row.status === code) }));
}
