import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];
export type Valuation = Schemas["ValuationView"];
type Inputs = Schemas["ValuationInputs"];
export type Version = Schemas["ValuationVersion"];

/** What is typed: amounts in 千円, rates and multiples as people write them. */
export interface ValuationValues extends Record<AmountName, number | null> {
  lineList: { name: string; kind: "asset" | "debt"; book: number | null; market: number | null }[];
  taxRate: string;
  multipleFrom: string;
  multipleTo: string;
  yearsFrom: string;
  yearsTo: string;
  note: string;
}

export const AMOUNTS = {
  netAsset: "純資産（簿価）",
  operatingProfit: "営業利益",
  remuneration: "役員報酬の調整",
  otherAdjustment: "その他の調整",
  depreciation: "減価償却費",
  interestBearingDebt: "有利子負債",
  cashDeposit: "現預金",
} as const;
export type AmountName = keyof typeof AMOUNTS;

/** A number with a point as the whole number of its parts: 4.5 in tenths is 45. null if it is none, or finer than that. */
export function parts(text: string, digits: number): number | null {
  const plain = text
    .normalize("NFKC")
    .trim()
    .replace(/[%倍]$/, "");
  const match = /^(\d{1,6})(?:\.(\d+))?$/.exec(plain);
  if (!match) return null;
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > digits) return null;
  return Number(`${match[1]}${fraction.padEnd(digits, "0")}`);
}

/** The opposite of parts. */
export function pointed(value: number | null | undefined, digits: number): string {
  if (value === null || value === undefined) return "";
  const text = String(value).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, "") || "0";
}

const amount = (value: number | null | undefined) => value ?? null;

/** The values with which the form begins. */
export function valuesOf(inputs: Inputs): ValuationValues {
  return {
    netAsset: amount(inputs.netAsset),
    operatingProfit: amount(inputs.operatingProfit),
    remuneration: amount(inputs.remuneration),
    otherAdjustment: amount(inputs.otherAdjustment),
    depreciation: amount(inputs.depreciation),
    interestBearingDebt: amount(inputs.interestBearingDebt),
    cashDeposit: amount(inputs.cashDeposit),
    lineList: inputs.lineList.map((line) => ({
      name: line.name,
      kind: line.isDebt ? "debt" : "asset",
      book: amount(line.book),
      market: amount(line.market),
    })),
    taxRate: pointed(inputs.taxRate, 2),
    multipleFrom: pointed(inputs.multipleFrom, 1),
    multipleTo: pointed(inputs.multipleTo, 1),
    yearsFrom: String(inputs.yearsFrom ?? 1),
    yearsTo: String(inputs.yearsTo ?? 3),
    note: inputs.note,
  };
}

/** What is sent. The server checks it. */
export function inputsOf(values: ValuationValues): Inputs {
  const { lineList, taxRate, multipleFrom, multipleTo, yearsFrom, yearsTo, ...rest } = values;
  return {
    ...rest,
    lineList: lineList.map(({ kind, ...line }) => ({ ...line, isDebt: kind === "debt" })),
    taxRate: parts(taxRate, 2),
    multipleFrom: parts(multipleFrom, 1),
    multipleTo: parts(multipleTo, 1),
    yearsFrom: Number(yearsFrom),
    yearsTo: Number(yearsTo),
  };
}
