import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";
import { listingOverviewQuery } from "@/api/listing";
import { pageFetch } from "@/api/query";
import type { ListingOverview } from "@/sale/types";
import { isFIN } from "@/session/session";

/** Every reading beyond L2 is a line of the disclosure ledger: coming back to the window is none. */
export const RARELY_REFETCHED = { refetchOnWindowFocus: false, staleTime: 60_000 } as const;

/** A listing as it was answered. */
export interface Read {
  listing: ListingOverview;
  /** False where the bank in charge reads what it edits, since nothing was published yet. */
  isPublished: boolean;
}

/** A bank is refused what is not published: what it edits may be its own. */
const isRefused = (error: Error | null) => isFIN.peek() && error instanceof ApiError && error.status === 400;

/**
 * A listing's overview at the reader's level; for a bank, as one of its buyers where one is
 * named. The bank in charge reads what is published, as everybody does, for it edits at its
 * desk; before the first publication it reads what it edits.
 */
export function useListing(sellerBusinessId: string, companyId: string): Read | undefined {
  const published = useQuery({
    ...listingOverviewQuery({ sellerBusinessId, companyId, isPublished: true }),
    ...RARELY_REFETCHED,
    throwOnError: (error) => !isRefused(error),
  });
  const isUnpublished = isRefused(published.error);
  const working = useQuery({
    ...listingOverviewQuery({ sellerBusinessId, companyId, isPublished: false }),
    ...RARELY_REFETCHED,
    ...pageFetch,
    enabled: isUnpublished,
  });
  // What is refused is asked for again with every reread: what was edited stays on screen meanwhile.
  const listing = isUnpublished ? working.data : (published.data ?? working.data);
  return listing && { listing, isPublished: listing === published.data };
}
