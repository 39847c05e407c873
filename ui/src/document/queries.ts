import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import type { components } from "@/api/schema.gen";

export type DocumentSheet = components["schemas"]["DocumentSheet"];

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

/** The file. Asking for it is the reading that the ledger records: once, and never by itself again. */
export const bytesQuery = ({ documentId, buyerNegotiationId }: Reading, sheet: DocumentSheet) =>
  queryOptions({
    queryKey: ["document", "bytes", documentId, buyerNegotiationId, sheet.edition],
    queryFn: async () =>
      (await call(
        api.GET("/api/Document/ViewDocument", {
          params: { query: { documentId, buyerNegotiationId } },
          parseAs: "arrayBuffer",
        }),
      )) as ArrayBuffer,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  });
