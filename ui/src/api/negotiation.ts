import { queryOptions } from "@tanstack/react-query";
import { ALL, orNone, part, type QueryOf, read } from "./read";

export const ONE_NEGOTIATION = "/api/BuyerNegotiation/GetBuyerNegotiationAsync";

const one = (conditions: QueryOf<typeof ONE_NEGOTIATION>) => read("negotiation", ONE_NEGOTIATION, conditions);

/** One negotiation. Not polled, as each reading of a name by SF is recorded. */
export const negotiationQuery = (buyerNegotiationId: string) =>
  queryOptions({ ...one({ buyerNegotiationId }), refetchOnWindowFocus: false });

/**
 * The reader's own negotiation of a listing with the moves that are possible now, also before it
 * exists; null if no move is possible (for a bank that has not named a buyer).
 * @param companyId for a bank, which of its buyers; not needed for a buyer's user
 */
export const ownNegotiationQuery = (sellerBusinessId: string, companyId = "") =>
  orNone(one({ sellerBusinessId, companyId: companyId || undefined }));

export const BUYERS_NEGOTIATIONS = "/api/BuyerNegotiation/PartnerListByBuyerFinancial";

/**
 * Negotiations of the own company, or of the buyers in charge: of one buyer, of one listing, or
 * all.
 */
export const buyersNegotiationsQuery = (conditions: QueryOf<typeof BUYERS_NEGOTIATIONS>) =>
  read("negotiation", BUYERS_NEGOTIATIONS, conditions);

export const SELLERS_NEGOTIATIONS = "/api/BuyerNegotiation/PartnerListBySellerFinancial";

/** All negotiations of the sellers in charge that fit the conditions. */
export const sellerCasesQuery = (conditions: QueryOf<typeof SELLERS_NEGOTIATIONS>) =>
  read("negotiation", SELLERS_NEGOTIATIONS, conditions, { isAbortable: true });

/** The buyers that negotiate with the seller's institution about a listing, or have an offer of it. */
export const partnersQuery = (sellerBusinessId: string) =>
  part(sellerCasesQuery({ sellerBusinessId, limit: ALL }), ({ partnerList }) => partnerList);

export const FINANCIAL_SUPPORT = "/api/BuyerCompany/SearchFinancialSupport";

/** All negotiations of the buyers in charge that fit the conditions. */
export const casesQuery = (conditions: QueryOf<typeof FINANCIAL_SUPPORT>) =>
  read("negotiation", FINANCIAL_SUPPORT, conditions, { isAbortable: true });

/** The confidentiality agreement in force. */
export const agreementQuery = read("negotiation", "/api/SellerBusiness/GetConfidentialityAgreement", {});

/** The confidentiality agreement as the reader's side agreed to it. */
export const signedAgreementQuery = (buyerNegotiationId: string) =>
  read("negotiation", "/api/BuyerNegotiation/GetAgreement", { buyerNegotiationId });

/** How the newest request went to the owner: by letter, or by a mail that left or waits. */
export const ownerDeliveryQuery = (buyerNegotiationId: string) =>
  read("negotiation", "/api/BuyerNegotiation/GetOwnerDelivery", { buyerNegotiationId });

/** The fee tables of the bank by which a fee can be expected. */
export const pipelineTablesQuery = () => read("institution", "/api/Report/GetPipelineTables", {});

/** How the other side of a negotiation usually answers, in bands that change once a day. */
export const partnerResponseQuery = (buyerNegotiationId: string) =>
  read("negotiation", "/api/Response/GetPartnerResponse", { buyerNegotiationId });

/** The same of the own institution (""), or of a buyer in its charge. */
export const ownResponseQuery = (companyId: string) =>
  read("negotiation", "/api/Response/GetOwnResponse", companyId ? { companyId } : {});
