import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

/** A listing as its institution reads it: the working content (domain.md 3.1). */
export type Overview = Schemas["ListingOverview"];
export type Details = Schemas["ListingDetails"];
export type OverviewInput = Schemas["ListingOverviewInput"];
export type DetailsInput = Schemas["ListingDetailsInput"];
export type SavedListing = Schemas["SavedListing"];
export type ApprovalState = Schemas["ApprovalState"];
export type ApprovalSheet = Schemas["ApprovalSheet"];
export type AnonymityReport = Schemas["AnonymityReport"];
export type AnonymityHit = Schemas["AnonymityHit"];
export type AnonymityInput = Schemas["AnonymityInput"];
export type Approach = Schemas["Approach"];
export type LedgerRow = Schemas["LedgerRow"];
export type Partner = Schemas["NegotiationRow"];
export type Item = Schemas["Item"];
export type ItemLists = Schemas["ItemLists"];
export type Limits = Schemas["Limits"];

/** Stored and computed statuses of a listing (SPEC.md section 4, domain.md 3.1). */
export const STATUS = {
  unapproved: 0,
  showing: 1,
  concluded: 2,
  disabled: 3,
  remand: 4,
  outsidePeriod: 5,
} as const;

/** Statuses of a negotiation (domain.md 4). */
export const NEGOTIATION = {
  none: 0,
  anonymous: 1,
  hope: 2,
  realName: 3,
  conditions: 4,
  signed: 5,
  ended: 9,
} as const;

/** States of an offer (domain.md 4). */
export const OFFER = { none: 0, waiting: 1, sent: 2, opened: 3, declined: 8, withdrawn: 9 } as const;
