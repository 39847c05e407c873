import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { queryClient } from "@/api/query";
import { NEGOTIATION_KEY } from "@/negotiation/queries";
import type { CandidateList, CandidateQuery, LongList, LongListSummary } from "./types";

/** Everything cached of long lists stands under this key. */
const KEY = "longlist";

function searchCandidates(body: CandidateQuery, signal?: AbortSignal): Promise<CandidateList> {
  return call(api.POST("/api/BuyerCompany/SearchLongCompany", { body, signal }));
}

/** One page of the buyers that a listing fits (SearchLongCompany). */
export function candidatesQuery(body: CandidateQuery) {
  return {
    queryKey: [KEY, "candidates", body.sellerBusinessId, body],
    queryFn: ({ signal }: { signal: AbortSignal }) => searchCandidates(body, signal),
  };
}

/** All that fit the conditions, as they are now: for ticking them all, and before an offer. */
export function allCandidates(body: CandidateQuery, limit: number): Promise<CandidateList> {
  return searchCandidates({ ...body, pageNumber: 1, limit });
}

/** The institution's saved lists, of one listing or ("") of all. */
export function longListsQuery(sellerBusinessId: string) {
  return queryOptions({
    queryKey: [KEY, "lists", sellerBusinessId],
    queryFn: async (): Promise<LongListSummary[]> =>
      (
        await call(
          api.GET("/api/BuyerCompany/GetLongListList", {
            params: { query: { sellerBusinessId: sellerBusinessId || undefined } },
          }),
        )
      ).longListList,
  });
}

export function longListQuery(longListId: string) {
  return queryOptions({
    queryKey: [KEY, "list", longListId],
    queryFn: (): Promise<LongList> => getLongList(longListId),
  });
}

export function getLongList(longListId: string): Promise<LongList> {
  return call(api.GET("/api/BuyerCompany/GetLongList", { params: { query: { longListId } } }));
}

/** The own listings: those that are shown, or all of them. */
export function ownListingsQuery(query: {
  freeWord: string;
  isPublic: boolean;
  pageNumber: number;
  limit: number;
}) {
  return queryOptions({
    queryKey: [KEY, "listings", query],
    queryFn: ({ signal }) =>
      call(
        api.GET("/api/SellerBusiness/SearchSellerBusinessAsync", {
          params: { query: { ...query, freeWord: query.freeWord || undefined, isOnlyPersonInCharge: true } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** A new list, or one with another name or other companies; without companyIds they stay. */
export async function saveLongList(body: {
  longListId?: string;
  version?: number;
  sellerBusinessId?: string;
  name: string;
  companyIds?: string[];
}): Promise<LongList> {
  const saved = await call(api.POST("/api/BuyerCompany/RegistLongList", { body }));
  await queryClient.invalidateQueries({ queryKey: [KEY] });
  return saved;
}

export async function deleteLongList(list: LongListSummary): Promise<void> {
  const { longListId, version } = list;
  await call(api.POST("/api/BuyerCompany/DeleteLongList", { body: { longListId, version } }));
  queryClient.removeQueries({ queryKey: [KEY, "list", longListId] });
  await queryClient.invalidateQueries({ queryKey: [KEY, "lists"] });
}

/** What may name the seller in a text that anonymous parties read (domain.md 3.3). */
export async function checkMessage(sellerBusinessId: string, messageBody: string) {
  const { anonymityWarnings } = await call(
    api.POST("/api/BuyerNegotiation/CheckMessage", { body: { sellerBusinessId, messageBody } }),
  );
  return anonymityWarnings;
}

/** After offers went out, candidates and negotiations are asked for anew. */
export function rereadAfterOffers(): Promise<unknown> {
  return Promise.all([KEY, NEGOTIATION_KEY].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
