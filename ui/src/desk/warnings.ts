import { yenReading } from "@/lib/yen";
import { AMOUNT_LABELS } from "@/sale/labels";
import { NO_REGION_FROM } from "@/search/regions";
import { bandOf } from "./bands";
import type { CompanyFacts } from "./form/newValues";
import {
  type AmountName,
  exactName,
  FISCAL,
  type FiscalName,
  type ListingValues,
  priorName,
} from "./form/values";
import { itemLabel, type Masters, regionOf } from "./masters";

/** A value that is probably wrong: shown, but it does not prevent saving. */
export interface Warning {
  /** The field at which it is shown. */
  name: keyof ListingValues & string;
  text: string;
}

/** From this ratio of two figures on, one was probably entered in another unit. */
const UNIT_SLIP_RATIO = 100;
/** From this ratio of two years' figures on, a warning is shown. */
const YEAR_RATIO = 3;
/** The largest difference that rounding of two figures to 千円 can cause. */
const ROUNDING = 2;

const has = (value: number | null | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value);

/** The warnings about figures and places that contradict each other (SPEC.md section 3 Seller business details). */
export function warningsOf(
  values: ListingValues,
  masters: Pick<Masters, "items" | "regions">,
  company?: CompanyFacts,
): Warning[] {
  return [
    ...balanceWarnings(values),
    ...profitWarnings(values),
    ...unitWarnings(values, company),
    ...bandWarnings(values, masters),
    ...placeWarnings(values, masters),
  ];
}

function balanceWarnings(v: ListingValues): Warning[] {
  const out: Warning[] = [];
  const { assetAmount: assets, debitAmount: debt, netAsset: net } = v;
  if (has(assets) && has(debt) && has(net) && Math.abs(assets - debt - net) > ROUNDING)
    out.push({
      name: "netAsset",
      text: `総資産（${yenReading(assets)}）が、負債総額と純資産の合計（${yenReading(debt + net)}）と合いません。差は${yenReading(Math.abs(assets - debt - net))}です。`,
    });
  if (has(assets) && has(v.cashDeposit) && v.cashDeposit > assets)
    out.push({ name: "cashDeposit", text: "現預金が総資産を上回っています。" });
  if (has(debt) && has(v.interestBearingDebt) && v.interestBearingDebt > debt)
    out.push({ name: "interestBearingDebt", text: "有利子負債が負債総額を上回っています。" });
  if (has(net) && net < 0) out.push({ name: "netAsset", text: "債務超過（純資産がマイナス）です。" });
  return out;
}

function profitWarnings(v: ListingValues): Warning[] {
  const out: Warning[] = [];
  const years = [
    ["", (name: FiscalName) => exactName(name)],
    ["前期の", (name: FiscalName) => priorName(name)],
  ] as const;
  for (const [year, nameInYear] of years) {
    const value = (name: FiscalName) => v[nameInYear(name)] as number | null;
    const above = (high: FiscalName, low: FiscalName, note = "") => {
      const [h, l] = [value(high), value(low)];
      if (has(h) && has(l) && h > l)
        out.push({
          name: nameInYear(high),
          text: `${year}${AMOUNT_LABELS[high]}が${AMOUNT_LABELS[low]}を上回っています。${note}`,
        });
    };
    above("operatingProfit", "amountOfSales");
    above("operatingProfit", "ebitda", "EBITDAは営業利益に減価償却費を足した額です。");
    above("netIncome", "ordinaryIncome", "特別利益などがあれば、このままで結構です。");
  }
  return out;
}

function unitWarnings(v: ListingValues, company: CompanyFacts | undefined): Warning[] {
  const out: Warning[] = [];
  const companySales = company?.lastYearSalesAmount;
  if (
    has(v.amountOfSales) &&
    has(companySales) &&
    companySales > 0 &&
    isUnitSlip(v.amountOfSales, companySales)
  )
    out.push({
      name: "amountOfSales",
      text: `企業の詳細にある直近売上高（${yenReading(companySales)}）と大きく違います。単位（千円）をご確認ください。`,
    });
  for (const name of FISCAL) {
    if (name === "executiveRemuneration" || name === "netIncome") continue;
    const [now, before] = [v[exactName(name)], v[priorName(name)]] as [number | null, number | null];
    if (!has(now) || !has(before) || now <= 0 || before <= 0) continue;
    const ratio = now / before;
    if (isUnitSlip(now, before))
      out.push({
        name: exactName(name),
        text: `${AMOUNT_LABELS[name]}が前期と桁違いです。単位（千円）をご確認ください。`,
      });
    else if (name === "amountOfSales" && (ratio >= YEAR_RATIO || ratio <= 1 / YEAR_RATIO))
      out.push({
        name: exactName(name),
        text: `売上高が前期の${ratio >= 1 ? `${ratio.toFixed(1)}倍` : `${Math.round(ratio * 100)}％`}です。入力に誤りがなければ、このままで結構です。`,
      });
  }
  return out;
}

function isUnitSlip(a: number, b: number): boolean {
  const ratio = a / b;
  return ratio >= UNIT_SLIP_RATIO || ratio <= 1 / UNIT_SLIP_RATIO;
}

function bandWarnings(v: ListingValues, { items }: Pick<Masters, "items">): Warning[] {
  const out: Warning[] = [];
  const check = (
    exact: AmountName,
    band: "salesAmount" | "operatingProfit",
    label: string,
    list: Masters["items"]["salesAmount"],
  ) => {
    const value = v[exact];
    const found = bandOf(value, list.items);
    if (found && v[band] && String(found) !== v[band])
      out.push({
        name: exact,
        text: `概要の${label}の帯（${itemLabel(list.items, v[band])}）と合いません。この額の帯は「${itemLabel(list.items, found)}」です。`,
      });
  };
  check("amountOfSales", "salesAmount", "売上高", items.salesAmount);
  check("exactOperatingProfit", "operatingProfit", "営業利益", items.operatingProfit);
  return out;
}

function placeWarnings(v: ListingValues, { regions }: Pick<Masters, "regions">): Warning[] {
  const region = regionOf(regions, v.prefectureCode);
  if (!region || v.publicRegion.length === 0) return [];
  if (v.publicRegion.some((key) => Number(key) === region || Number(key) >= NO_REGION_FROM)) return [];
  return [
    {
      name: "publicRegion",
      text: `会社の所在地（${regions.find((r) => r.key === region)?.name ?? ""}）が、公開する地域に含まれていません。買手には、選んだ地域だけが見えます。`,
    },
  ];
}
