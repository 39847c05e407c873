import { useQueries, useQuery } from "@tanstack/react-query";
import { otherInstitutionsQuery } from "@/api/institution";
import { citiesQuery } from "@/api/master";
import { user } from "@/session/session";
import type { Names } from "./form/fields";
import type { ListingValues } from "./form/values";

/** The names for the codes in some listings; a name is a dash until it is loaded. */
export function useNames(...listings: readonly (ListingValues | null | undefined)[]): Names {
  const known = listings.filter((values) => values !== null && values !== undefined);
  const needsInstitutions = known.some((values) => values.restFinancial.length > 0);
  const institutions = useQuery({
    ...otherInstitutionsQuery(user.value?.clientId ?? ""),
    enabled: needsInstitutions,
  });
  const prefectures = [...new Set(known.map((values) => values.prefectureCode).filter(Boolean))];
  const cities = useQueries({ queries: prefectures.map(citiesQuery) });
  return {
    institution: (id) => institutions.data?.find((row) => row.financialId === id)?.financialName ?? "―",
    city: (code) =>
      cities.flatMap((query) => query.data ?? []).find((city) => city.code === code)?.name ?? "",
  };
}
