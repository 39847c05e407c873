import { effect } from "@preact/signals-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { whenIdle } from "@/lib/idle";
import { pending } from "@/lib/loading";
import { queryClient } from "./query";
import { fetchUncached, read } from "./read";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** Master lists (SPEC.md section 7 "Master data"), which do not change during a session. */
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

const CITIES = "/api/Address/GetCitiesList";
const INSTITUTIONS = "/api/Item/GetFinancialInstitutionsList";

/** The name of a master call for the message about its failure (messages.ts); "" for any other call. */
export function masterName(path: unknown): string {
  const named = Object.entries({ ...MASTERS, cities: CITIES, institutions: INSTITUTIONS });
  return named.find(([, one]) => one === path)?.[0] ?? "";
}

const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

const masterQuery = (name: MasterName) =>
  queryOptions({ ...read("master", MASTERS[name] as (typeof MASTERS)["industries"], {}), ...forever });

/** One master list; T is its answer in the generated types. */
export function useMaster<T>(name: MasterName) {
  const query = useQuery(masterQuery(name));
  return { ...query, data: query.data as T | undefined };
}

/** The municipalities of a prefecture. */
export const citiesQuery = (prefectureCode: string) =>
  queryOptions({
    ...read("master", CITIES, { prefectureCode }),
    enabled: prefectureCode !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The municipalities that an address can name; undefined until they are loaded. */
export function useCities(prefectureCode: string): Schemas["CityRow"][] | undefined {
  return useQuery(citiesQuery(prefectureCode)).data?.filter((city) => city.isSelectable);
}

/** Prefectures in the order of their codes; undefined until they are loaded. */
export function usePrefectures(): Schemas["PlaceRow"][] | undefined {
  const regions = useMaster<Schemas["RegionPlaces"][]>("prefectures");
  return regions.data?.flatMap((region) => region.items).sort((a, b) => a.code.localeCompare(b.code));
}

/** The places of a postal code; several where it covers several towns. */
export function addressesOf(postalCode: string): Promise<Schemas["AddressRow"][]> {
  return fetchUncached(read("master", "/api/Address/GetAddressByPostalCode", { postalCode }));
}

/** Institutions of Japan by code, name or kana. */
export const japanInstitutionsQuery = (word: string, limit: number) =>
  queryOptions({
    ...read("master", INSTITUTIONS, { word, limit }),
    enabled: word !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How long no other request may be running before the lists for later screens are fetched. */
const QUIET_MS = 1000;

let isPrefetchStarted = false;

/** One at a time, so that the user's own requests do not wait behind a dozen of them. */
function fetchOneByOne([name, ...rest]: readonly MasterName[]): void {
  if (name === undefined) return;
  whenIdle(() => void queryClient.prefetchQuery(masterQuery(name)).then(() => fetchOneByOne(rest)));
}

/**
 * Loads all master lists in advance, once the current screen has loaded; a failure is ignored
 * (SPEC.md section 2, authenticated guard).
 */
export function prefetchMasters(): void {
  if (isPrefetchStarted) return;
  isPrefetchStarted = true;
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
