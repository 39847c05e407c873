import { choice, flags } from "@/search/choices";
import {
  BUYER,
  buyerQuery,
  CHARGE_FILTER,
  COMPANY_SORTS,
  companyFilters,
  NEEDS_FILTERS,
  NEEDS_WORDS,
} from "@/search/companies";
import type { Filter, SearchSpec } from "@/search/filter";
import type { Names } from "@/search/names";
import type { CandidateQuery } from "./types";

/**
 * The conditions on candidates in the form of the address (SPEC.md section 7 Search parameter
 * vocabulary).
 */
const CONDITIONS = {
  /** The least fit: "candidate", "recommended" or all. */
  fit: "",
  isOfferable: false,
  isLongList: false,
  ...BUYER,
  propertyName: "score",
};

export type Conditions = typeof CONDITIONS;

/** The choices of the least fit, from the server's thresholds. */
function fits({ enumerations }: Pick<Names, "enumerations">) {
  const { recommendedScore, candidateScore } = enumerations.limits;
  return [
    { value: "candidate", label: `候補以上（${candidateScore}点以上）`, score: candidateScore },
    { value: "recommended", label: `おすすめ（${recommendedScore}点以上）`, score: recommendedScore },
  ];
}

const FILTERS: Filter<Conditions>[] = [
  choice<Conditions>("fit", "一致度", fits),
  CHARGE_FILTER,
  flags<Conditions>("オファーとリスト", [
    { key: "isOfferable", label: "オファーを送れる買手" },
    { key: "isLongList", label: "保存したリストの買手" },
  ]),
  ...NEEDS_FILTERS,
  ...companyFilters("買手", { isOwnNamesOnly: true }),
];

const SORTS = [
  { propertyName: "score", isDescending: true, label: "一致度が高い順" },
  { propertyName: "score", isDescending: false, label: "一致度が低い順" },
  ...COMPANY_SORTS,
];

/** The companies of a saved list. */
export const LIST_SPEC: SearchSpec<Conditions> = {
  defaults: CONDITIONS,
  filters: FILTERS,
  sorts: SORTS,
  words: NEEDS_WORDS,
};

/** The default for all buyers of the network: those that fit. */
export const CANDIDATE_SPEC: SearchSpec<Conditions> = {
  ...LIST_SPEC,
  defaults: { ...CONDITIONS, fit: "candidate" },
};

export function toQuery(
  sellerBusinessId: string,
  c: Conditions,
  names: Names,
  limit: number,
  companyIds?: string[],
): CandidateQuery {
  return {
    ...buyerQuery(c, names),
    sellerBusinessId,
    companyIds,
    scoreFrom: fits(names).find((one) => one.value === c.fit)?.score ?? 0,
    isOfferable: c.isOfferable,
    isLongList: c.isLongList,
    propertyName: c.propertyName,
    isDescending: c.isDescending,
    limit,
  };
}
