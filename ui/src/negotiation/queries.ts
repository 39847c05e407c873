import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, call } from "@/api/client";
import type { Negotiation } from "./types";

/** Everything cached of negotiations stands under this key. */
export const NEGOTIATION_KEY = "negotiation";

/** One negotiation (GetBuyerNegotiationAsync). SF's reading of a name is written down: no polling. */
export function negotiationQuery(buyerNegotiationId: string) {
  return queryOptions({
    queryKey: [NEGOTIATION_KEY, "one", buyerNegotiationId],
    queryFn: (): Promise<Negotiation> =>
      call(
        api.GET("/api/BuyerNegotiation/GetBuyerNegotiationAsync", {
          params: { query: { buyerNegotiationId } },
        }),
      ),
    refetchOnWindowFocus: false,
  });
}

/** How often the other side's messages are asked for while the page is in sight. */
const POLL_MS = 15_000;

/** The messages that the caller may read, oldest first; asked for again while the page is visible. */
export function messagesQuery(buyerNegotiationId: string) {
  return queryOptions({
    queryKey: [NEGOTIATION_KEY, "messages", buyerNegotiationId],
    queryFn: () =>
      call(
        api.GET("/api/BuyerNegotiation/GetBuyerNegotiationMessageListAsync", {
          params: { query: { buyerNegotiationId } },
        }),
      ),
    refetchInterval: POLL_MS,
  });
}

/** Rereads whatever a deed on a negotiation may have changed: rows, lists, listings. */
export function useReread(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "master" });
    await client.invalidateQueries({ queryKey: [NEGOTIATION_KEY] });
  }, [client]);
}

/** Rereads what a message or its reading changes. Not the negotiation: SF's reading is written down. */
export async function rereadMessages(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === NEGOTIATION_KEY && queryKey[1] !== "one",
  });
}
