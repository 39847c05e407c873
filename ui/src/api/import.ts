import { queryOptions } from "@tanstack/react-query";
import { part, read } from "./read";
import type { components } from "./schema.gen";

type Import = components["schemas"]["CsvImport"];

const isRunning = (one: Import) => one.state === "reading" || one.state === "writing";

/** The present state of an import; polled while it runs. */
export const importQuery = (importId: string) =>
  queryOptions({
    ...read("import", "/api/Csv/ImportStatus", { importId }),
    refetchInterval: (query) => (query.state.data && isRunning(query.state.data) ? 700 : false),
  });

/** The newest import of a kind of company (1 buyers, 2 sellers) that is still kept; "" for none. */
export const latestImportQuery = (companyType: 1 | 2) =>
  part(read("import", "/api/Csv/GetLatestImport", { companyType }), ({ importId }) => importId);

export const importErrorsQuery = (conditions: {
  importId: string;
  column: string | undefined;
  pageNumber: number;
  limit: number;
}) => read("import", "/api/Csv/ImportErrors", conditions);

/** The headings of an import's file, and for which columns they stand. */
export const importColumnsQuery = (importId: string) =>
  read("import", "/api/Csv/ImportColumns", { importId });
