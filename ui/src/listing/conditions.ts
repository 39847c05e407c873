import type { operations } from "@/api/schema.gen";
import { TAGS } from "@/kit/Tag";
import {
  type Choice,
  choice,
  flags,
  type IdChoiceOptions,
  idChoice,
  industries,
  oneFlag,
  prefectures,
} from "@/search/choices";
import { categories } from "@/search/codes";
import type { Filter, SearchSpec } from "@/search/filter";
import { IN_CHARGE, inChargeFilters, inChargeQuery } from "@/search/inCharge";
import { items, prices } from "@/search/items";
import type { Names } from "@/search/names";
import { withoutOf } from "@/search/widened";
import { fromDay, widenedWord } from "@/search/words";

/**
 * The conditions of the listing search as they stand in the address, under the names of the
 * call (SPEC.md section 7 SearchSellerBusinessAsync) and at their defaults (section 9).
 * Industries are codes of large and of small classes, prices and sales are item keys,
 * numberOfManagers is the filter value of an item of people ("11,20"), 0 and "" are none.
 */
export const CONDITIONS = {
  freeWord: "",
  without: [] as string[],
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
  ...IN_CHARGE,
  propertyName: "modified",
  isDescending: true,
  pageNumber: 1,
};

export type Conditions = typeof CONDITIONS;

/**
 * Conditions that a buyer's user does not have: they would reveal which institution is in charge
 * (domain.md 3.5).
 */
const BANKS = [
  "isOnlyPersonInCharge",
  "isNotOnlyPersonInCharge",
  "companyId",
  "buyerCompanyId",
  "personInCharge",
  "nextActionF",
  "nextActionT",
] as const;

type SearchQuery = NonNullable<operations["SellerBusiness_SearchSellerBusinessAsync"]["parameters"]["query"]>;

const FLAGS = [
  { key: "isPublic", label: TAGS.Public.label },
  { key: "isSold", label: "成約済み" },
  { key: "isNotRead", label: "まだ見ていない" },
  { key: "isRecommended", label: TAGS.Recommended.label },
  { key: "isOffered", label: "オファーあり" },
  { key: "isMessage", label: "未読メッセージあり" },
  { key: "isNegotiation", label: "交渉中" },
] as const;

const CHARGE = [
  { key: "isOnlyPersonInCharge", label: "自機関の担当案件だけ" },
  { key: "isNotOnlyPersonInCharge", label: "自機関の担当案件を除く" },
] as const;

/** The orders that the search knows, by the call's propertyName. */
const SORTS = [
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

/** The control by which a bank chooses one of its companies, and the companies named in the address. */
export interface OwnCompanies {
  control: IdChoiceOptions["control"];
  buyer: Choice | null | undefined;
  seller: Choice | null | undefined;
  /** The own institution's users, undefined while they load. */
  people?: readonly Choice[];
}

/** The search for listings; `own` is given for a bank only. */
export function listingSpec(own: OwnCompanies | undefined): SearchSpec<Conditions> {
  const bank: Filter<Conditions>[] = own
    ? [
        oneFlag("担当", CHARGE),
        ...inChargeFilters(own.people, "（自機関の案件）"),
        idChoice("companyId", "売手", own.seller, {
          control: own.control,
          empty: "指定なし",
          help: "担当の売手を選ぶと、公開前の案件も表示します。",
        }),
        idChoice("buyerCompanyId", "一致度を見る買手", own.buyer, {
          control: own.control,
          empty: "選ばない",
          help: "担当の買手を選ぶと、その買手から見た一致度と交渉の状況を表示します。",
        }),
      ]
    : [];
  const defaults: Partial<Conditions> = { ...CONDITIONS };
  if (!own) for (const key of BANKS) delete defaults[key];
  return {
    defaults: defaults as Conditions,
    sorts: SORTS,
    words: { word: "freeWord", classes: "industryTypes" },
    filters: [
      // Its field is above the list.
      { ...widenedWord<Conditions>("freeWord", "フリーワード"), control: () => null },
      flags("案件の状態", FLAGS),
      ...bank,
      industries("industryTypes", "業種"),
      prefectures("location", "地域", {
        help: "地域だけを公開している案件は、その地域に含まれれば見つかります。",
      }),
      items("salesAmount", "売上高", "salesAmount"),
      prices("希望価格", "金額が「応相談」の案件は、いつも表示されます。"),
      choice(
        "numberOfManagers",
        "従業員数",
        ({ items: lists }) =>
          lists.peoples.items.map((item) => ({ value: item.filterValue ?? "", label: item.label })),
        { empty: "指定なし" },
      ),
      fromDay("dueDate", "公開期限", { help: "この日以降も公開されている案件" }),
    ],
  };
}

/**
 * The query of the call. Exactly two values in the number of managers are from and to
 * (SPEC.md section 5).
 */
export function toSearchQuery(state: Conditions, { classes }: Pick<Names, "classes">, limit: number) {
  const query: SearchQuery = {
    pageNumber: state.pageNumber,
    limit,
    propertyName: state.propertyName,
    isDescending: state.isDescending ? "true" : "false",
  };
  for (const { key } of [...FLAGS, ...CHARGE]) if (state[key]) query[key] = true;
  if (state.freeWord.trim() !== "") query.freeWord = state.freeWord.trim();
  const without = withoutOf(state.freeWord, state.without);
  if (without) query.without = without;
  const chosen = categories(state.industryTypes, classes);
  if (chosen) query.industryTypes = JSON.stringify(chosen);
  if (state.location.length > 0) query.location = state.location;
  if (state.salesAmount.length > 0) query.salesAmount = state.salesAmount;
  if (state.salesPrice > 0) query.salesPrice = state.salesPrice;
  if (state.salesPriceTo > 0) query.salesPriceTo = state.salesPriceTo;
  const people = state.numberOfManagers.split(",");
  if (people.length === 2) {
    if (people[0]) query.numberOfManagersFrom = people[0];
    if (people[1]) query.numberOfManagersTo = people[1];
  }
  if (state.dueDate) query.dueDate = state.dueDate;
  if (state.companyId) query.companyId = state.companyId;
  if (state.buyerCompanyId) query.buyerCompanyId = state.buyerCompanyId;
  const { personInCharge, nextActionF, nextActionT } = inChargeQuery(state);
  if (personInCharge) query.personInCharge = personInCharge;
  if (nextActionF) query.nextActionF = nextActionF;
  if (nextActionT) query.nextActionT = nextActionT;
  return query;
}
