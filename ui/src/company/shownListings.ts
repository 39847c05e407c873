import { api, call } from "@/api/client";
import type { components } from "@/api/schema.gen";
import type { Search } from "@/kit/SearchSelect";
import type { Choice } from "@/search/choices";
import { choiceQuery } from "@/search/NamedSelect";

/** How many are shown. */
const SHOWN = 20;

/** The own listings that are shown: only they can be offered, and so be compared. */
const find = (query: { freeWord?: string; sellerBusinessId?: string; limit: number }) =>
  call<components["schemas"]["ListingList"]>(
    api.GET("/api/SellerBusiness/SearchSellerBusinessAsync", {
      params: { query: { ...query, isOnlyPersonInCharge: true, isPublic: true } },
    }),
  );

const choiceOf = (row: components["schemas"]["ListingList"]["sellerBusinessList"][number]): Choice => ({
  value: row.sellerBusinessId,
  label: row.businessName,
});

/** Those that a word finds: a bank can have hundreds. */
export const shownListingSearch: Search = {
  key: ["company", "shownListings"],
  ask: async (freeWord) => {
    const { sellerBusinessList, allCount } = await find({ freeWord: freeWord || undefined, limit: SHOWN });
    return { options: sellerBusinessList.map(choiceOf), more: allCount > sellerBusinessList.length };
  },
};

/** One of them, by its id; null where the bank has no such listing, or shows it no longer. */
export const shownListingQuery = (sellerBusinessId: string) =>
  choiceQuery(["company", "shownListing"], sellerBusinessId, async () => {
    const row = (await find({ sellerBusinessId, limit: 1 })).sellerBusinessList[0];
    return row ? choiceOf(row) : null;
  });
