import { queryOptions } from "@tanstack/react-query";
import { api, call, download } from "@/api/client";
import type { components } from "@/api/schema.gen";
import { NEGOTIATION_KEY } from "./queries";

export type GrantedDocument = components["schemas"]["GrantedDocument"];

/** What the seller's institution has opened to this negotiation's buyer. */
export const grantedDocumentsQuery = (buyerNegotiationId: string) =>
  queryOptions({
    queryKey: [NEGOTIATION_KEY, "documents", buyerNegotiationId],
    queryFn: () =>
      call(api.GET("/api/Document/GetGrantedDocumentList", { params: { query: { buyerNegotiationId } } })),
  });

/** The viewer of a document, for the buyer's side of a negotiation. */
export function documentHref(
  sellerBusinessId: string,
  buyerNegotiationId: string,
  { documentId }: GrantedDocument,
): string {
  return `/seller-business/${sellerBusinessId}/document/${documentId}?negotiation=${buyerNegotiationId}`;
}

export function downloadDocument(
  buyerNegotiationId: string,
  { documentId, title }: GrantedDocument,
): Promise<void> {
  return download("/api/Document/DownloadDocument", title, { query: { documentId, buyerNegotiationId } });
}
