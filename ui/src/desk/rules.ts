import type { FieldErrors, Resolver } from "react-hook-form";
import * as limits from "@/api/limits.gen";
import { postalDigits } from "@/lib/kana";
import { AMOUNT_LABELS, LABELS } from "@/sale/labels";
import { bandOf, priceReversed } from "./bands";
import { FIELDS, stepOf } from "./form/fields";
import { BALANCE, exactName, FISCAL, type ListingValues, priorName } from "./form/values";
import { itemLabel, type Masters } from "./masters";
import { monthsLater } from "./period";

/** An error of a field, or that it is missing. */
interface Problem {
  name: keyof ListingValues & string;
  message: string;
}

/** The maximum length of each text, in characters, as the server counts them. */
export const LENGTHS: Readonly<Partial<Record<keyof ListingValues & string, number>>> = Object.fromEntries(
  Object.entries({ ...limits.ListingOverviewInput, ...limits.ListingDetailsInput }).flatMap(
    ([name, limit]) => ("maxLength" in limit ? [[name, limit.maxLength]] : []),
  ),
);

const MOST_INDUSTRIES = 10;
const FIRST_YEAR = limits.ListingDetailsInput.fiscalYear.minimum;

const characters = (text: string) => Array.from(text.trim()).length;
const label = (name: string) => FIELDS.find((field) => field.name === name)?.label ?? name;

/**
 * The errors to correct before a listing can be saved. The server checks the same and more. Only
 * the title is required, so that an incomplete listing can be saved.
 *
 * @param today a day in Japan
 * @param stored the stored due date, which is allowed even if it is past, as long as it is unchanged
 */
export function problemsOf(
  v: ListingValues,
  masters: Pick<Masters, "items" | "limits">,
  today: string,
  stored = "",
): Problem[] {
  const out: Problem[] = [];
  const add = (name: Problem["name"], message: string) => out.push({ name, message });
  if (!v.businessName.trim()) add("businessName", "案件名（匿名の表題）を入力してください。");
  for (const [name, max] of Object.entries(LENGTHS) as [string, number][]) {
    const length = characters(String(v[name] ?? ""));
    if (length > max)
      add(
        name,
        `${label(name)}は${max.toLocaleString("ja-JP")}文字以内で入力してください（現在${length.toLocaleString("ja-JP")}文字）。`,
      );
  }
  if (v.industryTypes.length > MOST_INDUSTRIES)
    add("industryTypes", `業種は${MOST_INDUSTRIES}個までにしてください（現在${v.industryTypes.length}個）。`);
  if (
    priceReversed(
      v.salesPrice,
      v.salesPriceTo,
      masters.items.acquisitionPrice.items,
      masters.items.salesPriceTo.items,
    )
  )
    add("salesPriceTo", "希望価格の上限は、下限以上のものを選択してください。");
  if (v.isPrefecturePublic && !v.prefectureCode)
    add("isPrefecturePublic", "都道府県を公開するには、所在地の都道府県を選択してください。");
  if (v.postalCode.trim() && !postalDigits(v.postalCode))
    add("postalCode", "郵便番号は7桁の数字で入力してください。");
  for (const name of ["phone", "fax"] as const)
    if (v[name].trim() && !isPhone(v[name]))
      add(name, `${label(name)}は 03-1234-5678 の形で入力してください。`);
  for (const name of ["homePageUrl", "targetUrl"] as const)
    if (v[name].trim() && !/^https?:\/\/[^\s/]+/.test(v[name].trim()))
      add(name, `${label(name)}は https:// で始まるアドレスを入力してください。`);
  out.push(...amountProblems(v, masters.limits.maxAmount, today));
  out.push(...periodProblems(v, masters.limits.listingMonthsMax, today, stored));
  if (v.audience === "rest" && v.restFinancial.length === 0)
    add("restFinancial", "公開しない金融機関を選択してください。");
  return out;
}

function amountProblems(v: ListingValues, max: number, today: string): Problem[] {
  const out: Problem[] = [];
  const check = (name: keyof ListingValues & string, label: string, canBeNegative: boolean) => {
    const value = v[name] as number | null;
    if (value === null) return;
    if (!Number.isInteger(value))
      out.push({
        name,
        message: `${label}は千円単位の整数で入力してください。「3億2,000万」のようにも入力できます。`,
      });
    else if (value > max || value < (canBeNegative ? -max : 0))
      out.push({
        name,
        message: canBeNegative ? `${label}の桁数が大きすぎます。` : `${label}は0以上の額で入力してください。`,
      });
  };
  for (const name of BALANCE) check(name, AMOUNT_LABELS[name], name === "netAsset");
  for (const name of FISCAL) {
    const losses = name !== "amountOfSales" && name !== "executiveRemuneration";
    check(exactName(name), AMOUNT_LABELS[name], losses);
    check(priorName(name), `前期の${AMOUNT_LABELS[name]}`, losses);
  }
  const year = v.fiscalYear;
  const last = Number(today.slice(0, 4)) + 1;
  if (year !== null && (!Number.isInteger(year) || year < FIRST_YEAR || year > last))
    out.push({
      name: "fiscalYear",
      message: `決算年度は西暦4桁（${FIRST_YEAR}〜${last}）で入力してください。`,
    });
  return out;
}

function periodProblems(v: ListingValues, monthsMax: number, today: string, stored: string): Problem[] {
  const message = v.dueDate === stored && stored ? null : dueDateProblem(v.dueDate, monthsMax, today);
  if (message) return [{ name: "dueDate", message }];
  if (v.startDate && v.dueDate && v.startDate > v.dueDate)
    return [{ name: "startDate", message: "公開開始日は、公開期限以前の日付にしてください。" }];
  return [];
}

/** Why a listing's period cannot end on a day; null if it can (domain.md 3.1). Empty means the default. */
export function dueDateProblem(dueDate: string, monthsMax: number, today: string): string | null {
  if (!dueDate) return null;
  if (dueDate <= today) return "公開期限は明日以降の日付を入力してください。";
  const last = monthsLater(today, monthsMax);
  if (dueDate > last)
    return `公開期限は${monthsMax}か月以内（${last.replaceAll("-", "/")}まで）の日付を入力してください。`;
  return null;
}

function isPhone(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/[‐‑‒–—―−ーｰ]/g, "-")
    .replace(/[() ]/g, "")
    .trim();
  const digits = plain.replace(/\D/g, "").length;
  return /^\+?\d{1,5}(-?\d{1,5}){1,4}$/.test(plain) && digits >= 9 && digits <= 15;
}

/** The fields marked 必須, required for an approval request (domain.md 3.1 SendApprovalRequest). */
export const NEEDED: readonly (keyof ListingValues & string)[] = [
  "businessName",
  "description",
  "industryTypes",
  "publicRegion",
  "prefectureCode",
  "salesAmount",
  "operatingProfit",
  "salesPriceTo",
  "willingnessToSell",
  "negotiationTarget",
  "salesAsset",
  "assignmentReason",
  "fiscalYear",
  "amountOfSales",
  "exactOperatingProfit",
  "services",
  "companyName",
  "representativeName",
  "address",
];

/** The fields that are still missing for an approval request; they are not needed for saving. */
export function missingOf(v: ListingValues, { items }: Pick<Masters, "items">): Problem[] {
  const empty = (name: string) => {
    const value = v[name];
    return (
      value === null ||
      value === "" ||
      (Array.isArray(value) && value.length === 0) ||
      (typeof value === "string" && !value.trim())
    );
  };
  const out = NEEDED.filter(empty).map((name) => ({
    name,
    message: `${name === "salesPriceTo" ? "希望価格（上限）" : label(name)}が未入力です。`,
  }));
  const other = items.salesAsset.items.find((item) => item.isFreeText);
  if (other && v.salesAsset.includes(String(other.key)) && !v.salesAssetOther.trim())
    out.push({ name: "salesAssetOther", message: `${LABELS.salesAssetOther}が未入力です。` });
  for (const [band, exact, what] of [
    ["salesAmount", "amountOfSales", "売上高"],
    ["operatingProfit", "exactOperatingProfit", "営業利益"],
  ] as const) {
    const found = bandOf(v[exact], items[band].items);
    if (v[band] && found && v[band] !== String(found))
      out.push({
        name: band,
        message: `概要の${what}が、詳細の金額（${itemLabel(items[band].items, found)}）と合いません。`,
      });
  }
  return out;
}

/** A check as a resolver of react-hook-form. */
export function resolverOf(check: (values: ListingValues) => Problem[]): Resolver<ListingValues> {
  return (values) => {
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { name, message } of check(values)) errors[name] ??= { type: "rule", message };
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<ListingValues> }
      : { values, errors: {} };
  };
}

/** The errors of one step, in the order of the form. */
export function errorsOf(errors: FieldErrors<ListingValues>, step?: string) {
  const order = [
    ...FIELDS.flatMap((f) => (f.name === "salesPrice" ? ["salesPrice", "salesPriceTo"] : [f.name])),
  ];
  return Object.entries(errors)
    .filter(
      ([name, error]) => error?.message && (step === undefined || name === "root" || stepOf(name) === step),
    )
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([name, error]) => ({ name, message: String(error?.message) }));
}
