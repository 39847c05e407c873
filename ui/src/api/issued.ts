import { api, call, download } from "./client";
import { read } from "./read";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** What papers are about: an own negotiation, listing or company. */
export type IssuedOf = { buyerNegotiationId: string } | { sellerBusinessId: string } | { companyId: string };

/** A paper that the own side made (発行書面, papers.md 1). */
export type IssuedPaper = Schemas["IssuedRow"];

/** A paper that can be made now. */
export type IssuedOffer = Schemas["OfferRow"];

/** The papers that one may have here, and those that can be made. */
export const issuedQuery = (of: IssuedOf) => read("issued", "/api/IssuedPaper/SearchIssuedPaper", of);

/** What a draft is about: an own listing, or the own side of a negotiation. */
export type DraftOf = { sellerBusinessId: string } | { buyerNegotiationId: string };

/** A kind of draft with the templates that can be used. */
export type DraftForm = Schemas["DraftForm"];

/** What a draft would leave blank. */
export type DraftCheck = Schemas["DraftCheck"];

/** The drafts that can be made about a record. */
export const draftFormsQuery = (of: DraftOf) => read("issued", "/api/Draft/GetDraftForms", of);

/** What a draft would leave blank, before it is made. */
export const draftCheckQuery = (of: DraftOf, templateId: string) => ({
  ...read("issued", "/api/Draft/CheckDraft", { ...of, templateId }),
  staleTime: 0,
});

/** Makes a draft, or finds the one that was made of the same contents, and says its number. */
export const makeDraft = (of: DraftOf, templateId: string) =>
  call(api.POST("/api/Draft/MakeDraft", { body: { ...of, templateId } }));

/** Saves a draft that was made. */
export const downloadDraft = (issuedPaperId: string, name: string) =>
  download("/api/IssuedPaper/DownloadIssuedPaper", name, { query: { issuedPaperId } });

/** Makes a draft with the record of a number, to look at a template; it is not kept. */
export const tryDraft = (caseNumber: string, templateId: string, name: string) =>
  download("/api/Draft/TryDraft", name, { body: { caseNumber, templateId } });

/** Makes the file for an inspector of one side of a deal, and saves it (検査用ファイル, papers.md 4). */
export const downloadInspectionFile = (of: IssuedOf, recordKind: number) =>
  download("/api/Inspection/MakeInspectionFile", "検査用ファイル.zip", { body: { ...of, recordKind } });

/** That somebody came to know the name of an own customer. */
export type NameAccess = Schemas["AccessRow"];

/** What the list of who learned a name is asked for. */
interface NameAccessConditions {
  word: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** Who learned the names of own customers, when and on what ground. */
export const nameAccessQuery = (conditions: NameAccessConditions & { pageNumber: number; limit: number }) =>
  read("ledger", "/api/Inspection/SearchNameAccess", conditions);
