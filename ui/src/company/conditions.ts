import { fromCategories, toCategories } from "@/kit/IndustryChooser";
import { PAGE_SIZE } from "@/kit/Pagination";
import type { TwoLevelGroup } from "@/kit/TwoLevel";
import type { SearchQuery } from "./calls";
import type { Kind } from "./kinds";
import { itemTexts, type Masters, prefectureName } from "./masters";

/**
 * The conditions of a company search as they stand in the address (SPEC.md section 7 Search
 * parameter vocabulary, defaults of section 9). Industries are codes of large and of small
 * classes, money is item keys; 0 and "" are none.
 */
export const CONDITIONS = {
  companyName: "",
  needsName: "",
  industry: [] as string[],
  needsIndustry: [] as string[],
  annualSaleF: 0,
  annualSaleT: 0,
  prefecture: [] as string[],
  salesPrice: 0,
  salesPriceTo: 0,
  /** "own", "others" or all; the search over the network alone. */
  charge: "",
  /** "isPublic", "noApproved", "noPublic" or all; own buyers alone. */
  show: "",
  propertyName: "modified",
  isDescending: true,
  pageNumber: 1,
};

export type Conditions = typeof CONDITIONS;

/** Which search: the own customers, or the buyers of the whole network. */
export type Scope = "own" | "network";

export const SHOWS = [
  { value: "", label: "すべて" },
  { value: "isPublic", label: "公開中" },
  { value: "noApproved", label: "承認待ち" },
  { value: "noPublic", label: "非公開（未登録・案内中・無効）" },
] as const;

export const CHARGES = [
  { value: "", label: "すべて" },
  { value: "own", label: "担当企業だけ" },
  { value: "others", label: "担当企業を除く" },
] as const;

/** Codes of small classes for the chooser. */
export function smallClasses(codes: readonly string[], classes: readonly TwoLevelGroup[]): string[] {
  return fromCategories(
    { category: codes.filter((c) => c.length === 2), sub_category: codes.filter((c) => c.length > 2) },
    classes,
  );
}

/** What stands in the address: a large class that is chosen as a whole by its own code. */
export function shortCodes(codes: readonly string[], classes: readonly TwoLevelGroup[]): string[] {
  const { category, sub_category } = toCategories(codes, classes);
  return [...category, ...sub_category];
}

/** The call's JSON of large and small classes; absent for none. */
function categories(codes: readonly string[]): string | undefined {
  if (codes.length === 0) return undefined;
  return JSON.stringify({
    category: codes.filter((c) => c.length === 2),
    sub_category: codes.filter((c) => c.length > 2),
  });
}

export function toSearchQuery(kind: Kind, scope: Scope, c: Conditions): SearchQuery {
  const forBuyers = kind.kind === "buyer";
  return {
    isOnlyPersonInCharge: scope === "own" || c.charge === "own",
    isNotOnlyPersonInCharge: scope === "network" && c.charge === "others",
    companyName: c.companyName || undefined,
    companyIndustryTypes: categories(c.industry),
    annualSaleF: c.annualSaleF,
    annualSaleT: c.annualSaleT || undefined,
    prefecture: c.prefecture.length > 0 ? c.prefecture : undefined,
    ...(forBuyers && {
      needsName: c.needsName || undefined,
      businessIndustryTypes: categories(c.needsIndustry),
      salesPrice: c.salesPrice || undefined,
      salesPriceTo: c.salesPriceTo || undefined,
      ...(scope === "own" && c.show && { [c.show]: true }),
    }),
    pageNumber: c.pageNumber,
    limit: PAGE_SIZE,
    propertyName: c.propertyName,
    isDescending: c.isDescending ? "true" : "false",
  };
}

/** The same search without its pages, as an address's query: for files of all that was found. */
export function toReportQuery(kind: Kind, c: Conditions): Record<string, string> {
  const { pageNumber: _page, limit: _limit, ...query } = toSearchQuery(kind, "own", c) ?? {};
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, Array.isArray(value) ? value.join(",") : String(value)]),
  );
}

/** What is wrong with the conditions, by field: bounds that cross. */
export function conditionErrors(c: Conditions, masters: Masters): Partial<Record<keyof Conditions, string>> {
  const { annualSalesSearch, acquisitionPrice, salesPriceTo } = masters.items;
  const bound = (list: { items: { key: number; min?: number; max?: number }[] }, key: number) =>
    list.items.find((item) => item.key === key);
  const errors: Partial<Record<keyof Conditions, string>> = {};
  if (c.annualSaleF && c.annualSaleT) {
    const low = bound(annualSalesSearch, c.annualSaleF)?.min ?? 0;
    const high = bound(annualSalesSearch, c.annualSaleT)?.max ?? Number.POSITIVE_INFINITY;
    if (low >= high) errors.annualSaleT = "上限は、下限より大きいものを選んでください。";
  }
  if (c.salesPrice && c.salesPriceTo) {
    const low = bound(acquisitionPrice, c.salesPrice)?.min ?? 0;
    const high = bound(salesPriceTo, c.salesPriceTo)?.max ?? Number.POSITIVE_INFINITY;
    if (low > high) errors.salesPriceTo = "上限は、下限以上のものを選んでください。";
  }
  return errors;
}

/** A condition that is set, and the change that takes it off. */
export interface ActiveCondition {
  key: string;
  label: string;
  without: Partial<Conditions>;
}

export function activeConditions(c: Conditions, masters: Masters): ActiveCondition[] {
  const out: ActiveCondition[] = [];
  const add = (key: keyof Conditions, label: string, without?: Partial<Conditions>) =>
    out.push({ key: `${key}.${label}`, label, without: without ?? { [key]: CONDITIONS[key] } });
  const names = new Map(
    masters.classes.flatMap((l) => [
      [l.code, l.name] as const,
      ...l.items.map((s) => [s.code, s.name] as const),
    ]),
  );
  if (c.companyName) add("companyName", `企業名：${c.companyName}`);
  if (c.needsName) add("needsName", `ニーズ：${c.needsName}`);
  for (const code of c.industry)
    add("industry", `業種：${names.get(code) ?? code}`, { industry: c.industry.filter((o) => o !== code) });
  for (const code of c.needsIndustry)
    add("needsIndustry", `希望業種：${names.get(code) ?? code}`, {
      needsIndustry: c.needsIndustry.filter((o) => o !== code),
    });
  for (const code of c.prefecture)
    add("prefecture", prefectureName(masters, code), { prefecture: c.prefecture.filter((o) => o !== code) });
  if (c.annualSaleF)
    add("annualSaleF", `売上高：${itemTexts(masters, "annualSalesSearch", [c.annualSaleF])}以上`);
  if (c.annualSaleT)
    add("annualSaleT", `売上高：${itemTexts(masters, "annualSalesSearch", [c.annualSaleT])}未満`);
  if (c.salesPrice)
    add("salesPrice", `希望価格：${itemTexts(masters, "acquisitionPrice", [c.salesPrice])}以上`);
  if (c.salesPriceTo)
    add("salesPriceTo", `希望価格：${itemTexts(masters, "salesPriceTo", [c.salesPriceTo])}`);
  const charge = CHARGES.find((o) => o.value === c.charge && o.value !== "");
  if (charge) add("charge", charge.label);
  const show = SHOWS.find((o) => o.value === c.show && o.value !== "");
  if (show) add("show", show.label);
  return out;
}

/** All conditions off; the order stays. */
export function cleared(c: Conditions): Conditions {
  return {
    ...CONDITIONS,
    propertyName: c.propertyName,
    isDescending: c.isDescending,
  };
}
