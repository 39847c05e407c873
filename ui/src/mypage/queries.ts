import { listingSearchQuery } from "@/api/listing";
import { buyersNegotiationsQuery } from "@/api/negotiation";
import { ALL } from "@/api/read";

/** The negotiations of the user's own company. */
export const negotiationsQuery = buyersNegotiationsQuery({ limit: ALL });

/** The rows that the top page fetches of a list of listings. */
const FIRST_PAGE = { limit: 20, pageNumber: 1 } as const;

/** Offers: unread public listings, also of buyers that the user is not in charge of (SPEC.md section 9). */
export const offersQuery = listingSearchQuery({
  isOffered: true,
  isNotRead: true,
  isPublic: true,
  isOnlyPersonInCharge: false,
  ...FIRST_PAGE,
});

/** Recommended unread listings (SPEC.md section 9), highest score first. */
export const recommendedQuery = listingSearchQuery({
  isNotRead: true,
  isRecommended: true,
  propertyName: "score",
  isDescending: "true",
  ...FIRST_PAGE,
});
