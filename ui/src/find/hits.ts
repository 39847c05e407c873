import type { components } from "@/api/schema.gen";
import { negotiationHref } from "@/negotiation/href";

export type Hit = components["schemas"]["FoundHit"];
export type Kind = Hit["kind"];

/** The screen on which a hit is looked at and worked on. */
export function hitHref(hit: Hit): string {
  switch (hit.kind) {
    case "negotiation":
      return negotiationHref({
        sellerBusinessId: hit.sellerBusinessId ?? "",
        buyerNegotiationId: hit.buyerNegotiationId ?? "",
        side: hit.side ?? "bf",
        // A buyer is led to the negotiation on the listing's page.
        status: 1,
      });
    case "listing":
      return `${hit.isOwn ? "/seller-company-manage" : ""}/seller-business/${hit.sellerBusinessId}`;
    case "seller":
      return `/seller-company-manage/${hit.companyId}`;
    case "buyer":
      return `/buyer-company-manage/${hit.companyId}`;
  }
}
