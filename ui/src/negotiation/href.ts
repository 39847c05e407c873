import type { NegotiationRow, Side } from "./types";

/** Where a negotiation is worked on, by the side on which one acts in it. */
export function negotiationHref(
  row: Pick<NegotiationRow, "sellerBusinessId" | "buyerNegotiationId" | "side"> &
    Partial<Pick<NegotiationRow, "status" | "unreadCount">>,
  as: Side = row.side,
): string {
  const tab = `?negotiation=${row.buyerNegotiationId}`;
  switch (as) {
    case "buyer":
      // Before anything has begun, the listing itself is what the buyer looks at.
      return `/seller-business/${row.sellerBusinessId}${row.status || row.unreadCount ? "?tab=negotiation" : ""}`;
    case "sf":
      return `/seller-company-manage/seller-business/${row.sellerBusinessId}${tab}`;
    default:
      return `/financial-support/seller-business/${row.sellerBusinessId}${tab}`;
  }
}

/** Where a bank works on the negotiation of one of its buyers. */
export function caseHref(row: Pick<NegotiationRow, "sellerBusinessId" | "buyerNegotiationId">): string {
  return negotiationHref({ ...row, side: "bf" });
}

/** The parameter that leads to a message: the channel, or "unread" for the first one with unread messages. */
export const MESSAGE_PARAM = "message";

/** Where the unread messages of a negotiation are read and answered. */
export function unreadHref(
  row: Pick<NegotiationRow, "sellerBusinessId" | "buyerNegotiationId" | "side">,
  channel: number | "unread" = "unread",
): string {
  return `${negotiationHref({ ...row, unreadCount: 1 })}&${MESSAGE_PARAM}=${channel}`;
}
