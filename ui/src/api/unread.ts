import { queryOptions, useQuery } from "@tanstack/react-query";
import { isSignedIn } from "@/session/session";
import { api, call } from "./client";

/** What waits unread for the caller, for menus and desks (GetUnreadCounts); asked each minute while in sight. */
export const unreadQuery = queryOptions({
  queryKey: ["negotiation", "unread"],
  queryFn: () => call(api.GET("/api/BuyerNegotiation/GetUnreadCounts")),
  refetchInterval: 60_000,
});

/** The number of unread messages; 0 until it is known. */
export function useUnreadCount(): number {
  const { data } = useQuery({ ...unreadQuery, enabled: isSignedIn.value });
  return data?.unreadCount ?? 0;
}
