import { queryOptions } from "@tanstack/react-query";
import { api, call, noneOn400 } from "@/api/client";
import { ApiError } from "@/api/errors";
import { NEGOTIATION_KEY } from "@/negotiation/queries";
import type { Negotiation } from "@/negotiation/types";
import { isFIN } from "@/session/session";
import type { SearchQuery } from "./conditions";
import type { ListingOverview } from "./types";

/** Everything cached of listings stands under this key. */
export const LISTING_KEY = "listing";

/** One page of the listing search (SearchSellerBusinessAsync). */
export function searchQuery(query: SearchQuery) {
  return {
    queryKey: [LISTING_KEY, "search", query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(
        api.GET("/api/SellerBusiness/SearchSellerBusinessAsync", {
          params: { query },
          // This call takes its lists as a=1&a=2.
          querySerializer: { array: { style: "form", explode: true } },
          signal,
        }),
      ),
  };
}

/** Every reading beyond L2 is a line of the disclosure ledger: coming back to the window is none. */
const READ_ONCE = { refetchOnWindowFocus: false, staleTime: 60_000 } as const;

/** A listing as it was answered. */
export interface Read {
  listing: ListingOverview;
  /** False where the bank in charge reads what it edits, since nothing was published yet. */
  isPublished: boolean;
}

/**
 * A listing's overview at the reader's level; for a bank, as one of its buyers where one is
 * named. The bank in charge reads what is published, as everybody does, for it edits at its
 * desk; before the first publication it reads what it edits.
 */
export function overviewQuery(sellerBusinessId: string, companyId: string) {
  const read = async (isPublished: boolean): Promise<Read> => ({
    listing: await call(
      api.GET("/api/SellerBusiness/GetSellerBusinessOverViewAsync", {
        params: { query: { sellerBusinessId, companyId: companyId || undefined, isPublished } },
      }),
    ),
    isPublished,
  });
  return queryOptions({
    queryKey: [LISTING_KEY, "overview", sellerBusinessId, companyId],
    queryFn: async () => {
      try {
        return await read(true);
      } catch (error) {
        if (isFIN.peek() && error instanceof ApiError && error.status === 400) return await read(false);
        throw error;
      }
    },
    ...READ_ONCE,
  });
}

/** A listing's details at the reader's level; null where there are none yet (SPEC.md section 7). */
export function detailsQuery(sellerBusinessId: string, companyId: string, isPublished: boolean) {
  return queryOptions({
    queryKey: [LISTING_KEY, "details", sellerBusinessId, companyId, isPublished],
    queryFn: () =>
      noneOn400(
        api.GET("/api/SellerBusiness/GetSellerBusinessDetailsAsync", {
          params: { query: { sellerBusinessId, companyId: companyId || undefined, isPublished } },
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
          params: { query: { sellerBusinessId, pageNumber: 1, limit: limitAll } },
        }),
      ),
  });
}
