import { bandText } from "@/lib/bands";
import { AMOUNT_LABELS } from "./labels";
import type { ListingDetails } from "./types";

/** An amount of the details; its band carries the name with "Band" (domain.md 3.5). */
export type AmountField =
  | "amountOfSales"
  | "operatingProfit"
  | "ordinaryIncome"
  | "ebitda"
  | "netIncome"
  | "executiveRemuneration"
  | "preAmountOfSales"
  | "preOperatingProfit"
  | "preOrdinaryIncome"
  | "preEbitda"
  | "preNetIncome"
  | "preExecutiveRemuneration"
  | "assetAmount"
  | "debitAmount"
  | "netAsset"
  | "cashDeposit"
  | "interestBearingDebt";

export interface FigureRow {
  label: string;
  /** Of the last fiscal year, or at its end. */
  field: AmountField;
  /** Of the year before; balances have none. */
  before?: AmountField;
}

/** The fiscal amounts of two years, in the order of a statement (SPEC.md section 3). */
export const PROFIT_ROWS: readonly FigureRow[] = [
  { label: AMOUNT_LABELS.amountOfSales, field: "amountOfSales", before: "preAmountOfSales" },
  { label: AMOUNT_LABELS.operatingProfit, field: "operatingProfit", before: "preOperatingProfit" },
  { label: AMOUNT_LABELS.ordinaryIncome, field: "ordinaryIncome", before: "preOrdinaryIncome" },
  { label: AMOUNT_LABELS.ebitda, field: "ebitda", before: "preEbitda" },
  { label: AMOUNT_LABELS.netIncome, field: "netIncome", before: "preNetIncome" },
  {
    label: AMOUNT_LABELS.executiveRemuneration,
    field: "executiveRemuneration",
    before: "preExecutiveRemuneration",
  },
];

/** The balances at the end of the last fiscal year. */
export const BALANCE_ROWS: readonly FigureRow[] = [
  { label: AMOUNT_LABELS.assetAmount, field: "assetAmount" },
  { label: AMOUNT_LABELS.debitAmount, field: "debitAmount" },
  { label: AMOUNT_LABELS.netAsset, field: "netAsset" },
  { label: AMOUNT_LABELS.cashDeposit, field: "cashDeposit" },
  { label: AMOUNT_LABELS.interestBearingDebt, field: "interestBearingDebt" },
];

/** An amount in the form that the reader's level allows. */
type Figure =
  | { kind: "exact"; thousands: number }
  | { kind: "band"; text: string }
  | { kind: "withheld" }
  | { kind: "empty" };

/** Exact if sent, else the band, else withheld if a higher level opens it, else not entered. */
export function figure(details: ListingDetails, field: AmountField): Figure {
  const exact = details[field];
  if (exact !== undefined) return { kind: "exact", thousands: exact };
  const band = details[`${field}Band`];
  if (band) return { kind: "band", text: bandText(band) };
  return `${field}Band` in details.opensAt ? { kind: "withheld" } : { kind: "empty" };
}

/** How exact the figures are as a whole, for the heading. */
export function exactness(details: ListingDetails): "exact" | "band" | "withheld" {
  if ("amountOfSalesBand" in details.opensAt) return "withheld";
  return "amountOfSales" in details.opensAt ? "band" : "exact";
}
