import { type QueryOf, read } from "./read";
import type { components } from "./schema.gen";

const SEARCH = "/api/Lending/SearchCases";

/** A case of the lending desk: an own buyer's financing (team.md 2). Amounts in 千円. */
export type LendingRow = components["schemas"]["CaseRow"];
export type LendingCase = components["schemas"]["LendingCase"];
export type LendingInput = components["schemas"]["CaseInput"];

/** The cases that were brought to the lending desk. */
export const lendingCasesQuery = (conditions: QueryOf<typeof SEARCH>) => read("lending", SEARCH, conditions);

/** One case. */
export const lendingCaseQuery = (buyerNegotiationId: string) =>
  read("lending", "/api/Lending/GetCase", { buyerNegotiationId });

/** The user's own settings. */
export const lendingOwnQuery = read("lending", "/api/Lending/GetOwnSettings", {});
