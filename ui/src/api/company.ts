import { type BodyOf, orNone, type QueryOf, read, readByPost } from "./read";

/** Buyers and sellers: two sets of calls with the same types. */
export type CompanyKind = "buyer" | "seller";

export const SEARCH_COMPANIES = {
  buyer: "/api/BuyerCompany/SearchCompanyAsync",
  seller: "/api/SellerCompany/SearchCompanyAsync",
} as const;
const OVERVIEW = {
  buyer: "/api/BuyerCompany/GetCompanyOverViewAsync",
  seller: "/api/SellerCompany/GetCompanyOverViewAsync",
} as const;
const DETAILS = {
  buyer: "/api/BuyerCompany/GetCompanyDetailsAsync",
  seller: "/api/SellerCompany/GetCompanyDetailsAsync",
} as const;
const HISTORY = {
  buyer: "/api/BuyerCompany/GetCompanyHistory",
  seller: "/api/SellerCompany/GetCompanyHistory",
} as const;
const CHECK = {
  buyer: "/api/BuyerCompany/CheckCompany",
  seller: "/api/SellerCompany/CheckCompany",
} as const;
const CHECK_OVERVIEW = {
  buyer: "/api/BuyerCompany/CheckCompanyOverview",
  seller: "/api/SellerCompany/CheckCompanyOverview",
} as const;
const CHECK_DETAILS = {
  buyer: "/api/BuyerCompany/CheckCompanyDetails",
  seller: "/api/SellerCompany/CheckCompanyDetails",
} as const;

export type CompanyConditions = QueryOf<(typeof SEARCH_COMPANIES)["buyer"]>;

export const companySearchQuery = (kind: CompanyKind, conditions: CompanyConditions) =>
  read("company", SEARCH_COMPANIES[kind], conditions, { isAbortable: true });

/** A company's overview; with "" a buyer's user gets its own company. */
export const companyOverviewQuery = (kind: CompanyKind, companyId: string) =>
  read("company", OVERVIEW[kind], { companyId });

/**
 * A company's details; null where there are none, or none that the user may see (SPEC.md section
 * 7).
 */
export const companyDetailsQuery = (kind: CompanyKind, companyId: string) =>
  orNone(read("company", DETAILS[kind], { companyId }));

export const companyHistoryQuery = (kind: CompanyKind, companyId: string) =>
  read("company", HISTORY[kind], { companyId });

/** Whom a seller's owner does not want to be approached (papers.md 2). */
export const avoidedQuery = (companyId: string) =>
  read("company", "/api/SellerCompany/GetAvoidedCompanies", { companyId });

/** Companies of the own institution that look like this one (domain.md 6 CheckCompany). */
export const duplicatesQuery = (
  kind: CompanyKind,
  conditions: { companyName: string; corporateRegistrationNumber: string; prefectureCode: string },
) => read("company", CHECK[kind], conditions);

/** An overview as it would be stored, without storing it. */
export const checkOverviewQuery = (kind: CompanyKind, body: BodyOf<(typeof CHECK_OVERVIEW)["buyer"]>) =>
  readByPost("check", CHECK_OVERVIEW[kind], body);

/** Details as they would be stored, without storing them. */
export const checkDetailsQuery = (kind: CompanyKind, body: BodyOf<(typeof CHECK_DETAILS)["buyer"]>) =>
  readByPost("check", CHECK_DETAILS[kind], body);

/** What a buyer has sent by its registration key, for its bank; null if nothing yet. */
export const registrationReviewQuery = (companyId: string) =>
  orNone(read("company", "/api/BuyerCompany/GetRegistration", { companyId }));

/** Whether the invitation to register reached a buyer. */
export const invitationQuery = (companyId: string) =>
  read("company", "/api/BuyerCompany/GetInvitation", { companyId });
