import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { NEGOTIATION_KEY } from "@/negotiation/queries";
import type { NegotiationRow } from "@/negotiation/types";

/** All of a list at once (SPEC.md section 9, Business constants and limits). */
const ALL = 99_999_999;

type Partners = { partnerList: NegotiationRow[]; allCount: number };

/** Negotiations of the own company, or of the buyers in charge. */
export const buyerSideQuery = queryOptions({
  queryKey: [NEGOTIATION_KEY, "list", "buyerSide"],
  queryFn: (): Promise<Partners> =>
    call(api.GET("/api/BuyerNegotiation/PartnerListByBuyerFinancial", { params: { query: { limit: ALL } } })),
});

/** Negotiations of the listings in charge. */
export const sellerSideQuery = queryOptions({
  queryKey: [NEGOTIATION_KEY, "list", "sellerSide"],
  queryFn: (): Promise<Partners> =>
    call(
      api.GET("/api/BuyerNegotiation/PartnerListBySellerFinancial", { params: { query: { limit: ALL } } }),
    ),
});

/** Current notices (SPEC.md section 7 Other). */
export const topicsQuery = queryOptions({
  queryKey: ["mypage", "topics"],
  queryFn: () =>
    call(
      api.GET("/api/Topics/GetTopics", {
        params: {
          query: {
            isAll: false,
            pageNumber: 1,
            limit: ALL,
            propertyName: "companyName",
            isDescending: "true",
          },
        },
      }),
    ),
});

function listings(name: string, query: Record<string, boolean>) {
  return queryOptions({
    queryKey: ["mypage", "listings", name],
    queryFn: () =>
      call(
        api.GET("/api/SellerBusiness/SearchSellerBusinessAsync", {
          params: { query: { ...query, limit: ALL, pageNumber: 1 } },
        }),
      ),
  });
}

/** Offer list: offered, unread, public, not only in charge (SPEC.md section 9). */
export const offersQuery = listings("offers", {
  isOffered: true,
  isNotRead: true,
  isPublic: true,
  isOnlyPersonInCharge: false,
});

/** Recommended list: unread, recommended (SPEC.md section 9). */
export const recommendedQuery = listings("recommended", { isNotRead: true, isRecommended: true });

/** The listings in charge of the own institution. */
export const ownListingsQuery = listings("own", { isOnlyPersonInCharge: true });

/** Listings in charge that wait for the seller, or for a second pair of eyes. */
export const approvalsQuery = queryOptions({
  queryKey: ["desk", "approvals"],
  queryFn: () => call(api.GET("/api/SellerBusiness/GetWaitingApprovals")),
});

/** How many listings there are in which region, as they publish it. */
export const regionsQuery = queryOptions({
  queryKey: ["mypage", "regions"],
  queryFn: () => call(api.GET("/api/SellerBusiness/GetRegionFigures")),
});

/** Trial buyers in charge. */
export const trialsQuery = queryOptions({
  queryKey: ["mypage", "trials"],
  queryFn: () =>
    call(
      api.GET("/api/BuyerCompany/SearchCompanyAsync", {
        params: { query: { isOnlyPersonInCharge: true, isTrial: true, limit: ALL } },
      }),
    ),
});

/** Buyers in charge whose registration waits for approval. */
export const waitingBuyersQuery = queryOptions({
  queryKey: ["mypage", "buyers"],
  queryFn: () =>
    call(
      api.GET("/api/BuyerCompany/SearchCompanyAsync", {
        params: { query: { isOnlyPersonInCharge: true, noApproved: true, limit: ALL } },
      }),
    ),
});

/** Users whom buyers in charge have added and nobody has let in yet. */
export const waitingUsersQuery = queryOptions({
  queryKey: ["company", "buyer", "waitingUsers"],
  queryFn: () => call(api.GET("/api/BuyerCompanyUser/GetWaitingUsers")),
});
