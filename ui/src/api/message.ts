import { queryOptions, useQuery } from "@tanstack/react-query";
import { isLending, isSignedIn } from "@/session/session";
import { part, read } from "./read";

/** Interval of polling the other side's messages while the page is visible. */
const POLL_MS = 15_000;

/** The messages that the caller may read, oldest first; polled while the page is visible. */
export const messagesQuery = (buyerNegotiationId: string) =>
  queryOptions({
    ...read("message", "/api/BuyerNegotiation/GetBuyerNegotiationMessageListAsync", { buyerNegotiationId }),
    refetchInterval: POLL_MS,
  });

/** Texts that wait for an approver: of a negotiation's channel, or of a listing's offers (messageType 0). */
export const heldTextsQuery = (of: { sellerBusinessId: string } | { buyerNegotiationId: string }) =>
  part(read("message", "/api/BuyerNegotiation/GetHeldTexts", of), ({ heldTextList }) => heldTextList);

/** The caller's unread messages, for menus and first screens; polled each minute while visible. */
const unreadQuery = queryOptions({
  ...read("message", "/api/BuyerNegotiation/GetUnreadCounts", {}),
  refetchInterval: 60_000,
});

/** What is unread, by negotiation and channel; empty until it is known. */
export function useUnreadList() {
  const { data } = useQuery({ ...unreadQuery, enabled: isSignedIn.value && !isLending.value });
  return data?.unreadList ?? [];
}

/** The number of unread messages; 0 until it is known. */
export function useUnreadCount(): number {
  const { data } = useQuery({ ...unreadQuery, enabled: isSignedIn.value && !isLending.value });
  return data?.unreadCount ?? 0;
}
