import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, call, noneOn400 } from "@/api/client";
import type { components } from "@/api/schema.gen";
import { PAGE_SIZE } from "@/kit/Pagination";
import type { CompanyFacts } from "./newValues";
import type { AnonymityInput } from "./types";

/** Everything cached of listings at this desk stands under this key. */
const DESK = "desk";

/** A list without pages (SPEC.md section 9). */
const ALL = 99_999_999;

/** A listing's working overview, with what its institution can do now. */
export const overviewQuery = (sellerBusinessId: string) =>
  queryOptions({
    queryKey: [DESK, "overview", sellerBusinessId],
    queryFn: () =>
      call(
        api.GET("/api/SellerBusiness/GetSellerBusinessOverViewAsync", {
          params: { query: { sellerBusinessId } },
        }),
      ),
  });

/** A listing's working details; null until they were saved once. */
export const detailsQuery = (sellerBusinessId: string) =>
  queryOptions({
    queryKey: [DESK, "details", sellerBusinessId],
    queryFn: () =>
      noneOn400(
        api.GET("/api/SellerBusiness/GetSellerBusinessDetailsAsync", {
          params: { query: { sellerBusinessId } },
        }),
      ),
  });

/** What is published of a listing, whole; null where nothing is. */
export const publishedQuery = (sellerBusinessId: string) =>
  queryOptions({
    queryKey: [DESK, "published", sellerBusinessId],
    queryFn: async () => {
      const query = { params: { query: { sellerBusinessId, isPublished: true } } };
      const overview = await noneOn400(api.GET("/api/SellerBusiness/GetSellerBusinessOverViewAsync", query));
      if (!overview) return null;
      return {
        overview,
        details: await noneOn400(api.GET("/api/SellerBusiness/GetSellerBusinessDetailsAsync", query)),
      };
    },
  });

/** Whether the working content is the published one, and where a request stands. */
export const approvalQuery = (sellerBusinessId: string) =>
  queryOptions({
    queryKey: [DESK, "approval", sellerBusinessId],
    queryFn: () =>
      noneOn400(
        api.GET("/api/SellerBusiness/IsSellerBusinessApprovedData", {
          params: { query: { sellerBusinessId } },
        }),
      ),
  });

/** The working content as buyers would see it. */
export const previewQuery = (sellerBusinessId: string) =>
  queryOptions({
    queryKey: [DESK, "preview", sellerBusinessId],
    queryFn: () =>
      call(
        api.GET("/api/SellerBusiness/GetSellerBusinessPreview", { params: { query: { sellerBusinessId } } }),
      ),
  });

export const historyQuery = (sellerBusinessId: string) =>
  queryOptions({
    queryKey: [DESK, "history", sellerBusinessId],
    queryFn: async () =>
      (
        await call(
          api.GET("/api/SellerBusiness/GetSellerBusinessHistory", {
            params: { query: { sellerBusinessId } },
          }),
        )
      ).historyList,
  });

export const ledgerQuery = (sellerBusinessId: string) =>
  queryOptions({
    queryKey: [DESK, "ledger", sellerBusinessId],
    queryFn: async () =>
      (
        await call(
          api.GET("/api/SellerBusiness/GetDisclosureLedger", { params: { query: { sellerBusinessId } } }),
        )
      ).ledgerList,
  });

/** Whom the bank approached and who asked, as the owner is told (domain.md 0.12). */
export const approachesQuery = (sellerBusinessId: string) =>
  queryOptions({
    queryKey: [DESK, "approaches", sellerBusinessId],
    queryFn: async () =>
      (await call(api.GET("/api/SellerBusiness/GetApproaches", { params: { query: { sellerBusinessId } } })))
        .approachList,
  });

/** The buyers that talk with the seller's institution about a listing, or were offered it. */
export const partnersQuery = (sellerBusinessId: string) =>
  queryOptions({
    queryKey: [DESK, "partners", sellerBusinessId],
    queryFn: async () =>
      (
        await call(
          api.GET("/api/BuyerNegotiation/PartnerListBySellerFinancial", {
            params: { query: { sellerBusinessId, limit: ALL } },
          }),
        )
      ).partnerList,
  });

/** What the seller's own pages say: overview and details as one; details may be missing. */
export const companyQuery = (companyId: string) =>
  queryOptions({
    queryKey: [DESK, "company", companyId],
    queryFn: async (): Promise<CompanyFacts> => {
      const query = { params: { query: { companyId } } };
      const [overview, details] = await Promise.all([
        call(api.GET("/api/SellerCompany/GetCompanyOverViewAsync", query)),
        noneOn400(api.GET("/api/SellerCompany/GetCompanyDetailsAsync", query)),
      ]);
      return { ...overview, ...details, companyId };
    },
  });

/** The user type of a seller's persons in charge (domain.md 6). */
const SELLER_USER = 3;

/** The seller's persons in charge, who approve by mailed links. */
export const sellerUsersQuery = (companyId: string) =>
  queryOptions({
    queryKey: [DESK, "users", companyId],
    queryFn: async () =>
      (
        await call(
          api.GET("/api/SellerCompanyUser/GetUsersList", {
            params: { query: { clientId: companyId, userType: SELLER_USER } },
          }),
        )
      ).userList,
  });

/** The other members of the network, which a listing may be kept from. */
export const institutionsQuery = (own: string) =>
  queryOptions({
    queryKey: [DESK, "institutions", own],
    queryFn: async () =>
      (
        await call(
          api.GET("/api/Financial/RestFinancial", {
            params: {
              query: {
                notTargetFinancialId: own,
                limit: ALL,
                propertyName: "financialName",
                isDescending: "false",
              },
            },
          }),
        )
      ).financialList,
    staleTime: 300_000,
  });

export const citiesQuery = (prefectureCode: string) =>
  queryOptions({
    queryKey: ["master", "cities", prefectureCode],
    queryFn: () => call(api.GET("/api/Address/GetCitiesList", { params: { query: { prefectureCode } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The anonymity check of what is typed (domain.md 3.3). */
export const anonymityQuery = (input: AnonymityInput) =>
  queryOptions({
    queryKey: [DESK, "anonymity", input],
    queryFn: async () => ({
      input,
      report: await call(api.POST("/api/SellerBusiness/CheckAnonymity", { body: input })),
    }),
    gcTime: 60_000,
  });

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
  queryOptions({
    queryKey: [DESK, "buyers", sellerBusinessId, industry, prefecture, needsName, pageNumber],
    queryFn: () =>
      call(
        api.GET("/api/BuyerCompany/SearchCompanyAsync", {
          params: {
            query: {
              isPublic: true,
              sellerBusinessId,
              propertyName: "score",
              isDescending: "true",
              needsName: needsName || undefined,
              prefecture: prefecture ? [prefecture] : undefined,
              businessIndustryTypes: industry
                ? JSON.stringify({ category: [industry], sub_category: [] })
                : undefined,
              pageNumber,
              limit: PAGE_SIZE,
            },
          },
        }),
      ),
  });

/** Rereads what a deed on a listing may have changed, here and in every list that shows it. */
export function useReread(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "master" }),
    [client],
  );
}
