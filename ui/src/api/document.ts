import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "./errors";
import { part, read } from "./read";
import type { components } from "./schema.gen";

/** The documents of an own listing, with whom they are open to. */
export const documentsQuery = (sellerBusinessId: string) =>
  read("document", "/api/Document/GetDocumentList", { sellerBusinessId });

/** What the seller's institution has opened to this negotiation's buyer. */
export const grantedDocumentsQuery = (buyerNegotiationId: string) =>
  read("document", "/api/Document/GetGrantedDocumentList", { buyerNegotiationId });

/** What a reader opens: the buyer's side says by which of its negotiations. */
export interface Reading {
  documentId: string;
  buyerNegotiationId: string;
}

/** How often it is asked whether the document is still open to its reader. */
const STILL_OPEN_MS = 30_000;

export const sheetQuery = ({ documentId, buyerNegotiationId }: Reading) =>
  queryOptions({
    ...read("document", "/api/Document/GetDocument", { documentId, buyerNegotiationId }),
    refetchInterval: STILL_OPEN_MS,
    gcTime: 0,
  });

/** The server draws for others at the moment: asked again by itself, a few times. */
const BUSY_MS = 2_000;
const whenBusy = {
  retry: (failures: number, error: Error) =>
    failures < 4 && error instanceof ApiError && error.status === 503 && error.code === "busy",
  retryDelay: BUSY_MS,
};

/** Opens the document. Asking for it is the reading that the ledger records: once, and never by itself again. */
export const openingQuery = (
  { documentId, buyerNegotiationId }: Reading,
  { edition }: components["schemas"]["DocumentSheet"],
) =>
  queryOptions({
    ...read("document", "/api/Document/ViewDocument", { documentId, buyerNegotiationId }, { edition }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    ...whenBusy,
  });

/** How long a page that is out of sight is kept. */
const KEPT_MS = 60_000;

/** One page as a picture, as the server drew it. Given up where it is out of sight before it came. */
export const pageQuery = (
  { documentId, buyerNegotiationId }: Reading,
  viewing: string,
  page: number,
  width: number,
) =>
  queryOptions({
    ...part(
      read(
        "document",
        "/api/Document/ViewDocumentPage",
        { documentId, buyerNegotiationId, viewing, page, width },
        { isAbortable: true, init: { parseAs: "arrayBuffer" } },
      ),
      (bytes) => new Blob([bytes as unknown as ArrayBuffer], { type: "image/jpeg" }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
    ...whenBusy,
  });
