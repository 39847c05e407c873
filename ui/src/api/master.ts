import { effect } from "@preact/signals-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { whenIdle } from "@/lib/idle";
import { pending } from "@/lib/loading";
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

/** How long nothing else may be under way before the lists that later screens need are fetched. */
const QUIET_MS = 1000;

let ahead = false;

/** One at a time, so that what the user does meanwhile is not behind a dozen of them. */
function fetchOneByOne([name, ...rest]: readonly MasterName[]): void {
  if (name === undefined) return;
  whenIdle(() => void queryClient.prefetchQuery(masterOptions(name)).then(() => fetchOneByOne(rest)));
}

/**
 * Loads all of them ahead, once the screen that was asked for has what it needs; a failure is
 * ignored (SPEC.md section 2, authenticated guard).
 */
export function prefetchMasters(): void {
  if (ahead) return;
  ahead = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    clearTimeout(timer);
    if (pending.value > 0) return;
    timer = setTimeout(() => {
      stop();
      fetchOneByOne(Object.keys(MASTERS) as MasterName[]);
    }, QUIET_MS);
  });
}
