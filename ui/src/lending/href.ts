import type { LendingRow } from "@/api/lending";

/** The address of a case, the one that its mails have. */
export const caseHref = ({ sellerBusinessId, buyerNegotiationId }: LendingRow) =>
  `/financial-support/seller-business/${sellerBusinessId}?${new URLSearchParams({ negotiation: buyerNegotiationId })}`;
