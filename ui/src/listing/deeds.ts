import { api, call } from "@/api/client";
import type { MovedNegotiation, Negotiation } from "@/negotiation/types";

/**
 * The negotiation as it was seen: by listing and buyer, as there may be none yet (version 0). The
 * panel's calls name it by its id only.
 */
function row(n: Negotiation) {
  return { sellerBusinessId: n.sellerBusinessId, companyId: n.buyerCompanyId, version: n.version };
}

/** 興味あり: creates the negotiation, or sets it in an existing one (SPEC.md section 7). */
export function expressInterest(n: Negotiation): Promise<MovedNegotiation> {
  return n.buyerNegotiationId
    ? updateInterest(n, { interestStatus: 2 })
    : call(api.POST("/api/BuyerNegotiation/CreateBuyerNegotiationByBuyerAsync", { body: row(n) }));
}

/** Sets the interest: 0 none, 1 not interested with its reason, 2 interested (SPEC.md section 4). */
export function updateInterest(
  n: Negotiation,
  input: { interestStatus: 0 | 1 | 2; questionnaire?: number; comment?: string },
): Promise<MovedNegotiation> {
  return call(
    api.POST("/api/BuyerNegotiation/UpdateBuyerNegotiationInterestStatusAsync", {
      body: { ...row(n), ...input },
    }),
  );
}

/** Begins the anonymous negotiation for a buyer in charge (domain.md 4). */
export function startNegotiation(n: Negotiation): Promise<MovedNegotiation> {
  return call(api.POST("/api/BuyerNegotiation/StartNegotiation", { body: row(n) }));
}

/** Records that the listing was opened; a failure is ignored (SPEC.md section 7 UserAction). */
export async function recordClick(sellerBusinessId: string, actionRouteType: 0 | 1 | 2): Promise<boolean> {
  try {
    await call(
      api.POST("/api/UserAction/Regist", { body: { sellerBusinessId, actionTypes: 2, actionRouteType } }),
    );
    return true;
  } catch {
    return false;
  }
}
