import { queryOptions } from "@tanstack/react-query";
import { api, call, noneOn400 } from "@/api/client";
import { NEGOTIATION_KEY } from "@/negotiation/queries";
import type { Negotiation } from "@/negotiation/types";
import type { SearchQuery } from "./conditions";

/** Everything cached of listings stands under this key. */
export const LISTING_KEY = "listing";

/** One page of the listing search (SearchSellerBusinessAsync). */
export function searchQuery(query: SearchQuery) {
  return queryOptions({
    queryKey: [LISTING_KEY, "search", query],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/SellerBusiness/SearchSellerBusinessAsync", {
          params: { query },
          // This call takes its lists as a=1&a=2.
          querySerializer: { array: { style: "form", explode: true } },
          signal,
        }),
      ),
  });
}

/** Every reading beyond L2 is a line of the disclosure ledger: coming back to the window is none. */
const READ_ONCE = { refetchOnWindowFocus: false, staleTime: 60_000 } as const;

/** A listing's overview at the reader's level; for a bank, as one of its buyers where one is named. */
export function overviewQuery(sellerBusinessId: string, companyId: string) {
  return queryOptions({
    queryKey: [LISTING_KEY, "overview", sellerBusinessId, companyId],
    queryFn: () =>
      call(
        api.GET("/api/SellerBusiness/GetSellerBusinessOverViewAsync", {
          params: { query: { sellerBusinessId, companyId: companyId || undefined } },
        }),
      ),
    ...READ_ONCE,
  });
}

/** A listing's details at the reader's level; null where there are none yet (SPEC.md section 7). */
export function detailsQuery(sellerBusinessId: string, companyId: string) {
  return queryOptions({
    queryKey: [LISTING_KEY, "details", sellerBusinessId, companyId],
    queryFn: () =>
      noneOn400(
        api.GET("/api/SellerBusiness/GetSellerBusinessDetailsAsync", {
          params: { query: { sellerBusinessId, companyId: companyId || undefined } },
        }),
      ),
    ...READ_ONCE,
  });
}

/**
 * The reader's own negotiation of a listing with the moves that are open now, also where there
 * is no row yet; null where there is nothing to do (a bank without a buyer named).
 *
 * @param companyId for a bank, which of its buyers; a buyer's own goes without saying
 */
export function ownNegotiationQuery(sellerBusinessId: string, companyId = "") {
  return queryOptions({
    queryKey: [NEGOTIATION_KEY, "ofListing", sellerBusinessId, companyId],
    queryFn: async () =>
      (await noneOn400(
        api.GET("/api/BuyerNegotiation/GetBuyerNegotiationAsync", {
          params: { query: { sellerBusinessId, companyId: companyId || undefined } },
        }),
      )) as Negotiation | null,
  });
}

/** A bank's negotiations of a listing for its own buyers. */
export function ownCasesQuery(sellerBusinessId: string, limitAll: number) {
  return queryOptions({
    queryKey: [NEGOTIATION_KEY, "casesOfListing", sellerBusinessId],
    queryFn: () =>
      call(
        api.GET("/api/BuyerNegotiation/PartnerListByBuyerFinancial", {
          params: { query: { sellerBusinessId, pageNumber: 1, limit: limitAll } as never },
        }),
      ),
  });
}
