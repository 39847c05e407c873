import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import type { components } from "@/api/schema.gen";
import type { Search } from "@/kit/SearchSelect";
import type { Choice } from "@/search/choices";
import { choiceQuery } from "@/search/NamedSelect";

/** Buyers that are public, or sellers. */
export type OwnKind = "buyer" | "seller";

/** How many companies a choice shows at a time. */
export const SHOWN = 20;

/** Companies in charge of the caller's institution that a condition can name. */
function search(kind: OwnKind, query: { companyName?: string; companyIds?: string[]; limit: number }) {
  const own = {
    ...query,
    isOnlyPersonInCharge: true,
    propertyName: "companyName",
    isDescending: "false",
  } as const;
  return call<components["schemas"]["CompanyList"]>(
    kind === "buyer"
      ? api.GET("/api/BuyerCompany/SearchCompanyAsync", { params: { query: { ...own, isPublic: true } } })
      : api.GET("/api/SellerCompany/SearchCompanyAsync", { params: { query: own } }),
  );
}

const choiceOf = ({ companyId, displayName }: { companyId: string; displayName: string }): Choice => ({
  value: companyId,
  label: displayName,
});

/** The first companies by name whose name has the word, and how many there are. */
export const companiesQuery = (kind: OwnKind, word: string) =>
  queryOptions({
    queryKey: ["ownCompanies", kind, word],
    queryFn: () => search(kind, { companyName: word || undefined, limit: SHOWN }),
    staleTime: 60_000,
  });

/** The same as choices. */
export const companySearch = (kind: OwnKind): Search => ({
  key: ["ownCompanies", kind, "options"],
  ask: async (companyName) => {
    const { companyList, allCount } = await search(kind, {
      companyName: companyName || undefined,
      limit: SHOWN,
    });
    return { options: companyList.map(choiceOf), more: allCount > companyList.length };
  },
});

/** One of them, by its id; null where the bank has no such company. */
export const ownCompanyQuery = (kind: OwnKind, companyId: string) =>
  choiceQuery(["ownCompanies", kind, "one"], companyId, async () => {
    const row = (await search(kind, { companyIds: [companyId], limit: 1 })).companyList[0];
    return row ? choiceOf(row) : null;
  });
