import { codesOf } from "@/api/enumerations";
import { type Choice, choice, industries } from "@/search/choices";
import { categories } from "@/search/codes";
import {
  asText,
  COMPANY,
  companyFilters,
  companyQuery,
  NEEDS,
  NEEDS_WORD,
  NEEDS_WORDS,
  ORDER,
  STATES,
  statesFilter,
  statesQuery,
} from "@/search/companies";
import type { SearchSpec } from "@/search/filter";
import { IN_CHARGE, inChargeFilters, inChargeQuery } from "@/search/inCharge";
import { prices } from "@/search/items";
import type { Names } from "@/search/names";
import { withoutOf } from "@/search/widened";
import { days, word } from "@/search/words";

/** The case list's conditions in the address (SPEC.md section 7, Search parameter vocabulary). */
export const DEFAULTS = {
  sellerBusinessName: "",
  /** A negotiation status; empty for all. */
  searchStatus: "",
  /** 1 興味起点, 2 オファー, 3 資金支援あり, 4 要対応 (domain.md 5); empty for all. */
  searchType: "",
  dueDateF: "",
  dueDateT: "",
  ...IN_CHARGE,
  ...STATES,
  ...COMPANY,
  ...NEEDS,
  view: "table",
  ...ORDER,
};

export type Conditions = typeof DEFAULTS;

/** The codeChoices of an enumeration as choices of a filter. */
const codeChoices = (name: string, only?: readonly number[]) => (names: Names) =>
  codesOf(names.enumerations, name)
    .filter(({ code }) => only?.includes(code) ?? true)
    .map(({ code, label }) => ({ value: String(code), label }));

/** The sortable columns, with the names of their descending and ascending order. */
const ORDERS = [
  ["modified", "動きが新しい順", "動きが古い順"],
  ["displayName", "買手の名前の逆順", "買手の名前の順"],
  ["businessName", "案件名の逆順", "案件名の順"],
  ["status", "交渉が進んだ順", "交渉が浅い順"],
  ["interestStatus", "興味がある順", "興味がない順"],
  ["offerSendStatus", "オファーが進んだ順", "オファーが浅い順"],
  ["financialSupportStatus", "資金支援が進んだ順", "資金支援が浅い順"],
  ["nextAction", "次回対応日が遠い順", "次回対応日が近い順"],
  ["dueDate", "公開期限が遠い順", "公開期限が近い順"],
  ["personInCharge", "担当者の逆順", "担当者の順"],
] as const;

const sortsOf = (columns: readonly string[]) =>
  ORDERS.filter(([propertyName]) => columns.includes(propertyName)).flatMap(
    ([propertyName, descending, ascending]) => [
      { propertyName, isDescending: true, label: descending },
      { propertyName, isDescending: false, label: ascending },
    ],
  );

/** The search for the buyers' negotiations; `people` are the own institution's users, undefined while they load. */
export const casesSpec = (people?: readonly Choice[]): SearchSpec<Conditions> => ({
  defaults: DEFAULTS,
  filters: [
    ...inChargeFilters(people),
    word<Conditions>("sellerBusinessName", "案件名", { isFirst: true }),
    choice<Conditions>("searchStatus", "交渉状況", codeChoices("negotiationStatus")),
    choice<Conditions>("searchType", "種類", codeChoices("searchType")),
    days<Conditions>("dueDateF", "dueDateT", "公開期限"),
    industries<Conditions>("businessIndustryTypes", "案件の業種"),
    prices<Conditions>("案件の希望価格"),
    statesFilter(),
    NEEDS_WORD,
    ...companyFilters("買手"),
  ],
  words: NEEDS_WORDS,
  sorts: sortsOf(ORDERS.map(([propertyName]) => propertyName)),
});

/** The same for the sellers in charge, without what only the buyer's institution knows. */
export const SELLER_DEFAULTS = {
  sellerBusinessName: "",
  searchStatus: "",
  /** 2 オファー, 4 要対応; empty for all. */
  searchType: "",
  dueDateF: "",
  dueDateT: "",
  ...IN_CHARGE,
  view: "table",
  ...ORDER,
};

type SellerConditions = typeof SELLER_DEFAULTS;

/** The same for the sellers' negotiations. */
export const sellerCasesSpec = (people?: readonly Choice[]): SearchSpec<SellerConditions> => ({
  defaults: SELLER_DEFAULTS,
  filters: [
    ...inChargeFilters(people),
    word<SellerConditions>("sellerBusinessName", "案件名", { isFirst: true }),
    choice<SellerConditions>("searchStatus", "交渉状況", codeChoices("negotiationStatus")),
    choice<SellerConditions>("searchType", "種類", codeChoices("searchType", [2, 4])),
    days<SellerConditions>("dueDateF", "dueDateT", "公開期限"),
  ],
  sorts: sortsOf([
    "modified",
    "businessName",
    "status",
    "offerSendStatus",
    "nextAction",
    "dueDate",
    "personInCharge",
  ]),
});

/** The query of PartnerListBySellerFinancial, which is a part of the other list's too. */
export function sellerQueryOf(state: SellerConditions, limit: number) {
  return {
    sellerBusinessName: state.sellerBusinessName || undefined,
    searchStatus: state.searchStatus || undefined,
    searchType: Number(state.searchType) || undefined,
    dueDateF: state.dueDateF || undefined,
    dueDateT: state.dueDateT || undefined,
    ...inChargeQuery(state),
    propertyName: state.propertyName,
    isDescending: state.isDescending ? ("true" as const) : ("false" as const),
    pageNumber: state.view === "board" ? 1 : state.pageNumber,
    limit,
  };
}

/** The query of SearchFinancialSupport. The board shows all at once, the table page by page. */
export function queryOf(state: Conditions, names: Pick<Names, "classes">, limit: number) {
  const { companyIndustryTypes, ...company } = companyQuery(state, names);
  return {
    ...company,
    ...sellerQueryOf(state, limit),
    ...statesQuery(state),
    needsName: state.needsName || undefined,
    without: withoutOf(state.needsName, state.without),
    companyIndustryTypes: asText(companyIndustryTypes),
    businessIndustryTypes: asText(categories(state.businessIndustryTypes, names.classes)),
    salesPrice: state.salesPrice || undefined,
    salesPriceTo: state.salesPriceTo || undefined,
  };
}
