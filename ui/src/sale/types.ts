import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** A listing's overview at the reader's level (domain.md 3.5). */
export type ListingOverview = Schemas["ListingOverview"];
/** A listing's details at the reader's level: bands at L3, exact amounts in 千円 from L4 on. */
export type ListingDetails = Schemas["ListingDetails"];
/** A row of the listing search, at the reader's level (SPEC.md section 3). */
export type ListingRow = Schemas["ListingRow"];
