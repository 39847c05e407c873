import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { NEGOTIATION_KEY } from "@/negotiation/queries";
import type { NegotiationRow } from "@/negotiation/types";

/** All of a list at once (SPEC.md section 9, Business constants and limits). */
const ALL = 99_999_999;

type Partners = { partnerList: NegotiationRow[]; allCount: number };

/** Negotiations of the own company. */
export const negotiationsQuery = queryOptions({
  queryKey: [NEGOTIATION_KEY, "list", "own"],
  queryFn: (): Promise<Partners> =>
    call(api.GET("/api/BuyerNegotiation/PartnerListByBuyerFinancial", { params: { query: { limit: ALL } } })),
});

/** All of a bank's desk, of one moment. Deeds on every screen change it: it is never taken from memory alone. */
export const deskQuery = queryOptions({
  queryKey: [NEGOTIATION_KEY, "list", "desk"],
  queryFn: () => call(api.GET("/api/MyPage/GetDesk")),
  staleTime: 0,
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

/** Of the lists of listings, as many as the desk shows. */
const LISTINGS = 20;

function listings(name: string, query: Record<string, boolean | string>) {
  return queryOptions({
    queryKey: ["mypage", "listings", name],
    queryFn: () =>
      call(
        api.GET("/api/SellerBusiness/SearchSellerBusinessAsync", {
          params: { query: { ...query, limit: LISTINGS, pageNumber: 1 } },
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

/** Recommended list: unread, recommended (SPEC.md section 9), the best first. */
export const recommendedQuery = listings("recommended", {
  isNotRead: true,
  isRecommended: true,
  propertyName: "score",
  isDescending: "true",
});

/** How many listings there are in which region, as they publish it. */
export const regionsQuery = queryOptions({
  queryKey: ["mypage", "regions"],
  queryFn: () => call(api.GET("/api/SellerBusiness/GetRegionFigures")),
});
