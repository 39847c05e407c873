import type { NegotiationRow, Side } from "./types";

/** Where a negotiation is worked on, by the side on which one acts in it. */
export function negotiationHref(
  row: Pick<NegotiationRow, "sellerBusinessId" | "buyerNegotiationId" | "side">,
  as: Side = row.side,
): string {
  const tab = `?negotiation=${row.buyerNegotiationId}`;
  switch (as) {
    case "buyer":
      return `/seller-business/${row.sellerBusinessId}`;
    case "sf":
      return `/seller-company-manage/seller-business/${row.sellerBusinessId}${tab}`;
    default:
      return `/financial-support/seller-business/${row.sellerBusinessId}${tab}`;
  }
}
