import { download } from "@/api/client";
import type { components } from "@/api/schema.gen";

export type GrantedDocument = components["schemas"]["GrantedDocument"];

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
