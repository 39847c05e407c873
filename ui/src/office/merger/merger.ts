import type { Schemas } from "@/api/officeClient";
import { formatTime } from "@/lib/dates";

/** How each state is displayed, by code: 1 確認待ち, 2 合併日待ち, 3 完了, 4 取下げ. */
export const STATE_KINDS = ["quiet", "waiting", "waiting", "done", "quiet"] as const;

/** The code of the side that ends; the other one continues. */
export const ABSORBED = 1;

/** Whether a side has confirmed, in words. */
export function confirmText(side: Schemas["OfficeMergerSide"]): string {
  if (side.isConfirmed) return `確認済み（${side.confirmedBy}、${formatTime(side.confirmed)}）`;
  return side.isByOffice ? "管理者がいないため、事務局の二人目の確認待ち" : "管理者の確認待ち";
}
