import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { type Enumerations, useEnumerations } from "@/api/enumerations";
import type { components } from "@/api/schema.gen";
import type { Choice } from "@/search/choices";

type CompanyList = components["schemas"]["CompanyList"];

/** All companies in charge of the caller's institution that a condition can name, by name. */
function own(limits: Enumerations["limits"] | undefined) {
  return {
    isOnlyPersonInCharge: true,
    limit: limits?.limitAll,
    propertyName: "companyName",
    isDescending: "false",
  } as const;
}

/** The buyers in charge of the caller's institution that are public, by name. */
export function ownBuyersQuery(limits: Enumerations["limits"] | undefined) {
  return queryOptions({
    queryKey: ["buyers", "own"],
    enabled: limits !== undefined,
    queryFn: () =>
      call(
        api.GET("/api/BuyerCompany/SearchCompanyAsync", {
          params: { query: { ...own(limits), isPublic: true } },
        }),
      ),
    staleTime: 60_000,
  });
}

export function useOwnBuyers(on: boolean) {
  const limits = useEnumerations()?.limits;
  return useQuery({ ...ownBuyersQuery(limits), enabled: on && limits !== undefined });
}

/** The sellers in charge of the caller's institution, by name. */
export function useOwnSellers(on: boolean) {
  const limits = useEnumerations()?.limits;
  return useQuery({
    queryKey: ["sellers", "own"],
    enabled: on && limits !== undefined,
    queryFn: () => call(api.GET("/api/SellerCompany/SearchCompanyAsync", { params: { query: own(limits) } })),
    staleTime: 60_000,
  });
}

const known = new WeakMap<CompanyList, readonly Choice[]>();

/** The companies of a list as choices; undefined until they are there. The same list gives the same ones. */
export function choices(list: CompanyList | undefined): readonly Choice[] | undefined {
  if (list === undefined) return undefined;
  const before = known.get(list);
  if (before) return before;
  const made = list.companyList.map(({ companyId, displayName }) => ({
    value: companyId,
    label: displayName,
  }));
  known.set(list, made);
  return made;
}
