import { listingSearchQuery } from "@/api/listing";
import type { components } from "@/api/schema.gen";
import type { Search } from "@/kit/SearchSelect";
import type { Choice } from "@/search/choices";

type ListingList = components["schemas"]["ListingList"];

/** How many are shown. */
const SHOWN = 20;

/** The own listings that are public: only they can be offered, and so be compared. */
const find = (conditions: { freeWord?: string; sellerBusinessId?: string; limit: number }) =>
  listingSearchQuery({ ...conditions, isOnlyPersonInCharge: true, isPublic: true });

const choiceOf = (row: ListingList["sellerBusinessList"][number]): Choice => ({
  value: row.sellerBusinessId,
  label: row.businessName,
});

/** The search for listings by a word of their name, as a bank can have hundreds. */
export const shownListingSearch: Search = (word) => ({
  ...find({ freeWord: word || undefined, limit: SHOWN }),
  select: ({ sellerBusinessList, allCount }: ListingList) => ({
    options: sellerBusinessList.map(choiceOf),
    more: allCount > sellerBusinessList.length,
  }),
});

/** One of them by its id; null if the bank has no such public listing. */
export const shownListingQuery = (sellerBusinessId: string) => ({
  ...find({ sellerBusinessId, limit: 1 }),
  select: ({ sellerBusinessList: [row] }: ListingList) => (row ? choiceOf(row) : null),
});
