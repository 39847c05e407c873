import { read } from "./read";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** What papers are about: an own negotiation, listing or company. */
export type IssuedOf = { buyerNegotiationId: string } | { sellerBusinessId: string } | { companyId: string };

/** A paper that the own side made (発行書面, papers.md 1). */
export type IssuedPaper = Schemas["IssuedRow"];

/** A paper that can be made now. */
export type IssuedOffer = Schemas["OfferRow"];

/** The papers that one may have here, and those that can be made. */
export const issuedQuery = (of: IssuedOf) => read("issued", "/api/IssuedPaper/SearchIssuedPaper", of);
