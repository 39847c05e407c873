import { formatRemaining } from "@/lib/dates";
import { industryNames, itemLabel, type Masters, prefectureName } from "../masters";
import { NEGOTIATION, OWNER, type Partner } from "../types";

/** The data that distinguishes anonymous buyers: industry, place, size, as far as known. */
export function traits(
  buyer:
    | {
        industryType?: readonly string[];
        location?: { prefecturecode?: string };
        salesAmount?: number;
      }
    | undefined,
  { classes, regions, items }: Pick<Masters, "classes" | "regions" | "items">,
): string {
  if (!buyer) return "";
  return [
    industryNames(classes, buyer.industryType ?? [])[0],
    prefectureName(regions, buyer.location?.prefecturecode ?? ""),
    itemLabel(items.annualSales.items, buyer.salesAmount ?? 0),
  ]
    .filter(Boolean)
    .join("・");
}

/** What the seller's institution must do in a negotiation now, with its deadline; empty if nothing. */
export function duty(partner: Partner, now = new Date()): string {
  if (partner.ask && partner.status !== NEGOTIATION.hope) return partner.ask;
  if (partner.status === NEGOTIATION.hope) {
    const due = partner.answerDue ? `（回答期限 ${formatRemaining(partner.answerDue, now)}）` : "";
    switch (partner.sellerApprovalStatus) {
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
  if (partner.isUnreadMessage) return `未読${partner.unreadCount}件を読む`;
  return partner.step.sf;
}

/** The columns of the board: partners by status, in the order of the steps, ended ones last. */
export function columnsOf(
  partners: readonly Partner[],
  statuses: readonly { code: number; label: string }[],
): { code: number; label: string; partners: Partner[] }[] {
  return statuses.map(({ code, label }) => ({
    code,
    label,
    partners: partners.filter((partner) => partner.status === code),
  }));
}
