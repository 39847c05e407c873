import { type CompanyKind, companySearchQuery } from "@/api/company";
import type { components } from "@/api/schema.gen";
import type { Search } from "@/kit/SearchSelect";
import type { Choice } from "./choices";

type CompanyList = components["schemas"]["CompanyList"];

/** How many companies a list of choices shows at a time. */
const SHOWN = 20;

/** Companies in charge of the caller's institution that a condition can name: sellers, or buyers that are public. */
const search = (
  kind: CompanyKind,
  conditions: { companyName?: string; companyIds?: string[]; limit: number },
) =>
  companySearchQuery(kind, {
    ...conditions,
    isOnlyPersonInCharge: true,
    propertyName: "companyName",
    isDescending: "false",
    isPublic: kind === "buyer" ? true : undefined,
  });

const choiceOf = ({ companyId, displayName }: { companyId: string; displayName: string }): Choice => ({
  value: companyId,
  label: displayName,
});

/** The first companies by name whose name contains the word, and the number of all. */
export const companiesQuery = (kind: CompanyKind, word: string) => ({
  ...search(kind, { companyName: word || undefined, limit: SHOWN }),
  staleTime: 60_000,
});

/** The same as choices. */
export const companySearch =
  (kind: CompanyKind): Search =>
  (word) => ({
    ...companiesQuery(kind, word),
    select: ({ companyList, allCount }: CompanyList) => ({
      options: companyList.map(choiceOf),
      more: allCount > companyList.length,
    }),
  });

/** One of them, by its id; null where the bank has no such company. */
export const ownCompanyQuery = (kind: CompanyKind, companyId: string) => ({
  ...search(kind, { companyIds: [companyId], limit: 1 }),
  select: ({ companyList: [row] }: CompanyList) => (row ? choiceOf(row) : null),
});
