import { queryOptions } from "@tanstack/react-query";
import { orNone, part, type QueryOf, read } from "./read";

export const faqQuery = queryOptions({
  ...part(read("public", "/api/Public/GetFaqList", {}), ({ faqList }) => faqList),
  staleTime: 300_000,
});

/**
 * What everybody may see of the network, read from the server; api/network has the data embedded
 * in the page.
 */
export const networkQuery = queryOptions({
  ...read("public", "/api/Public/GetNetwork", {}),
  staleTime: 60_000,
});

/** One of the network's own texts; null where it has none. */
export const textQuery = (kind: QueryOf<"/api/Public/GetText">["kind"]) =>
  orNone(read("public", "/api/Public/GetText", { kind }));

/** What the network says of itself; null where it says nothing. */
export const declarationQuery = orNone(read("public", "/api/Public/GetDeclaration", {}));

/** The number of public listings, for visitors. */
export const listingCountQuery = part(
  read("public", "/api/NumberToDisplay/GetNumberOfSellerBusiness", {}),
  ({ numberOfSellerBusiness }) => numberOfSellerBusiness,
);
