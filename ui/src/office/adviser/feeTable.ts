import type { Schemas } from "@/api/officeClient";

export type FeeTable = Schemas["FeeTableRow"];

/** A step as it is typed: the amount in 千円, and the rate in % as a text. The last one has no amount. */
interface TypedStep {
  upTo: number | null;
  rate: string;
}

export interface TypedTable {
  name: string;
  base: string;
  stepList: TypedStep[];
  minimum: number | null;
  retainer: number | null;
  monthly: number | null;
  /** "amount" or "share". */
  interimBy: string;
  interim: number | null;
  interimShare: number | null;
  isRetainerDeducted: boolean;
  isInterimDeducted: boolean;
  deductedNote: string;
}

/** What a fee is computed of, as the server numbers it. */
export const BASES = [
  { value: "1", label: "譲渡額" },
  { value: "2", label: "純資産" },
  { value: "3", label: "移動総資産" },
];

/** A rate in 0.01 % of a text in %; NaN where it is none, or has more than two decimals. */
export function rateOf(text: string): number {
  const plain = text.normalize("NFKC").trim().replace(/\s*%$/, "");
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(plain);
  if (!match) return Number.NaN;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** A rate in 0.01 % as it is typed. */
export function rateText(rate: number): string {
  const decimals = String(rate % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return `${Math.floor(rate / 100)}${decimals && `.${decimals}`}`;
}

/** A table as the form begins with it; a new one begins with the usual steps. */
export function typedTable(table?: FeeTable): TypedTable {
  return {
    name: table?.name ?? "",
    base: String(table?.base ?? 1),
    stepList: table
      ? table.stepList.map(({ upTo, rate }) => ({ upTo, rate: rateText(rate) }))
      : [
          { upTo: 500_000, rate: "5" },
          { upTo: 1_000_000, rate: "4" },
          { upTo: 5_000_000, rate: "3" },
          { upTo: 10_000_000, rate: "2" },
          { upTo: null, rate: "1" },
        ],
    minimum: table?.minimum ?? null,
    retainer: table?.retainer ?? 0,
    monthly: table?.monthly ?? 0,
    interimBy: table && table.interimShare > 0 ? "share" : "amount",
    interim: table?.interim ?? 0,
    interimShare: table?.interimShare || null,
    isRetainerDeducted: table?.isRetainerDeducted ?? false,
    isInterimDeducted: table?.isInterimDeducted ?? false,
    deductedNote: table?.deductedNote ?? "",
  };
}

/** What is wrong with the steps before they are sent; "" for nothing. The server checks all of it again. */
export function stepProblem(steps: readonly TypedStep[]): string {
  for (const [i, { upTo, rate }] of steps.entries()) {
    const isLast = i === steps.length - 1;
    if (!isLast && (upTo === null || !Number.isInteger(upTo)))
      return `${i + 1}段目の上限を、千円の整数で入力してください。`;
    if (Number.isNaN(rateOf(rate)))
      return `${i + 1}段目の料率を、小数第2位までの数字で入力してください（例：5、0.75）。`;
  }
  return "";
}

/** The terms as they are sent. */
export function termsOf(
  typed: TypedTable,
): Omit<Schemas["FeeTableInput"], "tableId" | "version" | "requestKey"> {
  const isShare = typed.interimBy === "share";
  return {
    name: typed.name,
    base: Number(typed.base),
    stepList: typed.stepList.map(({ upTo, rate }, i) => ({
      upTo: i === typed.stepList.length - 1 ? null : upTo,
      rate: rateOf(rate),
    })),
    minimum: typed.minimum ?? 0,
    retainer: typed.retainer ?? 0,
    monthly: typed.monthly ?? 0,
    interim: isShare ? 0 : (typed.interim ?? 0),
    interimShare: isShare ? (typed.interimShare ?? 0) : 0,
    isRetainerDeducted: typed.isRetainerDeducted,
    isInterimDeducted: typed.isInterimDeducted,
    deductedNote: typed.deductedNote,
  };
}

/** The month since when somebody does this work, of a typed year and month; "" for neither. */
export function monthOf(year: number | null, month: string): string {
  if (year === null && month === "") return "";
  return `${year ?? ""}-${month.padStart(2, "0")}`;
}
