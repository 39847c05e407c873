import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "./client";
import { queryClient } from "./query";

/** Master lists (SPEC.md section 7 "Master data"), which do not change while one works. */
export const MASTERS = {
  industries: "/api/BussinessType/GetBusinessTypes",
  prefectures: "/api/Address/GetPrefecturesList",
  annualSales: "/api/Item/GetAnnualSalesItem",
  annualSalesSearch: "/api/Item/GetAnnualSalesSearchItem",
  acquisitionPrice: "/api/Item/GetAcquisitionPriceItem",
  salesPriceTo: "/api/Item/GetSalesPriceToItem",
  operatingProfit: "/api/Item/GetOperatingProfitItem",
  mAndA: "/api/Item/GetMAndAItem",
  singleAmount: "/api/Item/GetSingleAmountItem",
  peoples: "/api/Item/GetPeoplesItem",
  questionnaire: "/api/Item/GetQuestionnaireList",
  willingnessToSell: "/api/Item/GetWillingnessToSellItem",
} as const;

export type MasterName = keyof typeof MASTERS;

function masterOptions(name: MasterName) {
  return queryOptions({
    queryKey: ["master", name],
    queryFn: (): Promise<unknown> => call<unknown>(api.GET(MASTERS[name] as never, {} as never)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** One master list; T is its answer in the generated types. */
export function useMaster<T>(name: MasterName) {
  const query = useQuery(masterOptions(name));
  return { ...query, data: query.data as T | undefined };
}

/** The longest that the first screen holds up the lists that later ones need. */
const IDLE_MS = 3000;

/**
 * Loads all of them ahead, once the screen that was asked for has what it needs; a failure is
 * ignored (SPEC.md section 2, authenticated guard).
 */
export function prefetchMasters(): void {
  const load = () => {
    for (const name of Object.keys(MASTERS) as MasterName[])
      void queryClient.prefetchQuery(masterOptions(name));
  };
  // Safari has none.
  if (typeof requestIdleCallback === "function") requestIdleCallback(load, { timeout: IDLE_MS });
  else setTimeout(load);
}
