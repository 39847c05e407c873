import { FREE_TEXT_INDUSTRIES } from "@/kit/IndustryChooser";
import { bandShort, peopleText, priceText } from "@/lib/bands";
import { formatDate } from "@/lib/dates";
import { count, yenReading } from "@/lib/yen";
import { AMOUNT_LABELS, LABELS } from "@/sale/labels";
import { industryNames, itemLabel, itemLabels, type Masters, prefectureName } from "../masters";
import type { Item } from "../types";
import { sellReasons } from "./newValues";
import {
  type Audience,
  BALANCE,
  exactName,
  FISCAL,
  type ListingValues,
  managersRange,
  priorName,
} from "./values";

export type Step = "overview" | "details" | "audience";

/** The steps before the confirmation, in their order. */
export const STEPS: readonly { key: Step; title: string }[] = [
  { key: "overview", title: "概要" },
  { key: "details", title: "詳細" },
  { key: "audience", title: "公開範囲・期間" },
];

/** The steps including the confirmation at the end. */
export const ALL_STEPS: readonly { key: Step | "confirm"; title: string }[] = [
  ...STEPS,
  { key: "confirm", title: "確認" },
];

/** The names of institutions and cities, which are stored as ids and codes. */
export interface Names {
  institution: (id: string) => string;
  city: (code: string) => string;
}

/** One value of a listing, as shown in forms, confirm pages and comparisons. */
export interface FieldRow {
  /** Name of the form's field, to which an error links. */
  name: keyof ListingValues & string;
  label: string;
  step: Step;
  /** Name in the allow-list of domain.md 3.5 (testdata/deal/levels.tsv); absent if only SF sees the field. */
  disclosed?: readonly [part: "overview" | "details", field: string];
  /** The level from which others see it; 9: only the institution in charge. An amount is a band at level 3. */
  level: 1 | 3 | 4 | 9;
  /** The value in words; empty if there is none. */
  text: (values: ListingValues, masters: Masters, names: Names) => string;
}

export const AUDIENCE_LABELS: Readonly<Record<Audience, string>> = {
  all: "すべての加盟金融機関と、その取引先の買手",
  rest: "指定した金融機関を除く、加盟金融機関とその取引先の買手（公開先制限）",
  limited: "自機関の職員と、自機関が担当する買手だけ（自機関限定）",
};

const bandOrNone = (items: readonly Item[], key: string) =>
  Number(key) === 0 ? "" : bandShort(items, Number(key));

type Text = FieldRow["text"];
const plain =
  (name: keyof ListingValues): Text =>
  (values) =>
    String(values[name] ?? "").trim();
const amount =
  (name: keyof ListingValues): Text =>
  (values) => {
    const value = values[name] as number | null;
    return value === null || Number.isNaN(value) ? "" : `${count(value)}千円（${yenReading(value)}）`;
  };

const overview = (
  name: FieldRow["name"],
  label: string,
  level: FieldRow["level"],
  text: Text = plain(name),
  field: string = name,
): FieldRow => ({ name, label, step: "overview", level, text, disclosed: ["overview", field] });

const details = (
  name: FieldRow["name"],
  label: string,
  level: FieldRow["level"],
  text: Text = plain(name),
  field: string = name,
): FieldRow => ({ name, label, step: "details", level, text, disclosed: ["details", field] });

/** Every field of a listing, in the order of the form. */
export const FIELDS: readonly FieldRow[] = [
  overview("businessName", LABELS.businessName, 1),
  overview("description", LABELS.description, 1),
  overview("industryTypes", LABELS.industryTypes, 1, (v, m) =>
    industryNames(m.classes, v.industryTypes).join("、"),
  ),
  ...FREE_TEXT_INDUSTRIES.map((code) => {
    const name = `industryOtherText${code}` as const;
    return overview(name, "業種の内容", 3, (v, m) => {
      const text = v.industryTypes.includes(code) ? v[name].trim() : "";
      return text && `${industryNames(m.classes, [code]).join("")}：${text}`;
    });
  }),
  overview("industryOtherText", LABELS.industryOtherText, 3),
  overview("publicRegion", LABELS.publicRegion, 1, (v, m) =>
    itemLabels(m.items.region.items, v.publicRegion),
  ),
  overview(
    "prefectureCode",
    LABELS.prefecture,
    3,
    (v, m) => prefectureName(m.regions, v.prefectureCode),
    "location.prefecturecode",
  ),
  overview("cityCode", LABELS.city, 4, (v, _, n) => n.city(v.cityCode), "location.citycode"),
  {
    name: "isPrefecturePublic",
    label: "都道府県の公開",
    step: "overview",
    level: 9,
    text: (v) => (v.isPrefecturePublic ? "公開時から都道府県を示す" : "秘密保持契約の承諾まで地域だけを示す"),
  },
  overview("salesAmount", LABELS.salesAmount, 1, (v, m) =>
    bandOrNone(m.items.salesAmount.items, v.salesAmount),
  ),
  overview("operatingProfit", LABELS.operatingProfit, 1, (v, m) =>
    bandOrNone(m.items.operatingProfit.items, v.operatingProfit),
  ),
  overview("salesPrice", LABELS.salesPrice, 1, (v, m) =>
    v.salesPrice || v.salesPriceTo
      ? priceText(m.items.acquisitionPrice.items, v.salesPrice, v.salesPriceTo)
      : "",
  ),
  overview(
    "managers",
    LABELS.numberOfManagers,
    1,
    (v) => {
      const { from, to } = managersRange(v.managers);
      return from === undefined && to === undefined ? "" : peopleText(from, to);
    },
    "numberOfManagersFrom",
  ),
  overview("willingnessToSell", LABELS.willingnessToSell, 1, (v, m) =>
    itemLabel(m.items.willingnessToSell.items, v.willingnessToSell),
  ),
  overview("negotiationTarget", LABELS.negotiationTarget, 1, (v, m) =>
    itemLabels(m.items.negotiationTarget.items, v.negotiationTarget),
  ),
  overview("salesAsset", LABELS.salesAsset, 1, (v, m) => itemLabels(m.items.salesAsset.items, v.salesAsset)),
  overview("salesAssetOther", LABELS.salesAssetOther, 3),
  overview("others", LABELS.others, 3),

  details("assignmentReason", LABELS.assignmentReason, 1, (v, m) =>
    itemLabels(sellReasons(m.items.mAndAReason.items), v.assignmentReason),
  ),
  details("assignmentReasonAddition", LABELS.assignmentReasonAddition, 3),
  details("advantage", LABELS.advantage, 3),
  details("providingMethod", LABELS.providingMethod, 3),
  details("fiscalYear", LABELS.fiscalYear, 3, (v) => (v.fiscalYear ? `${v.fiscalYear}年` : "")),
  ...FISCAL.flatMap((name) => [
    details(exactName(name), `${AMOUNT_LABELS[name]}（直近期）`, 4, amount(exactName(name)), name),
    details(priorName(name), `${AMOUNT_LABELS[name]}（前期）`, 4, amount(priorName(name))),
  ]),
  ...BALANCE.map((name) => details(name, AMOUNT_LABELS[name], 4, amount(name))),
  details("markets", LABELS.markets, 4),
  details("targetCustomers", LABELS.targetCustomers, 4),
  details("services", LABELS.services, 4),
  details("supplementaryDescription", LABELS.supplementaryDescription, 4),
  details("companyName", LABELS.companyName, 4),
  details("representativeName", LABELS.representativeName, 4),
  details("postalCode", LABELS.postalCode, 4),
  details("address", LABELS.address, 4),
  details("phone", LABELS.phone, 4),
  details("fax", LABELS.fax, 4),
  details("homePageUrl", LABELS.homePageUrl, 4),
  details("targetUrl", LABELS.targetUrl, 4),

  {
    name: "audience",
    label: "公開範囲",
    step: "audience",
    level: 9,
    text: (v) => AUDIENCE_LABELS[v.audience],
  },
  {
    name: "restFinancial",
    label: "公開しない金融機関",
    step: "audience",
    level: 9,
    text: (v, _, n) => (v.audience === "rest" ? v.restFinancial.map(n.institution).join("、") : ""),
  },
  {
    name: "startDate",
    label: "公開開始日",
    step: "audience",
    level: 9,
    text: (v) => (v.startDate ? formatDate(v.startDate) : "売手の承認の日から"),
  },
  {
    name: "dueDate",
    label: LABELS.dueDate,
    step: "audience",
    level: 1,
    disclosed: ["overview", "dueDate"],
    text: (v) => (v.dueDate ? formatDate(v.dueDate) : ""),
  },
];

/** The step of a form's field; the overview for an unknown one. */
export function stepOf(name: string): Step {
  if (name === "salesPriceTo") return "overview";
  return FIELDS.find((field) => field.name === name)?.step ?? "overview";
}

/** The level from which others see a field of this listing: the prefecture's depends on isPrefecturePublic. */
export function levelOf({ name, level }: FieldRow, values: ListingValues): FieldRow["level"] {
  return name === "prefectureCode" && values.isPrefecturePublic ? 1 : level;
}

/** From when on others see a field, in plain words (domain.md 3.5). */
export function openingText(field: FieldRow, values: ListingValues): string {
  const { disclosed } = field;
  switch (levelOf(field, values)) {
    case 1:
      return "公開後、公開先の全員（匿名）";
    case 3:
      return "秘密保持契約の承諾後";
    case 4:
      return disclosed?.[0] === "details" && isAmount(disclosed[1])
        ? "承諾後は帯、実名承認後は正確な額"
        : "実名交渉の承認後";
    default:
      return "自機関だけ";
  }
}

/** Whether a field of the details is an exact amount. */
export function isAmount(field: string): boolean {
  return [...BALANCE, ...FISCAL, ...FISCAL.map(priorName)].some((name) => name === field);
}

/** One difference between two contents of a listing. */
interface Difference {
  field: FieldRow;
  before: string;
  after: string;
}

/** The differences between two contents, in words, in the order of the form. */
export function differences(
  before: ListingValues,
  after: ListingValues,
  masters: Masters,
  names: Names,
): Difference[] {
  return FIELDS.flatMap((field) => {
    const texts = [before, after].map((values) => field.text(values, masters, names)) as [string, string];
    return texts[0] === texts[1] ? [] : [{ field, before: texts[0], after: texts[1] }];
  });
}

/** The form's fields of a row of FIELDS: the price has two. */
export function namesOf(field: FieldRow): (keyof ListingValues & string)[] {
  return field.name === "salesPrice" ? ["salesPrice", "salesPriceTo"] : [field.name];
}
