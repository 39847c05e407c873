import type { ItemLists } from "@/api/enumerations";
import type { operations } from "@/api/schema.gen";
import { fromCategories, toCategories } from "@/kit/IndustryChooser";
import { PAGE_SIZE } from "@/kit/Pagination";
import { TAGS } from "@/kit/Tag";
import type { TwoLevelGroup } from "@/kit/TwoLevel";
import { formatDate } from "@/lib/dates";

/**
 * The conditions of the listing search as they stand in the address, under the names of the
 * call (SPEC.md section 7 SearchSellerBusinessAsync) and at their defaults (section 9).
 * Industries are codes of large and of small classes, prices and sales are item keys,
 * numberOfManagers is the filter value of an item of people ("11,20"), 0 and "" are none.
 */
export const CONDITIONS = {
  freeWord: "",
  isOnlyPersonInCharge: false,
  isNotOnlyPersonInCharge: false,
  isPublic: false,
  isSold: false,
  isNotRead: false,
  isOffered: false,
  isMessage: false,
  isNegotiation: false,
  isRecommended: false,
  industryTypes: [] as string[],
  location: [] as string[],
  salesAmount: [] as string[],
  salesPrice: 0,
  salesPriceTo: 0,
  numberOfManagers: "",
  dueDate: "",
  companyId: "",
  buyerCompanyId: "",
  propertyName: "modified",
  isDescending: true,
  pageNumber: 1,
};

export type Conditions = typeof CONDITIONS;

export type SearchQuery = NonNullable<
  operations["SellerBusiness_SearchSellerBusinessAsync"]["parameters"]["query"]
>;

/** What the labels of conditions are made of; all from the server's master lists. */
export interface ConditionNames {
  classes: readonly TwoLevelGroup[];
  regions: readonly TwoLevelGroup[];
  items: ItemLists;
}

/** Conditions that are on or off, in the order of the screen. */
export const FLAGS = [
  { key: "isPublic", label: TAGS.Public.label },
  { key: "isSold", label: "成約済み" },
  { key: "isNotRead", label: "まだ見ていない" },
  { key: "isRecommended", label: TAGS.Recommended.label },
  { key: "isOffered", label: "オファーあり" },
  { key: "isMessage", label: "未読メッセージあり" },
  { key: "isNegotiation", label: "交渉中" },
] as const satisfies readonly { key: keyof Conditions; label: string }[];

/** Who is in charge of the listing; banks alone may ask. */
export const CHARGE = [
  { key: "isOnlyPersonInCharge", label: "自機関の担当案件だけ" },
  { key: "isNotOnlyPersonInCharge", label: "自機関の担当案件を除く" },
] as const satisfies readonly { key: keyof Conditions; label: string }[];

/** The orders that the search knows, by the call's propertyName. */
export const SORTS = [
  { propertyName: "modified", isDescending: true, label: "新しい順" },
  { propertyName: "modified", isDescending: false, label: "古い順" },
  { propertyName: "score", isDescending: true, label: "一致度が高い順" },
  { propertyName: "dueDate", isDescending: false, label: "公開期限が近い順" },
  { propertyName: "dueDate", isDescending: true, label: "公開期限が遠い順" },
  { propertyName: "salesAmount", isDescending: true, label: "売上高が大きい順" },
  { propertyName: "salesAmount", isDescending: false, label: "売上高が小さい順" },
  { propertyName: "operatingProfit", isDescending: true, label: "営業利益が大きい順" },
  { propertyName: "operatingProfit", isDescending: false, label: "営業利益が小さい順" },
  { propertyName: "salesPrice", isDescending: true, label: "希望価格が高い順" },
  { propertyName: "salesPrice", isDescending: false, label: "希望価格が低い順" },
] as const;

/** The date field's first year: while a year is typed, it begins as 0002. */
const FIRST_YEAR = 1868;

/** YYYY-MM-DD that is a day; an invalid due date is ignored (SPEC.md section 5). */
function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    Number(text.slice(0, 4)) >= FIRST_YEAR &&
    new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
  );
}

/** What is wrong with the conditions, by field; nothing is asked of the server until it is mended. */
export function conditionErrors(
  state: Conditions,
  items: ItemLists | undefined,
): Partial<Record<keyof Conditions, string>> {
  const bound = (key: number) => items?.acquisitionPrice.items.find((item) => item.key === key)?.min;
  const from = bound(state.salesPrice);
  const to = bound(state.salesPriceTo);
  if (from !== undefined && to !== undefined && from > to)
    return { salesPriceTo: "上限が下限より小さくなっています。どちらかを選び直してください。" };
  return {};
}

/**
 * The query of the call. Exactly two values in the number of managers are from and to
 * (SPEC.md section 5).
 */
export function toSearchQuery(state: Conditions, classes: readonly TwoLevelGroup[]): SearchQuery {
  const query: SearchQuery = {
    pageNumber: state.pageNumber,
    limit: PAGE_SIZE,
    propertyName: state.propertyName,
    isDescending: state.isDescending ? "true" : "false",
  };
  for (const { key } of [...FLAGS, ...CHARGE]) if (state[key]) query[key] = true;
  if (state.freeWord.trim() !== "") query.freeWord = state.freeWord.trim();
  const industries = toCategories(smallClasses(state.industryTypes, classes), classes);
  if (industries.category.length + industries.sub_category.length > 0)
    query.industryTypes = JSON.stringify(industries);
  if (state.location.length > 0) query.location = state.location;
  if (state.salesAmount.length > 0) query.salesAmount = state.salesAmount;
  if (state.salesPrice > 0) query.salesPrice = state.salesPrice;
  if (state.salesPriceTo > 0) query.salesPriceTo = state.salesPriceTo;
  const people = state.numberOfManagers.split(",");
  if (state.numberOfManagers !== "" && people.length === 2) {
    if (people[0]) query.numberOfManagersFrom = people[0];
    if (people[1]) query.numberOfManagersTo = people[1];
  }
  if (isDay(state.dueDate)) query.dueDate = state.dueDate;
  if (state.companyId) query.companyId = state.companyId;
  if (state.buyerCompanyId) query.buyerCompanyId = state.buyerCompanyId;
  return query;
}

/** Codes as the address carries them, large classes resolved. */
export function smallClasses(codes: readonly string[], classes: readonly TwoLevelGroup[]): string[] {
  return fromCategories({ category: codes, sub_category: codes }, classes);
}

/** The shortest form for the address: a class whose every small class is chosen is its own code. */
export function shortCodes(small: readonly string[], classes: readonly TwoLevelGroup[]): string[] {
  const { category, sub_category } = toCategories(small, classes);
  return [...category, ...sub_category];
}

/** One active condition: what it is called, what it belongs to, and the change that takes it away. */
export interface ActiveCondition {
  key: string;
  label: string;
  /** The same for conditions that are loosened together: all industries. */
  group: string;
  without: Partial<Conditions>;
}

/** The active conditions in the order of the screen, each removable on its own. */
export function activeConditions(state: Conditions, names: ConditionNames): ActiveCondition[] {
  const found: ActiveCondition[] = [];
  const add = (group: keyof Conditions, label: string, without: Partial<Conditions>, key: string = group) =>
    found.push({ key, label, group, without });

  if (state.freeWord.trim()) add("freeWord", `フリーワード：${state.freeWord.trim()}`, { freeWord: "" });
  for (const { key, label } of [...CHARGE, ...FLAGS]) if (state[key]) add(key, label, { [key]: false });
  const small = new Set(smallClasses(state.industryTypes, names.classes));
  for (const part of wholeOrParts(small, names.classes))
    add(
      "industryTypes",
      `業種：${part.label}`,
      {
        industryTypes: shortCodes(
          [...small].filter((code) => !part.codes.includes(code)),
          names.classes,
        ),
      },
      `industryTypes.${part.code}`,
    );
  for (const part of wholeOrParts(new Set(state.location), names.regions))
    add(
      "location",
      `地域：${part.label}`,
      { location: state.location.filter((code) => !part.codes.includes(code)) },
      `location.${part.code}`,
    );
  for (const item of names.items.salesAmount.items)
    if (state.salesAmount.includes(String(item.key)))
      add(
        "salesAmount",
        `売上高：${item.label}`,
        { salesAmount: state.salesAmount.filter((key) => key !== String(item.key)) },
        `salesAmount.${item.key}`,
      );
  const price = (key: number) =>
    names.items.acquisitionPrice.items.find((item) => item.key === key)?.label ?? "";
  if (state.salesPrice > 0 || state.salesPriceTo > 0)
    add("salesPrice", `希望価格：${price(state.salesPrice)}〜${price(state.salesPriceTo)}`, {
      salesPrice: 0,
      salesPriceTo: 0,
    });
  const people = names.items.peoples.items.find((item) => item.filterValue === state.numberOfManagers);
  if (people && state.numberOfManagers)
    add("numberOfManagers", `従業員数：${people.label}`, { numberOfManagers: "" });
  if (isDay(state.dueDate)) add("dueDate", `公開期限：${formatDate(state.dueDate)}以降`, { dueDate: "" });
  if (state.companyId) add("companyId", "選んだ売手の案件", { companyId: "" });
  return found;
}

interface Part {
  code: string;
  label: string;
  codes: string[];
}

function wholeOrParts(chosen: ReadonlySet<string>, groups: readonly TwoLevelGroup[]): Part[] {
  return groups.flatMap((group): Part[] => {
    const picked = group.items.filter((item) => chosen.has(item.code));
    if (picked.length > 1 && picked.length === group.items.length)
      return [{ code: group.code, label: `${group.name}（すべて）`, codes: picked.map((item) => item.code) }];
    return picked.map((item) => ({ code: item.code, label: item.name, codes: [item.code] }));
  });
}

/** A condition, or several of one kind, that could be given up when nothing is found. */
export interface Loosening {
  key: string;
  label: string;
  without: Partial<Conditions>;
}

/** What could be given up, one kind of condition at a time. */
export function loosenings(active: readonly ActiveCondition[]): Loosening[] {
  const groups = new Map<string, ActiveCondition[]>();
  for (const condition of active)
    groups.set(condition.group, [...(groups.get(condition.group) ?? []), condition]);
  return [...groups].map(([key, conditions]) => {
    const [first] = conditions;
    if (conditions.length === 1 && first) return { key, label: first.label, without: first.without };
    const kind = first?.label.split("：")[0] ?? "";
    return {
      key,
      label: `${kind}（${conditions.length}件の指定）`,
      without: { [key]: CONDITIONS[key as keyof Conditions] },
    };
  });
}

/** All conditions at their defaults; the order stays. */
export function cleared({ propertyName, isDescending }: Conditions): Partial<Conditions> {
  return { ...CONDITIONS, propertyName, isDescending };
}
