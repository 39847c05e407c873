import { queryOptions } from "@tanstack/react-query";
import { api, call, download } from "./client";
import { part, read } from "./read";
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

/** The signed copies of a paper that can be signed (署名済み, papers.md 2). */
export type SignedPaper = Schemas["SignedPaper"];

/** One of them. */
export type SignedCopy = Schemas["SignedCopyRow"];

/** The signed copies of the papers of a record; a bank's alone. */
export const signedQuery = (of: IssuedOf) => read("issued", "/api/SignedCopy/SearchSignedCopy", of);

/** What a draft is about: an own listing, or the own side of a negotiation. */
export type DraftOf =
  /** For a buyer of which level it is; L4 where it is not said. */
  { sellerBusinessId: string; level?: number } | { buyerNegotiationId: string };

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

/** 企業概要書 of an own listing, as it is worked on. */
export const memorandumQuery = (sellerBusinessId: string) =>
  read("issued", "/api/Memorandum/GetMemorandum", { sellerBusinessId });

/** What a buyer of a level sees of it, cut by the server, and what is to be looked at before. */
export const memorandumPreviewQuery = (sellerBusinessId: string, level: number) => ({
  ...read("issued", "/api/Memorandum/GetMemorandumPreview", { sellerBusinessId, level }),
  staleTime: 0,
});

/** A picture of it. */
export const memorandumPictureQuery = (sellerBusinessId: string, pictureId: string) =>
  queryOptions({
    ...part(
      read(
        "check",
        "/api/Memorandum/ViewMemorandumPicture",
        { sellerBusinessId, pictureId },
        { init: { parseAs: "arrayBuffer" } },
      ),
      (bytes) => new Blob([bytes as unknown as ArrayBuffer]),
    ),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

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
