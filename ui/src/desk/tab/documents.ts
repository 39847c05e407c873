import { api, call, multipart, upload } from "@/api/client";
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];
export type Document = Schemas["Document"];
export type DocumentBuyer = Schemas["DocumentBuyer"];
export type DocumentGrant = Schemas["DocumentGrant"];

interface DocumentInput {
  kind: string;
  title: string;
  file: File | null;
}

export function uploadDocument(
  sellerBusinessId: string,
  { kind, title, file }: DocumentInput,
  onProgress: (share: number) => void,
): Promise<Schemas["SavedDocument"]> {
  return upload(
    "/api/Document/UploadDocument",
    multipart({ sellerBusinessId, kind, title, file }),
    onProgress,
  );
}

/** Changes a document's name, kind or file. A new file is a new edition, with the grants of the old one. */
export function changeDocument(
  { documentId, version }: Document,
  { kind, title, file }: DocumentInput,
  onProgress: (share: number) => void,
): Promise<Schemas["SavedDocument"]> {
  return upload(
    "/api/Document/ChangeDocument",
    multipart({ documentId, version: String(version), kind, title, file }),
    onProgress,
  );
}

export function deleteDocument({ documentId, version }: Document): Promise<unknown> {
  return call(api.POST("/api/Document/DeleteDocument", { body: { documentId, version } }));
}

export function grantDocument(
  { documentId, version }: Document,
  { buyerNegotiationId }: DocumentBuyer,
  terms: { isDownload: boolean; until: string },
): Promise<unknown> {
  return call(
    api.POST("/api/Document/GrantDocument", { body: { documentId, version, buyerNegotiationId, ...terms } }),
  );
}

export function revokeDocument(
  { documentId }: Document,
  { buyerNegotiationId }: DocumentBuyer,
): Promise<unknown> {
  return call(api.POST("/api/Document/RevokeDocument", { body: { documentId, buyerNegotiationId } }));
}

/** Every buyer with its grant of a document, if it has one, in the order of the buyers. */
export function grantsOf(
  document: Document,
  buyers: readonly DocumentBuyer[],
): readonly { buyer: DocumentBuyer; grant: DocumentGrant | undefined }[] {
  return buyers.map((buyer) => ({
    buyer,
    grant: document.grants.find((grant) => grant.buyerNegotiationId === buyer.buyerNegotiationId),
  }));
}
