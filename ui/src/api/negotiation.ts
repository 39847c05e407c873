import { queryOptions } from "@tanstack/react-query";
import { ALL, orNone, part, type QueryOf, read } from "./read";

export const ONE_NEGOTIATION = "/api/BuyerNegotiation/GetBuyerNegotiationAsync";

const one = (conditions: QueryOf<typeof ONE_NEGOTIATION>) => read("negotiation", ONE_NEGOTIATION, conditions);

/** One negotiation. SF's reading of a name is written down: no polling. */
export const negotiationQuery = (buyerNegotiationId: string) =>
  queryOptions({ ...one({ buyerNegotiationId }), refetchOnWindowFocus: false });

/**
 * The reader's own negotiation of a listing with the moves that are open now, also where there
 * is no row yet; null where there is nothing to do (a bank without a buyer named).
 *
 * @param companyId for a bank, which of its buyers; a buyer's own goes without saying
 */
export const ownNegotiationQuery = (sellerBusinessId: string, companyId = "") =>
  orNone(one({ sellerBusinessId, companyId: companyId || undefined }));

export const BUYERS_NEGOTIATIONS = "/api/BuyerNegotiation/PartnerListByBuyerFinancial";

/** Negotiations of the own company, or of the buyers in charge: of one buyer, of one listing, or all. */
export const buyersNegotiationsQuery = (conditions: QueryOf<typeof BUYERS_NEGOTIATIONS>) =>
  read("negotiation", BUYERS_NEGOTIATIONS, conditions);

/** The buyers that talk with the seller's institution about a listing, or were offered it. */
export const partnersQuery = (sellerBusinessId: string) =>
  part(
    read("negotiation", "/api/BuyerNegotiation/PartnerListBySellerFinancial", {
      sellerBusinessId,
      limit: ALL,
    }),
    ({ partnerList }) => partnerList,
  );

/** All negotiations of the buyers in charge that fit the conditions. */
export const casesQuery = (conditions: QueryOf<"/api/BuyerCompany/SearchFinancialSupport">) =>
  read("negotiation", "/api/BuyerCompany/SearchFinancialSupport", conditions, { isAbortable: true });

/** The confidentiality agreement in force. */
export const agreementQuery = read("negotiation", "/api/SellerBusiness/GetConfidentialityAgreement", {});
