import { flags, industries, oneFlag, prefectures } from "./choices";
import { categories } from "./codes";
import type { Filter } from "./filter";
import { annualSales, prices } from "./items";
import type { Names } from "./names";
import { withoutOf } from "./widened";
import { widenedWord, word } from "./words";

/*
 * The conditions on companies and their needs that several searches share, under the names of
 * the calls (SPEC.md section 7 Search parameter vocabulary). Industries are codes of large and
 * of small classes, money is item keys; 0 and "" are none.
 */

export const COMPANY = {
  companyName: "",
  companyIndustryTypes: [] as string[],
  prefecture: [] as string[],
  annualSaleF: 0,
  annualSaleT: 0,
};

export const NEEDS = {
  needsName: "",
  without: [] as string[],
  businessIndustryTypes: [] as string[],
  salesPrice: 0,
  salesPriceTo: 0,
};

export const STATES = {
  isPublic: false,
  noApproved: false,
  noPublic: false,
  isTrial: false,
  isLongList: false,
};

const CHARGE = { isOnlyPersonInCharge: false, isNotOnlyPersonInCharge: false };

export const ORDER = { propertyName: "modified", isDescending: true, pageNumber: 1 };

type OfCompany = typeof COMPANY & typeof ORDER;
type OfBuyer = OfCompany & typeof NEEDS;

/** Who is in charge of the buyers: those of other banks are found anonymously. */
export const CHARGE_FILTER: Filter<typeof CHARGE & typeof ORDER> = oneFlag("担当", [
  { key: "isOnlyPersonInCharge", label: "担当企業だけ" },
  { key: "isNotOnlyPersonInCharge", label: "担当企業を除く" },
]);

/** The states of a buyer's registration, and whether a long list contains it. `own` is a suffix for own buyers' states. */
export function statesFilter(own = ""): Filter<typeof STATES & typeof ORDER> {
  return flags("買手の状態", [
    { key: "isPublic", label: "公開中" },
    { key: "noApproved", label: `承認待ち${own}` },
    { key: "noPublic", label: `非公開${own}` },
    { key: "isTrial", label: `お試し${own}` },
    { key: "isLongList", label: `ロングリストに載せた買手${own && "（案件を選ばなければ担当企業だけ）"}` },
  ]);
}

/** A word of the buyer's needs. */
export const NEEDS_WORD: Filter<{ needsName: string; without: string[] } & typeof ORDER> = widenedWord(
  "needsName",
  "ニーズの言葉",
  { help: "ニーズの表題と内容から、同じ意味の言葉でも探します。「」で囲むと、その言葉だけを探します。" },
);

/** Where a search of buyers has its words and its classes of industries. */
export const NEEDS_WORDS = { word: "needsName", classes: "businessIndustryTypes" } as const;

/** The conditions on the company itself. `owner` prefixes their labels on a screen with other labels of the kind. */
export function companyFilters(
  owner: string,
  options: { isOwnNamesOnly?: boolean; isFirst?: boolean } = {},
): Filter<OfCompany>[] {
  return [
    word("companyName", owner === "" ? "企業名" : `${owner}の企業名`, {
      help: options.isOwnNamesOnly ? "担当企業の中から探します。" : undefined,
      isFirst: options.isFirst,
    }),
    industries("companyIndustryTypes", owner === "" ? "企業の業種" : `${owner}の業種`),
    prefectures("prefecture", owner === "" ? "所在地" : `${owner}の所在地`),
    annualSales(owner === "" ? "年間売上高" : `${owner}の年間売上高`),
  ];
}

/** What a buyer looks for. */
export const NEEDS_FILTERS: Filter<OfBuyer>[] = [
  NEEDS_WORD,
  industries("businessIndustryTypes", "希望する業種"),
  prices("希望価格"),
];

/** The states that are asked for; what is off is no condition. */
export function statesQuery(state: typeof STATES): Partial<typeof STATES> {
  return Object.fromEntries(
    Object.keys(STATES).flatMap((key) => (state[key as keyof typeof STATES] ? [[key, true]] : [])),
  );
}

/** The part of a query that every search of buyers shares. */
export function buyerQuery(state: OfBuyer & typeof CHARGE, names: Pick<Names, "classes">) {
  return {
    ...companyQuery(state, names),
    ...needsQuery(state, names),
    isOnlyPersonInCharge: state.isOnlyPersonInCharge,
    isNotOnlyPersonInCharge: state.isNotOnlyPersonInCharge,
    pageNumber: state.pageNumber,
  };
}

/** The conditions that every search of buyers has, as the address holds them. */
export const BUYER = { ...CHARGE, ...COMPANY, ...NEEDS, ...ORDER };

/** The part of a query that every search of companies shares. */
export function companyQuery(state: OfCompany, { classes }: Pick<Names, "classes">) {
  return {
    companyName: state.companyName || undefined,
    companyIndustryTypes: categories(state.companyIndustryTypes, classes),
    annualSaleF: state.annualSaleF,
    annualSaleT: state.annualSaleT || undefined,
    prefecture: state.prefecture.length > 0 ? state.prefecture : undefined,
  };
}

function needsQuery(state: OfBuyer, { classes }: Pick<Names, "classes">) {
  return {
    needsName: state.needsName || undefined,
    without: withoutOf(state.needsName, state.without),
    businessIndustryTypes: categories(state.businessIndustryTypes, classes),
    salesPrice: state.salesPrice || undefined,
    salesPriceTo: state.salesPriceTo || undefined,
  };
}

/** Industries as a query's text. */
export function asText(chosen: ReturnType<typeof categories>): string | undefined {
  return chosen && JSON.stringify(chosen);
}

/** The orders that every search of companies knows (an allow-list on the server). */
export const COMPANY_SORTS = [
  { propertyName: "modified", isDescending: true, label: "更新が新しい順" },
  { propertyName: "modified", isDescending: false, label: "更新が古い順" },
  { propertyName: "created", isDescending: true, label: "登録が新しい順" },
  { propertyName: "salesAmount", isDescending: true, label: "売上高が大きい順" },
  { propertyName: "salesAmount", isDescending: false, label: "売上高が小さい順" },
  { propertyName: "prefecture", isDescending: false, label: "所在地の順（北から）" },
] as const;

/** Without a listing to compare with there is no score. */
export const SCORE_SORTS = [
  { propertyName: "score", isDescending: true, label: "一致度が高い順", neededCondition: "sellerBusinessId" },
  {
    propertyName: "score",
    isDescending: false,
    label: "一致度が低い順",
    neededCondition: "sellerBusinessId",
  },
] as const;
