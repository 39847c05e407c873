import { queryOptions } from "@tanstack/react-query";
import { ALL, part, read } from "./read";

/** The bank's own institution. */
export const institutionQuery = read("institution", "/api/Financial/GetFinancialInfo", {});

/** The other members of the network, which a listing may exclude. */
export const otherInstitutionsQuery = (own: string) =>
  queryOptions({
    ...part(
      read("institution", "/api/Financial/RestFinancial", {
        notTargetFinancialId: own,
        limit: ALL,
        propertyName: "financialName",
        isDescending: "false",
      }),
      ({ financialList }) => financialList,
    ),
    staleTime: 300_000,
  });
