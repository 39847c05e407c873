import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { anonymityQuery, listingDetailsQuery } from "@/api/listing";
import { user } from "@/session/session";
import { anonymityInput, distinctHits, isBinding, justificationsFor, openHits } from "../form/anonymity";
import { clearJustifications, readJustifications } from "../form/justifications";
import { valuesOf } from "../form/storedValues";
import type { Masters } from "../masters";
import { missingOf } from "../rules";
import type { Overview } from "../types";

/**
 * The checks before any request to the seller, by link or on paper: the missing fields, and the
 * hits of the anonymity check with the lines that justify them (domain.md 3.1, 3.3).
 */
export function useApprovalChecks(listing: Overview, masters: Masters) {
  const userId = user.value?.userId ?? "";
  const details = useQuery(listingDetailsQuery({ sellerBusinessId: listing.sellerBusinessId }));
  const [writtenLines, setWrittenLines] = useState(() =>
    readJustifications(listing.sellerBusinessId, userId),
  );
  const [isExposureAccepted, acceptExposure] = useState(false);
  const values = valuesOf(listing, details.data ?? null);
  const check = useQuery({
    ...anonymityQuery(anonymityInput(values, masters.regions)),
    enabled: details.isSuccess,
    throwOnError: false,
  });
  const hits = (check.data?.report.hits ?? []).filter(isBinding);
  return {
    missing: details.isSuccess ? missingOf(values, masters) : [],
    isChecking: details.isPending || check.isPending,
    /** True if the check failed; the server checks again when the request is sent. */
    isUnchecked: check.isError,
    hits: distinctHits(hits),
    open: openHits(hits, writtenLines),
    coordinates: check.data?.report.coordinates,
    /** The reader has confirmed that the company may be guessed from its data (domain.md 3.3). */
    isExposureAccepted,
    acceptExposure,
    written: writtenLines,
    write: (key: string, line: string) => setWrittenLines((lines) => ({ ...lines, [key]: line })),
    justifications: justificationsFor(hits, writtenLines),
    clear: () => clearJustifications(listing.sellerBusinessId, userId),
  };
}

export type ApprovalChecks = ReturnType<typeof useApprovalChecks>;
