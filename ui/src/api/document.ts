import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "./errors";
import { part, read } from "./read";
import type { components } from "./schema.gen";

/** The documents of an own listing, with those to whom each is disclosed. */
export const documentsQuery = (sellerBusinessId: string) =>
  read("document", "/api/Document/GetDocumentList", { sellerBusinessId });

/** The documents that the seller's institution has disclosed to this negotiation's buyer. */
export const grantedDocumentsQuery = (buyerNegotiationId: string) =>
  read("document", "/api/Document/GetGrantedDocumentList", { buyerNegotiationId });

/** The document to open; the buyer's side also names the negotiation by which it may. */
export interface Reading {
  documentId: string;
  buyerNegotiationId: string;
}

/** Interval of checking that the document is still disclosed to its reader. */
const SHEET_POLL_MS = 30_000;

export const sheetQuery = ({ documentId, buyerNegotiationId }: Reading) =>
  queryOptions({
    ...read("document", "/api/Document/GetDocument", { documentId, buyerNegotiationId }),
    refetchInterval: SHEET_POLL_MS,
    gcTime: 0,
  });

/** Wait before a retry while the server is drawing for others; a few retries are made. */
const BUSY_RETRY_MS = 2_000;
const whenBusy = {
  retry: (failures: number, error: Error) =>
    failures < 4 && error instanceof ApiError && error.status === 503 && error.code === "busy",
  retryDelay: BUSY_RETRY_MS,
};

/**
 * Opens the document. The ledger records each of these requests as a reading, so it is sent once
 * and never repeated automatically.
 */
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

/** How long a page that is out of view stays in the cache. */
const PICTURE_CACHE_MS = 60_000;

/** One page as a picture drawn by the server. The request is aborted when the page leaves the view. */
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
    gcTime: PICTURE_CACHE_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
    ...whenBusy,
  });
