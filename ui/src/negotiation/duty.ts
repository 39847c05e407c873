import { formatRemaining } from "@/lib/dates";
import { type NegotiationRow, OWNER, STATUS } from "./types";

/** What the seller's institution must do in a negotiation now, with its deadline; empty if nothing. */
export function duty(row: NegotiationRow, now = new Date()): string {
  if (row.ask && row.status !== STATUS.hope) return row.ask;
  if (row.status === STATUS.hope) {
    const due = row.answerDue ? `（回答期限 ${formatRemaining(row.answerDue, now)}）` : "";
    if (row.isAvoided) return `打診しない先に一致：却下する${due}`;
    switch (row.sellerApprovalStatus) {
      case OWNER.asked:
        return `オーナーの回答待ち${due}`;
      case OWNER.agreed:
        return `実名交渉の希望に回答${due}`;
      case OWNER.refused:
        return `却下の回答${due}`;
      default:
        return `オーナーの承諾を得る${due}`;
    }
  }
  if (row.isUnreadMessage) return `未読${row.unreadCount}件を読む`;
  return row.step.sf;
}
