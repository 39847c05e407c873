import type { CompanyConditions } from "@/api/company";
import { type Choice, type IdChoiceOptions, idChoice } from "@/search/choices";
import {
  asText,
  BUYER,
  buyerQuery,
  CHARGE_FILTER,
  COMPANY,
  COMPANY_SORTS,
  companyFilters,
  companyQuery,
  NEEDS_FILTERS,
  NEEDS_WORDS,
  ORDER,
  SCORE_SORTS,
  STATES,
  statesFilter,
  statesQuery,
} from "@/search/companies";
import type { SearchSpec } from "@/search/filter";
import { IN_CHARGE, IN_CHARGE_SORTS, inChargeFilters, inChargeQuery } from "@/search/inCharge";
import type { Names } from "@/search/names";

/** Which search: the own customers, or the buyers of the whole network. */
export type Scope = "own" | "network";

/** The conditions on sellers, who are always the own customers (SPEC.md section 6). */
export const SELLER_CONDITIONS = { ...COMPANY, ...IN_CHARGE, ...ORDER };
type SellerConditions = typeof SELLER_CONDITIONS;

/** The conditions on buyers, with the own listing for which scores are shown. */
export const BUYER_CONDITIONS = {
  sellerBusinessId: "",
  ...STATES,
  ...IN_CHARGE,
  ...BUYER,
};
export type BuyerConditions = typeof BUYER_CONDITIONS;

const BY_NAME = [{ propertyName: "companyName", isDescending: false, label: "企業名の順" }];

/** The search for sellers; `people` are the own institution's users, undefined while they load. */
export const sellerSpec = (people?: readonly Choice[]): SearchSpec<SellerConditions> => ({
  defaults: SELLER_CONDITIONS,
  filters: [...inChargeFilters(people), ...companyFilters("", { isFirst: true })],
  sorts: [...COMPANY_SORTS, ...BY_NAME, ...IN_CHARGE_SORTS],
});

/**
 * The buyer search; `listing` is what is known of the own listing that the address names, `control` chooses
 * another one, where there is a panel, and `people` are the own institution's users.
 */
export function buyerSpec(
  scope: Scope,
  listing: Choice | null | undefined,
  control: IdChoiceOptions["control"] = () => null,
  people?: readonly Choice[],
): SearchSpec<BuyerConditions> {
  return {
    defaults: BUYER_CONDITIONS,
    filters: [
      idChoice<BuyerConditions>("sellerBusinessId", "一致度を見る案件", listing, {
        control,
        empty: "選ばない",
        help: "公開中の担当案件を選ぶと、買手ごとに一致度と理由を表示します。",
        alsoChanges: (chosen) => ({
          propertyName: chosen === "" ? ORDER.propertyName : "score",
          isDescending: true,
        }),
      }),
      ...(scope === "network" ? [CHARGE_FILTER] : []),
      ...inChargeFilters(people, scope === "own" ? "" : "（担当企業だけ）"),
      statesFilter(scope === "own" ? "" : "（担当企業だけ）"),
      ...NEEDS_FILTERS,
      ...companyFilters("", { isOwnNamesOnly: scope === "network", isFirst: true }),
    ],
    // The names of other banks' companies must not determine an order (trust.md Authorization).
    words: NEEDS_WORDS,
    sorts: [...SCORE_SORTS, ...COMPANY_SORTS, ...(scope === "own" ? [...BY_NAME, ...IN_CHARGE_SORTS] : [])],
  };
}

export function toBuyerQuery(
  scope: Scope,
  c: BuyerConditions,
  names: Pick<Names, "classes">,
): CompanyConditions {
  const query = buyerQuery(c, names);
  return {
    ...query,
    ...statesQuery(c),
    ...inChargeQuery(c),
    companyIndustryTypes: asText(query.companyIndustryTypes),
    businessIndustryTypes: asText(query.businessIndustryTypes),
    sellerBusinessId: c.sellerBusinessId || undefined,
    isOnlyPersonInCharge: scope === "own" || c.isOnlyPersonInCharge,
    isNotOnlyPersonInCharge: scope === "network" && c.isNotOnlyPersonInCharge,
    propertyName: c.propertyName,
    isDescending: c.isDescending ? "true" : "false",
  };
}

export function toSellerQuery(c: SellerConditions, names: Pick<Names, "classes">): CompanyConditions {
  const company = companyQuery(c, names);
  return {
    ...company,
    ...inChargeQuery(c),
    companyIndustryTypes: asText(company.companyIndustryTypes),
    isOnlyPersonInCharge: true,
    isNotOnlyPersonInCharge: false,
    propertyName: c.propertyName,
    isDescending: c.isDescending ? "true" : "false",
    pageNumber: c.pageNumber,
  };
}

/** A search without its page, as a query: for files of all hits. */
export function toFileQuery(search: CompanyConditions): Record<string, string> {
  const { pageNumber: _page, limit: _limit, ...query } = search;
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, Array.isArray(value) ? value.join(",") : String(value)]),
  );
}

/** The own buyers that a search finds. */
export function toReportQuery(c: BuyerConditions, names: Pick<Names, "classes">): Record<string, string> {
  return toFileQuery(toBuyerQuery("own", c, names));
}
