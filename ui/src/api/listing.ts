import { queryOptions } from "@tanstack/react-query";
import { type BodyOf, orNone, part, type QueryOf, read, readByPost } from "./read";

/** Listings that fit the conditions, at the reader's level. */
export const SEARCH_LISTINGS = "/api/SellerBusiness/SearchSellerBusinessAsync";
/** What the seller's bank computed of the price for itself. */
export const VALUATION = "/api/SellerBusiness/GetValuation";
type ListingConditions = QueryOf<typeof SEARCH_LISTINGS>;

export const listingSearchQuery = (conditions: ListingConditions) =>
  read("listing", SEARCH_LISTINGS, conditions, {
    isAbortable: true,
    // This call takes lists as a=1&a=2.
    init: { querySerializer: { array: { style: "form", explode: true } } },
  });

/** Which listing is read, as which buyer ("" for none), and whether in its published version. */
interface ListingReading {
  sellerBusinessId: string;
  companyId?: string;
  isPublished?: boolean;
}

const conditionsOf = ({ sellerBusinessId, companyId, isPublished }: ListingReading) => ({
  sellerBusinessId,
  companyId: companyId || undefined,
  isPublished,
});

/**
 * A listing's overview at the reader's level; for the bank in charge with the actions that are
 * possible now.
 */
export const listingOverviewQuery = (reading: ListingReading) =>
  read("listing", "/api/SellerBusiness/GetSellerBusinessOverViewAsync", conditionsOf(reading));

/** A listing's details at the reader's level; null until they were saved once. */
export const listingDetailsQuery = (reading: ListingReading) =>
  orNone(read("listing", "/api/SellerBusiness/GetSellerBusinessDetailsAsync", conditionsOf(reading)));

/** What the seller's bank computed of the price for itself, in versions; of a listing in the reader's charge. */
export const valuationQuery = (sellerBusinessId: string) => read("listing", VALUATION, { sellerBusinessId });

/** 相場: medians of concluded deals, the same for every member. */
export const marketPricesQuery = read("listing", "/api/MarketPrice/GetMarketPrices", {});

/** Whether the working content equals the published one, and the state of an approval request. */
export const listingApprovalQuery = (sellerBusinessId: string) =>
  orNone(read("listing", "/api/SellerBusiness/IsSellerBusinessApprovedData", { sellerBusinessId }));

/** The working content as buyers will see it. */
export const listingPreviewQuery = (sellerBusinessId: string) =>
  read("listing", "/api/SellerBusiness/GetSellerBusinessPreview", { sellerBusinessId });

export const listingHistoryQuery = (sellerBusinessId: string) =>
  part(
    read("listing", "/api/SellerBusiness/GetSellerBusinessHistory", { sellerBusinessId }),
    ({ historyList }) => historyList,
  );

/** The number of listings by published region. */
export const regionFiguresQuery = read("listing", "/api/SellerBusiness/GetRegionFigures", {});

/** The anonymity check of texts that the user is typing (domain.md 3.3). */
export const anonymityQuery = (input: BodyOf<"/api/SellerBusiness/CheckAnonymity">) =>
  queryOptions({
    ...part(readByPost("listing", "/api/SellerBusiness/CheckAnonymity", input), (report) => ({
      input,
      report,
    })),
    gcTime: 60_000,
  });

/** How the newest approval request went to the seller: by letter, or by a mail that left or waits. */
export const approvalDeliveryQuery = (sellerBusinessId: string) =>
  read("listing", "/api/SellerBusiness/GetApprovalDelivery", { sellerBusinessId });
