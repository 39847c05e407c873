import type { Schemas } from "@/api/officeClient";
import { formatDate, formatTime } from "@/lib/dates";

/** How each state is displayed, by code: 1 確認待ち, 2 合併日待ち, 3 完了, 4 取下げ. */
export const STATE_KINDS = ["quiet", "waiting", "waiting", "done", "quiet"] as const;

/** The code of the side that ends; the other one continues. */
export const ABSORBED = 1;

/** Whether the day between the confirmations and the merger moves it past its date. */
export const isLate = (merger: Schemas["OfficeMerger"]) =>
  merger.planned !== "" && formatDate(merger.planned) !== formatDate(merger.date);

/** Who has confirmed for a side and when, or who will. */
export function confirmText(side: Schemas["OfficeMergerSide"]): string {
  if (side.isConfirmed) return `${side.confirmedBy}が確認しました（${formatTime(side.confirmed)}）。`;
  return side.isByOffice
    ? "管理者がいないため、提案した方とは別の、事務局の承認者が確認します。"
    : "この金融機関の管理者が確認します。";
}
