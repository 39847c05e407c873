import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];
export type Memorandum = Schemas["MemorandumView"];
export type Content = Schemas["MemorandumContent"];
type Period = Schemas["MemorandumPeriod"];

/** The figures of a period that somebody types, in 千円. */
export const FIGURES = {
  amountOfSales: "売上高",
  grossProfit: "売上総利益",
  operatingProfit: "営業利益",
  ordinaryIncome: "経常利益",
  netIncome: "当期純利益",
  depreciation: "減価償却費",
  executiveRemuneration: "役員報酬",
  assetAmount: "総資産",
  netAsset: "純資産",
  cashDeposit: "現預金",
  interestBearingDebt: "有利子負債",
} as const;
type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as FigureName[];

export const PERIODS = ["前々期", "前期", "直近期"] as const;

interface PictureValues {
  pictureId: string;
  caption: string;
  isNameless: boolean;
}

interface SectionValues {
  /** Of a standard section; "" for an own one. Not `key`, which react-hook-form uses itself. */
  itemKey: string;
  heading: string;
  text: string;
  level: string;
  pictures: PictureValues[];
}

export type PeriodValues = { month: string } & Record<FigureName, number | null>;

export interface Values {
  sections: SectionValues[];
  /** Three of them, the oldest first. */
  periods: PeriodValues[];
  figuresLevel: string;
}

export const blankPeriod = (): PeriodValues => ({
  month: "",
  ...(Object.fromEntries(FIGURE_NAMES.map((name) => [name, null])) as Record<FigureName, number | null>),
});

const periodOf = (period: Period): PeriodValues => ({
  month: period.month,
  ...(Object.fromEntries(FIGURE_NAMES.map((name) => [name, period[name] ?? null])) as Record<
    FigureName,
    number | null
  >),
});

/** Three periods, of which the newest ones are known. */
function threePeriods(periods: readonly Period[]): PeriodValues[] {
  const known = periods.map(periodOf);
  return [...Array.from({ length: PERIODS.length - known.length }, blankPeriod), ...known];
}

const sectionOf = (section: Content["sectionList"][number]): SectionValues => ({
  itemKey: section.key,
  heading: section.heading,
  text: section.text,
  level: String(section.level),
  pictures: section.pictureList.map((picture) => ({ ...picture })),
});

export const valuesOf = (content: Content): Values => ({
  sections: content.sectionList.map(sectionOf),
  periods: threePeriods(content.periodList),
  figuresLevel: String(content.figuresLevel),
});

/** A month as people type it, as the server wants it: 2026/3 and 2026年3月 are 2026-03. What is none stays. */
export function monthOf(text: string): string {
  const plain = text.normalize("NFKC").trim();
  const match = /^(\d{4})(?:[-/.年]|\s)(\d{1,2})月?期?$/.exec(plain);
  return match ? `${match[1]}-${(match[2] ?? "").padStart(2, "0")}` : plain;
}

export const contentOf = (values: Values): Content => ({
  sectionList: values.sections.map(({ itemKey, heading, text, level, pictures }) => ({
    key: itemKey,
    heading: itemKey ? "" : heading,
    text,
    level: Number(level),
    pictureList: pictures,
  })),
  periodList: values.periods.map((period) => ({ ...period, month: monthOf(period.month) })),
  figuresLevel: Number(values.figuresLevel),
});

const isEmpty = (section: SectionValues) => section.text.trim() === "" && section.pictures.length === 0;

/** What is recorded of the company, put into sections and periods in which nothing is. Says how many were filled. */
export function filled(values: Values, prefill: Content): { values: Values; count: number } {
  let count = 0;
  const sections = values.sections.map((section) => {
    const known = prefill.sectionList.find(({ key }) => key !== "" && key === section.itemKey);
    if (!known || !isEmpty(section)) return section;
    count += 1;
    const level = String(Math.max(Number(section.level), known.level));
    return { ...section, text: known.text, level };
  });
  const isBlank = values.periods.every((period) => FIGURE_NAMES.every((name) => period[name] === null));
  if (!isBlank || prefill.periodList.length === 0) return { values: { ...values, sections }, count };
  return {
    values: { ...values, sections, periods: threePeriods(prefill.periodList) },
    count: count + 1,
  };
}

/** What the two rows come to that nobody types; null where a part is not known. */
export function computed(period: PeriodValues): { ebitda: number | null; ratio: number | null } {
  const { operatingProfit, depreciation, netAsset, assetAmount } = period;
  const known = (value: number | null): value is number => typeof value === "number" && !Number.isNaN(value);
  return {
    ebitda: known(operatingProfit) && known(depreciation) ? operatingProfit + depreciation : null,
    ratio:
      known(netAsset) && known(assetAmount) && assetAmount > 0
        ? Math.trunc((netAsset * 1000) / assetAmount) / 10
        : null,
  };
}
