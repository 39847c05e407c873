import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { NEGOTIATION_KEY } from "@/negotiation/queries";
import type { NegotiationRow } from "@/negotiation/types";
import type { queryOf } from "./conditions";

/** As many as a board holds; more are narrowed by the filters. */
export const BOARD_LIMIT = 300;

/** All negotiations of the buyers in charge (SearchFinancialSupport). */
export function casesQuery(query: ReturnType<typeof queryOf>) {
  return {
    queryKey: [NEGOTIATION_KEY, "list", "cases", query],
    queryFn: async ({
      signal,
    }: {
      signal: AbortSignal;
    }): Promise<{ buyerNegotiationList: NegotiationRow[]; allCount: number }> =>
      call(api.GET("/api/BuyerCompany/SearchFinancialSupport", { params: { query }, signal })),
  };
}

/** The own buyers' negotiations of one listing. */
export function ofListingQuery(sellerBusinessId: string) {
  return queryOptions({
    queryKey: [NEGOTIATION_KEY, "list", "listing", sellerBusinessId],
    queryFn: async (): Promise<{ partnerList: NegotiationRow[]; allCount: number }> =>
      call(
        api.GET("/api/BuyerNegotiation/PartnerListByBuyerFinancial", {
          params: { query: { sellerBusinessId, limit: 99999999 } },
        }),
      ),
  });
}

/** The listing's overview as one of the own buyers sees it. */
export function listingQuery(sellerBusinessId: string, companyId: string) {
  return queryOptions({
    queryKey: ["cases", "listing", sellerBusinessId, companyId],
    queryFn: () =>
      call(
        api.GET("/api/SellerBusiness/GetSellerBusinessOverViewAsync", {
          params: { query: { sellerBusinessId, companyId } },
        }),
      ),
  });
}
