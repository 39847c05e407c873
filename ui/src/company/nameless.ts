import { formatDate } from "@/lib/dates";
import type { CompanyRow } from "./types";

/**
 * What stands below the name of a company: for one that has none yet, whom the institution in
 * charge has invited, and when. The server gives the person to nobody else.
 */
export function nameless(row: CompanyRow): string {
  if (row.companyName) return "";
  return [row.contactName && `担当者：${row.contactName}`, row.created && `${formatDate(row.created)} 登録`]
    .filter(Boolean)
    .join("　");
}
