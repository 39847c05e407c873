import { useQuery } from "@tanstack/react-query";
import { companyDetailsQuery, companyOverviewQuery, companySearchQuery } from "@/api/company";
import { listingDetailsQuery, listingOverviewQuery } from "@/api/listing";
import { pageFetch } from "@/api/query";
import type { components } from "@/api/schema.gen";
import { PAGE_SIZE } from "@/kit/Pagination";
import type { CompanyFacts } from "./form/newValues";
import type { Details, Overview } from "./types";

/** What is published of a listing, whole; undefined until it is there, and where nothing is published. */
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

/** What the seller's own pages say: overview and details as one; details may be missing. */
export function useCompanyFacts(companyId: string): CompanyFacts | undefined {
  // A cached copy may be older than the last change: a form begins with what is stored now.
  const how = { enabled: companyId !== "", refetchOnMount: "always", ...pageFetch } as const;
  const overview = useQuery({ ...companyOverviewQuery("seller", companyId), ...how });
  const details = useQuery({ ...companyDetailsQuery("seller", companyId), ...how });
  if (!overview.isFetchedAfterMount || !details.isFetchedAfterMount) return undefined;
  return overview.data && details.data !== undefined
    ? { ...overview.data, ...details.data, companyId }
    : undefined;
}

/** What buyers are searched by, to offer a listing to. */
export interface BuyerConditions {
  /** A large class that they want to buy in. */
  industry: string;
  prefecture: string;
  needsName: string;
}

export type BuyerList = components["schemas"]["CompanyList"];

/** Public buyers of the network, whom the listing fits best first; those of other institutions without a name. */
export const buyersQuery = (
  sellerBusinessId: string,
  { industry, prefecture, needsName }: BuyerConditions,
  pageNumber: number,
) =>
  companySearchQuery("buyer", {
    isPublic: true,
    sellerBusinessId,
    propertyName: "score",
    isDescending: "true",
    needsName: needsName || undefined,
    prefecture: prefecture ? [prefecture] : undefined,
    businessIndustryTypes: industry ? JSON.stringify({ category: [industry], sub_category: [] }) : undefined,
    pageNumber,
    limit: PAGE_SIZE,
  });
