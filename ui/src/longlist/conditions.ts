import { fromCategories, toCategories } from "@/kit/IndustryChooser";
import { PAGE_SIZE } from "@/kit/Pagination";
import type { TwoLevelGroup } from "@/kit/TwoLevel";
import { itemText, type Names, nameOf } from "./names";
import type { CandidateQuery } from "./types";

/**
 * The conditions on candidates as they stand in the address (SPEC.md section 7 Search
 * parameter vocabulary). Industries are codes of large and of small classes, money is item
 * keys; 0 and "" are none.
 */
export const CONDITIONS = {
  /** How well it fits at least: "candidate", "recommended" or all. */
  fit: "",
  isOfferable: false,
  isLongList: false,
  /** "own", "others" or all. */
  charge: "",
  companyName: "",
  needsName: "",
  industry: [] as string[],
  needsIndustry: [] as string[],
  prefecture: [] as string[],
  annualSaleF: 0,
  annualSaleT: 0,
  salesPrice: 0,
  salesPriceTo: 0,
  propertyName: "score",
  isDescending: true,
  pageNumber: 1,
};

export type Conditions = typeof CONDITIONS;

/** Where all buyers of the network are looked through: those that fit, unless one asks for more. */
export const CANDIDATE_CONDITIONS: Conditions = { ...CONDITIONS, fit: "candidate" };

export const CHARGES = [
  { value: "", label: "すべて" },
  { value: "own", label: "担当企業だけ" },
  { value: "others", label: "担当企業を除く" },
] as const;

/** The orders that the call knows (an allow-list on the server). */
export const SORTS = [
  { value: "score.true", label: "一致度が高い順" },
  { value: "score.false", label: "一致度が低い順" },
  { value: "salesAmount.true", label: "売上高が大きい順" },
  { value: "salesAmount.false", label: "売上高が小さい順" },
  { value: "prefecture.false", label: "所在地の順（北から）" },
  { value: "modified.true", label: "更新が新しい順" },
] as const;

/** Codes of small classes for the chooser. */
export function smallClasses(codes: readonly string[], classes: readonly TwoLevelGroup[]): string[] {
  return fromCategories(split(codes), classes);
}

/** What stands in the address: a large class that is chosen as a whole by its own code. */
export function shortCodes(codes: readonly string[], classes: readonly TwoLevelGroup[]): string[] {
  const { category, sub_category } = toCategories(codes, classes);
  return [...category, ...sub_category];
}

function split(codes: readonly string[]) {
  return { category: codes.filter((c) => c.length === 2), sub_category: codes.filter((c) => c.length > 2) };
}

export function toQuery(
  sellerBusinessId: string,
  c: Conditions,
  names: Names,
  companyIds?: string[],
): CandidateQuery {
  return {
    sellerBusinessId,
    companyIds,
    scoreFrom: fits(names).find((one) => one.value === c.fit)?.score ?? 0,
    isOfferable: c.isOfferable,
    isLongList: c.isLongList,
    isOnlyPersonInCharge: c.charge === "own",
    isNotOnlyPersonInCharge: c.charge === "others",
    companyName: c.companyName,
    needsName: c.needsName,
    companyIndustryTypes: c.industry.length > 0 ? split(c.industry) : undefined,
    businessIndustryTypes: c.needsIndustry.length > 0 ? split(c.needsIndustry) : undefined,
    prefecture: c.prefecture,
    annualSaleF: c.annualSaleF,
    annualSaleT: c.annualSaleT,
    salesPrice: c.salesPrice,
    salesPriceTo: c.salesPriceTo,
    propertyName: c.propertyName,
    isDescending: c.isDescending,
    pageNumber: c.pageNumber,
    limit: PAGE_SIZE,
  };
}

/** What is wrong with the conditions, by field: bounds that cross. */
export function conditionErrors(c: Conditions, names: Names): Partial<Record<keyof Conditions, string>> {
  const item = (list: "annualSalesSearch" | "acquisitionPrice" | "salesPriceTo", key: number) =>
    names.items[list].items.find((one) => one.key === key);
  const errors: Partial<Record<keyof Conditions, string>> = {};
  const open = Number.POSITIVE_INFINITY;
  if (
    c.annualSaleF &&
    c.annualSaleT &&
    (item("annualSalesSearch", c.annualSaleF)?.min ?? 0) >=
      (item("annualSalesSearch", c.annualSaleT)?.max ?? open)
  )
    errors.annualSaleT = "上限は、下限より大きいものを選んでください。";
  if (
    c.salesPrice &&
    c.salesPriceTo &&
    (item("acquisitionPrice", c.salesPrice)?.min ?? 0) > (item("salesPriceTo", c.salesPriceTo)?.max ?? open)
  )
    errors.salesPriceTo = "上限は、下限以上のものを選んでください。";
  return errors;
}

/** A condition that is set, and the change that takes it off. */
export interface ActiveCondition {
  key: string;
  label: string;
  without: Partial<Conditions>;
}

/** The choices of how well it fits at least, from the server's thresholds. */
export function fits(names: Names) {
  const { recommendedScore, candidateScore } = names.enumerations.limits;
  return [
    { value: "candidate", label: `候補以上（${candidateScore}点以上）`, score: candidateScore },
    { value: "recommended", label: `おすすめ（${recommendedScore}点以上）`, score: recommendedScore },
  ];
}

export function activeConditions(c: Conditions, names: Names): ActiveCondition[] {
  const out: ActiveCondition[] = [];
  const add = (key: keyof Conditions, label: string, without?: Partial<Conditions>) =>
    out.push({ key: `${key}.${label}`, label, without: without ?? { [key]: CONDITIONS[key] } });
  const fit = fits(names).find((one) => one.value === c.fit);
  if (fit) add("fit", `一致度：${fit.label}`);
  if (c.isOfferable) add("isOfferable", "オファーを送れる買手");
  if (c.isLongList) add("isLongList", "保存したリストの買手");
  const charge = CHARGES.find((one) => one.value === c.charge && one.value !== "");
  if (charge) add("charge", charge.label);
  if (c.companyName) add("companyName", `企業名：${c.companyName}`);
  if (c.needsName) add("needsName", `ニーズ：${c.needsName}`);
  for (const key of ["needsIndustry", "industry"] as const)
    for (const code of c[key])
      add(key, `${key === "industry" ? "買手の業種" : "希望業種"}：${nameOf(names.classes, code)}`, {
        [key]: c[key].filter((other) => other !== code),
      });
  for (const code of c.prefecture)
    add("prefecture", nameOf(names.regions, code), {
      prefecture: c.prefecture.filter((other) => other !== code),
    });
  const sales = (key: number) => itemText(names, "annualSalesSearch", [key]);
  if (c.annualSaleF) add("annualSaleF", `売上高：${sales(c.annualSaleF)}以上`);
  if (c.annualSaleT) add("annualSaleT", `売上高：${sales(c.annualSaleT)}未満`);
  if (c.salesPrice) add("salesPrice", `希望価格：${itemText(names, "acquisitionPrice", [c.salesPrice])}以上`);
  if (c.salesPriceTo)
    add("salesPriceTo", `希望価格：${itemText(names, "salesPriceTo", [c.salesPriceTo])}まで`);
  return out;
}

/** All conditions off; the order stays. */
export function cleared(c: Conditions): Conditions {
  return { ...CONDITIONS, propertyName: c.propertyName, isDescending: c.isDescending };
}
