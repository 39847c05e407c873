import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { type Enumerations, useEnumerations } from "@/api/enumerations";

/** The buyers in charge of the caller's institution that are public, by name. */
export function ownBuyersQuery(limits: Enumerations["limits"] | undefined) {
  return queryOptions({
    queryKey: ["buyers", "own"],
    enabled: limits !== undefined,
    queryFn: () =>
      call(
        api.GET("/api/BuyerCompany/SearchCompanyAsync", {
          params: {
            query: {
              isOnlyPersonInCharge: true,
              isPublic: true,
              limit: limits?.limitAll,
              propertyName: "companyName",
              isDescending: "false",
            },
          },
        }),
      ),
    staleTime: 60_000,
  });
}

export function useOwnBuyers(on: boolean) {
  const limits = useEnumerations()?.limits;
  const query = ownBuyersQuery(limits);
  return useQuery({ ...query, enabled: on && limits !== undefined });
}
