import { useQuery } from "@tanstack/react-query";
import { companyDetailsQuery, companyOverviewQuery, companySearchQuery } from "@/api/company";
import { listingDetailsQuery, listingOverviewQuery } from "@/api/listing";
import { pageFetch } from "@/api/query";
import type { components } from "@/api/schema.gen";
import { PAGE_SIZE } from "@/kit/Pagination";
import { withoutOf } from "@/search/widened";
import type { CompanyFacts } from "./form/newValues";
import type { Details, Overview } from "./types";

/** The published content of a listing; undefined until loaded, and if nothing is published. */
export function usePublished(
  sellerBusinessId: string,
  enabled: boolean,
): { overview: Overview; details: Details | null } | undefined {
  const reading = { sellerBusinessId, isPublished: true };
  const overview = useQuery({ ...listingOverviewQuery(reading), enabled });
  const details = useQuery({ ...listingDetailsQuery(reading), enabled: enabled && overview.isSuccess });
  if (!overview.isSuccess || details.data === undefined) return undefined;
  return { overview: overview.data, details: details.data };
}

/** A seller's overview and details as one object; the details may be missing. */
export function useCompanyFacts(companyId: string): CompanyFacts | undefined {
  // A cached copy may be older than the last change, so the stored data is read afresh.
  const options = { enabled: companyId !== "", refetchOnMount: "always", ...pageFetch } as const;
  const overview = useQuery({ ...companyOverviewQuery("seller", companyId), ...options });
  const details = useQuery({ ...companyDetailsQuery("seller", companyId), ...options });
  if (!overview.isFetchedAfterMount || !details.isFetchedAfterMount) return undefined;
  return overview.data && details.data !== undefined
    ? { ...overview.data, ...details.data, companyId }
    : undefined;
}

/** The conditions of the search for buyers to whom to offer a listing. */
export interface BuyerConditions {
  /** A large class in which the buyers want to buy. */
  industry: string;
  prefecture: string;
  needsName: string;
  /** Words that are not searched beside it. */
  without: string[];
}

export type BuyerList = components["schemas"]["CompanyList"];

/** The query for public buyers of the network, best fit first; those of other institutions without a name. */
export const buyersQuery = (
  sellerBusinessId: string,
  { industry, prefecture, needsName, without }: BuyerConditions,
  pageNumber: number,
) =>
  companySearchQuery("buyer", {
    isPublic: true,
    sellerBusinessId,
    propertyName: "score",
    isDescending: "true",
    needsName: needsName || undefined,
    without: withoutOf(needsName, without),
    prefecture: prefecture ? [prefecture] : undefined,
    businessIndustryTypes: industry ? JSON.stringify({ category: [industry], sub_category: [] }) : undefined,
    pageNumber,
    limit: PAGE_SIZE,
  });
