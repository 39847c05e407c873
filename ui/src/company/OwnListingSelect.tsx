import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import type { components } from "@/api/schema.gen";
import { type Search, SearchSelect } from "@/kit/SearchSelect";
import type { Choice, NamedOptions } from "@/search/choices";

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

const search: Search = {
  key: ["company", "shownListings"],
  ask: async (freeWord) => {
    const { sellerBusinessList, allCount } = await find({ freeWord: freeWord || undefined, limit: SHOWN });
    return { options: sellerBusinessList.map(choiceOf), more: allCount > sellerBusinessList.length };
  },
};

/** One of them, by its id; null where the bank has no such listing, or shows it no longer. */
export const shownListingQuery = (sellerBusinessId: string) =>
  queryOptions({
    queryKey: ["company", "shownListing", sellerBusinessId],
    queryFn: async (): Promise<Choice | null> => {
      const row = (await find({ sellerBusinessId, limit: 1 })).sellerBusinessList[0];
      return row ? choiceOf(row) : null;
    },
    enabled: sellerBusinessId !== "",
    staleTime: 60_000,
  });

/** One of the own listings that are shown, found by a word: a bank can have hundreds. */
export const ownListingControl: NamedOptions["control"] = (props) => <OwnListingSelect {...props} />;

function OwnListingSelect({ value, onChange, ...field }: Parameters<NamedOptions["control"]>[0]) {
  const client = useQueryClient();
  const chosen = useQuery(shownListingQuery(value)).data;
  return (
    <SearchSelect
      {...field}
      badge={false}
      value={value}
      valueLabel={chosen?.label ?? ""}
      onChange={(id, label) => {
        const row: Choice = { value: id, label };
        if (id) client.setQueryData(shownListingQuery(id).queryKey, row);
        onChange(id);
      }}
      search={search}
    />
  );
}
