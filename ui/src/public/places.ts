import { useQuery } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** Prefectures by region; undefined until they are there. */
export function usePrefectures(): Schemas["PlaceRow"][] | undefined {
  const regions = useMaster<Schemas["RegionPlaces"][]>("prefectures");
  return regions.data?.flatMap((region) => region.items).sort((a, b) => a.code.localeCompare(b.code));
}

/** The municipalities of a prefecture that an address can name. */
export function useCities(prefectureCode: string): Schemas["CityRow"][] | undefined {
  const cities = useQuery({
    queryKey: ["master", "cities", prefectureCode],
    queryFn: () => call(api.GET("/api/Address/GetCitiesList", { params: { query: { prefectureCode } } })),
    enabled: prefectureCode !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  return cities.data?.filter((city) => city.isSelectable);
}

/** The places of a postal code; several where it covers several towns. */
export function addressesOf(postalCode: string): Promise<Schemas["AddressRow"][]> {
  return call(api.GET("/api/Address/GetAddressByPostalCode", { params: { query: { postalCode } } }));
}
