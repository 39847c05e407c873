import { api, call } from "@/api/client";
import { candidatesQuery, longListQuery } from "@/api/longlist";
import { queryClient } from "@/api/query";
import { fetchUncached } from "@/api/read";
import { rereadAfter } from "@/api/reread";
import type { CandidateList, CandidateQuery, LongList, LongListSummary } from "./types";

/** All matching candidates, read afresh: to select all of them, and before an offer. */
export const allCandidatesQuery = (body: CandidateQuery, limit: number) => ({
  ...candidatesQuery({ ...body, pageNumber: 1, limit }),
  staleTime: 0,
  gcTime: 0,
});

export function allCandidates(body: CandidateQuery, limit: number): Promise<CandidateList> {
  return fetchUncached(allCandidatesQuery(body, limit));
}

/** A list, read afresh. */
export function getLongList(longListId: string): Promise<LongList> {
  return fetchUncached(longListQuery(longListId));
}

/** Saves a new list, or changes a list's name or companies; without companyIds its companies stay. */
export async function saveLongList(body: {
  longListId?: string;
  version?: number;
  sellerBusinessId?: string;
  name: string;
  companyIds?: string[];
}): Promise<LongList> {
  const saved = await call(api.POST("/api/BuyerCompany/RegistLongList", { body }));
  await rereadAfter("longlist");
  return saved;
}

export async function deleteLongList(list: LongListSummary): Promise<void> {
  const { longListId, version } = list;
  await call(api.POST("/api/BuyerCompany/DeleteLongList", { body: { longListId, version } }));
  queryClient.removeQueries(longListQuery(longListId));
  await rereadAfter("longlist");
}

/** Hits in a text for anonymous readers that identify the seller (domain.md 3.3). */
export async function checkMessage(sellerBusinessId: string, messageBody: string) {
  const { anonymityWarnings } = await call(
    api.POST("/api/BuyerNegotiation/CheckMessage", { body: { sellerBusinessId, messageBody } }),
  );
  return anonymityWarnings;
}
