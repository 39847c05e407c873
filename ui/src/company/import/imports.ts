import { api, call, multipart, upload } from "@/api/client";
import type { components } from "@/api/schema.gen";
import type { Kind } from "../kinds";

export type Import = components["schemas"]["CsvImport"];

/** Where a kind's files are read, and where their errors are listed (domain.md 9). */
export const importPath = (kind: Kind) => `${kind.manage}/import`;
export const importErrorsPath = (kind: Kind) => `${kind.manage}/import-err`;

/** The largest file that the server reads. */
export const MAX_FILE = 100 * 1024 * 1024;

/** Errors on a page. */
export const ERRORS_ON_PAGE = 50;

/** Sends a file to be read and checked, and tells the share that has gone out; nothing is registered. */
export function startImport(kind: Kind, file: File, onProgress: (share: number) => void): Promise<Import> {
  return upload(
    kind.kind === "seller" ? "/api/Csv/CsvImportSellerCompany" : "/api/Csv/CsvImportBuyerCompany",
    multipart({ file, preview: "true", background: "true" }),
    onProgress,
  );
}

/** Registers what was read; of a file with errors its correct rows, if the user has chosen so. */
export function commitImport(importId: string, isCorrectOnly = false): Promise<Import> {
  return call(api.POST("/api/Csv/CommitImport", { body: { importId, isCorrectOnly } }));
}

export function discardImport(importId: string): Promise<unknown> {
  return call(api.POST("/api/Csv/DiscardImport", { body: { importId } }));
}

/** Has a file read again by what its headings mean. */
export function mapImport(
  importId: string,
  columnList: components["schemas"]["ColumnChoice"][],
  isRemembered: boolean,
): Promise<Import> {
  return call(api.POST("/api/Csv/MapImport", { body: { importId, columnList, isRemembered } }));
}
