import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** A buyer that a listing fits, as the institution in charge of the listing may know it (domain.md 3.5, 8). */
export type Candidate = Schemas["LongCompanyRow"];
/** The listing that candidates are looked for. */
export type Listing = Schemas["LongListListing"];
/** The body of SearchLongCompany (SPEC.md section 7 Search parameter vocabulary). */
export type CandidateQuery = Schemas["LongCompanyQuery"];
export type CandidateList = Schemas["LongCompanyList"];
export type LongListSummary = Schemas["LongListSummary"];
export type LongList = Schemas["LongListView"];
export type Hit = Schemas["Hit"];

/** Listing statuses that screens decide by (SPEC.md section 4). */
export const SHOWING = 1;

/** Where these screens are (routes.tsv). */
export const ROUTES = {
  lists: "/buyer-company-longlist",
  listings: "/buyer-company-longlist/seller-business",
  list: (longListId: string) => `/buyer-company-longlist/${longListId}`,
  candidates: (sellerBusinessId: string) => `/buyer-company-longlist/seller-business/${sellerBusinessId}`,
} as const;
