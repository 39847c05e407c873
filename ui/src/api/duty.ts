import { api, call } from "./client";
import { read } from "./read";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** What a duty is about: an own company, an own listing, or the own side of a negotiation. */
export type DutyOf = { companyId: string } | { sellerBusinessId: string } | { buyerNegotiationId: string };

/** One duty of one record: what was recorded last, or that nothing was. */
export type Duty = Schemas["DutyRow"];

/** How one kind of duty is recorded. */
export type DutyKind = Schemas["DutyKind"];

/** One entry of the form of a kind. */
export type DutyField = Schemas["DutyField"];

/** What a step of the deal wants, as far as it is not there. */
export type DutyGate = Schemas["DutyGate"];

/** One duty that a step wants. */
export type DutyLack = Schemas["DutyLack"];

/** What somebody asked for: to go on without a duty. */
export type DutyWaiver = Schemas["DutyWaiver"];

/** What one bank told the other of its look into the buyer, and what it could tell now. */
export type ReportPage = Schemas["ReportPage"];

/** What a duty of a closed kind says, read by a deed of its own. */
export type DutyContent = Schemas["DutyContent"];

/** What a report would tell. */
export type ReportPreview = Schemas["ReportPreview"];

/** A report in words. */
export type ReportText = Schemas["ReportText"];

/** What the own side of a negotiation may know of the report (compliance.md 2). */
export const buyerReportQuery = (buyerNegotiationId: string) =>
  read("duty", "/api/Duty/GetBuyerReport", { buyerNegotiationId });

/** The duties of the own institution about a record, and what its next steps want (compliance.md 1, 2). */
export const dutiesQuery = (of: DutyOf) => read("duty", "/api/Duty/GetDuties", of);

/** A version of a text or list of the own institution: the one in force, or one that a record names (compliance.md 3). */
export const dutyTextQuery = (textId: string) => read("duty", "/api/Duty/GetDutyText", { textId });

/** A band of the price that a company has in mind, in 千円. */
export type FeeBand = Schemas["FeeBand"];

/** What a fee table comes to for an own company (compliance.md 2). */
export const feeExampleQuery = (of: { companyId: string; table: string; from: string; to: string }) =>
  read("duty", "/api/Duty/GetFeeExample", of);

/** The draft of a report that a promise is not kept, out of what the own institution recorded. */
export const reportDraftQuery = (dutyId: string) =>
  read("duty", "/api/Duty/DraftAftercareReport", { dutyId });

/** Reads what a duty of a closed kind says. The bank's audit log tells who read it. */
export const readDuty = (dutyId: string) =>
  call(api.GET("/api/Duty/ReadDuty", { params: { query: { dutyId } } }));

/** What a report would tell, out of a look that the user may read. The bank's audit log tells who read it. */
export const previewBuyerReport = (buyerNegotiationId: string) =>
  call(api.GET("/api/Duty/PreviewBuyerReport", { params: { query: { buyerNegotiationId } } }));
