import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** A row of the listing search, at the reader's level (SPEC.md section 3). */
export type ListingRow = Schemas["ListingRow"];
/** A listing's overview at the reader's level (domain.md 3.5). */
export type ListingOverview = Schemas["ListingOverview"];
/** A listing's details at the reader's level: bands at L3, exact amounts in 千円 from L4 on. */
export type ListingDetails = Schemas["ListingDetails"];

/** Disclosure levels (domain.md 3.5). */
export const LEVEL = { anonymous: 1, negotiating: 2, consented: 3, realName: 4, inCharge: 9 } as const;

/** Listing statuses that screens decide by (SPEC.md section 4). */
export const LISTING = { showing: 1, concluded: 2, outsidePeriod: 5 } as const;

/** Interest (SPEC.md section 3 Enumerations). */
export const INTEREST = { none: 0, notInterested: 1, interested: 2 } as const;

/** Routes of user actions (SPEC.md section 3 Enumerations). */
export const ROUTE = { none: 0, recommend: 1, offer: 2 } as const;
