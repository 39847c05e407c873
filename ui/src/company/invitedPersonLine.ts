import { formatDate } from "@/lib/dates";
import type { CompanyRow } from "./types";

/**
 * The line below the name of a company that has no name yet: whom the institution in charge
 * invited, and when. The server sends that person to no other institution.
 */
export function invitedPersonLine(row: CompanyRow): string {
  if (row.companyName) return "";
  return [row.contactName && `担当者：${row.contactName}`, row.created && `${formatDate(row.created)} 登録`]
    .filter(Boolean)
    .join("　");
}
