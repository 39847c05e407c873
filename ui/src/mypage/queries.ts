import { listingSearchQuery } from "@/api/listing";
import { buyersNegotiationsQuery } from "@/api/negotiation";
import { ALL } from "@/api/read";

/** Negotiations of the own company. */
export const negotiationsQuery = buyersNegotiationsQuery({ limit: ALL });

/** Of the lists of listings, as many as the desk shows. */
const SHOWN = { limit: 20, pageNumber: 1 } as const;

/** Offer list: offered, unread, public, not only in charge (SPEC.md section 9). */
export const offersQuery = listingSearchQuery({
  isOffered: true,
  isNotRead: true,
  isPublic: true,
  isOnlyPersonInCharge: false,
  ...SHOWN,
});

/** Recommended list: unread, recommended (SPEC.md section 9), the best first. */
export const recommendedQuery = listingSearchQuery({
  isNotRead: true,
  isRecommended: true,
  propertyName: "score",
  isDescending: "true",
  ...SHOWN,
});
