import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema.gen";

export type DocumentSheet = components["schemas"]["DocumentSheet"];
export type DocumentPages = components["schemas"]["DocumentPages"];

/** What a reader opens: the buyer's side says by which of its negotiations. */
export interface Reading {
  documentId: string;
  buyerNegotiationId: string;
}

/** How often it is asked whether the document is still open to its reader. */
const STILL_OPEN_MS = 30_000;

export const sheetQuery = ({ documentId, buyerNegotiationId }: Reading) =>
  queryOptions({
    queryKey: ["document", "sheet", documentId, buyerNegotiationId],
    queryFn: () =>
      call(api.GET("/api/Document/GetDocument", { params: { query: { documentId, buyerNegotiationId } } })),
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
export const openingQuery = ({ documentId, buyerNegotiationId }: Reading, sheet: DocumentSheet) =>
  queryOptions({
    queryKey: ["document", "opening", documentId, buyerNegotiationId, sheet.edition],
    queryFn: () =>
      call(api.GET("/api/Document/ViewDocument", { params: { query: { documentId, buyerNegotiationId } } })),
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
    queryKey: ["document", "page", documentId, viewing, page, width],
    queryFn: async ({ signal }) => {
      const bytes = await call(
        api.GET("/api/Document/ViewDocumentPage", {
          params: { query: { documentId, buyerNegotiationId, viewing, page, width } },
          parseAs: "arrayBuffer",
          signal,
        }),
      );
      return new Blob([bytes as ArrayBuffer], { type: "image/jpeg" });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
    ...whenBusy,
  });
