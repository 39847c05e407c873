import type { UrlState } from "@/lib/urlstate";

/** What the address holds of the case list (SPEC.md section 7, Search parameter vocabulary). */
export interface Conditions extends UrlState {
  sellerBusinessName: string;
  /** A negotiation status; empty for all. */
  searchStatus: string;
  /** 1 興味起点, 2 オファー, 3 資金支援あり, 4 要対応 (domain.md 5); empty for all. */
  searchType: string;
  dueDateF: string;
  dueDateT: string;
  view: string;
  propertyName: string;
  isDescending: boolean;
  pageNumber: number;
}

export const DEFAULTS: Conditions = {
  sellerBusinessName: "",
  searchStatus: "",
  searchType: "",
  dueDateF: "",
  dueDateT: "",
  view: "table",
  propertyName: "modified",
  isDescending: true,
  pageNumber: 1,
};

/** The conditions that narrow the list, as the filters hold them. */
export const FILTERS = ["sellerBusinessName", "searchStatus", "searchType", "dueDateF", "dueDateT"] as const;
export type Filters = Pick<Conditions, (typeof FILTERS)[number]>;

export function filtersOf(conditions: Conditions): Filters {
  const { sellerBusinessName, searchStatus, searchType, dueDateF, dueDateT } = conditions;
  return { sellerBusinessName, searchStatus, searchType, dueDateF, dueDateT };
}

export const NO_FILTERS: Filters = filtersOf(DEFAULTS);

export function isFiltered(filters: Filters): boolean {
  return FILTERS.some((name) => filters[name] !== "");
}

/** What is wrong with a range of dates; undefined where it can be searched with. */
export function rangeError({
  dueDateF,
  dueDateT,
}: Pick<Filters, "dueDateF" | "dueDateT">): string | undefined {
  if (dueDateF !== "" && dueDateT !== "" && dueDateT < dueDateF)
    return "公開期限の終わりは、始まり以降の日付にしてください。";
  return undefined;
}

/** The query of SearchFinancialSupport. The board shows all at once, the table page by page. */
export function queryOf(conditions: Conditions, limit: number) {
  const { searchType, propertyName, isDescending, pageNumber } = conditions;
  const filters = filtersOf(conditions);
  return {
    ...filters,
    searchType: /^[1-4]$/.test(searchType) ? Number(searchType) : 0,
    propertyName,
    isDescending: isDescending ? ("true" as const) : ("false" as const),
    pageNumber: conditions.view === "board" ? 1 : Math.max(1, Math.trunc(pageNumber)),
    limit,
  };
}
