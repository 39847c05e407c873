import { FREE_TEXT_INDUSTRIES } from "@/kit/IndustryChooser";

/** Amounts of the balance sheet, of the latest year only (SPEC.md section 3 Seller business details). */
export const BALANCE = [
  "assetAmount",
  "debitAmount",
  "netAsset",
  "cashDeposit",
  "interestBearingDebt",
] as const;

/** Amounts of the income statement, of both years. */
export const FISCAL = [
  "amountOfSales",
  "operatingProfit",
  "ordinaryIncome",
  "ebitda",
  "netIncome",
  "executiveRemuneration",
] as const;

type BalanceName = (typeof BALANCE)[number];
export type FiscalName = (typeof FISCAL)[number];
type PriorName = `pre${Capitalize<FiscalName>}`;
/** The form's names of the exact amounts; `operatingProfit` is the band of the overview. */
export type AmountName =
  | BalanceName
  | Exclude<FiscalName, "operatingProfit">
  | "exactOperatingProfit"
  | PriorName;

export const priorName = (name: FiscalName): PriorName =>
  `pre${name[0]?.toUpperCase()}${name.slice(1)}` as PriorName;
/** The form's name of an amount of the details: operatingProfit exists in the overview too. */
export const exactName = (name: BalanceName | FiscalName): AmountName =>
  name === "operatingProfit" ? "exactOperatingProfit" : name;

export type FreeTextName = `industryOtherText${(typeof FREE_TEXT_INDUSTRIES)[number]}`;

/** The audience of a listing (domain.md 3.4); `limited` takes precedence over `rest`. */
export type Audience = "all" | "rest" | "limited";

/**
 * All values that the screens of a listing let the user enter. Keys of items are texts, as in
 * forms.
 */
export interface ListingValues
  extends Record<AmountName, number | null>,
    Record<FreeTextName, string>,
    Record<string, unknown> {
  companyId: string;
  /** Empty for a new listing. */
  sellerBusinessId: string;
  /** The version on which the input is based; 0 for a new listing. */
  version: number;
  /** A new form's random key: sent twice after a lost answer, it creates one listing only. */
  requestKey: string;

  businessName: string;
  description: string;
  industryTypes: string[];
  industryOtherText: string;
  publicRegion: string[];
  prefectureCode: string;
  cityCode: string;
  isPrefecturePublic: boolean;
  salesAmount: string;
  operatingProfit: string;
  salesPrice: string;
  salesPriceTo: string;
  /** 「6-10」, 「301-」; empty if not given. */
  managers: string;
  willingnessToSell: string;
  negotiationTarget: string[];
  salesAsset: string[];
  salesAssetOther: string;
  others: string;

  companyName: string;
  representativeName: string;
  postalCode: string;
  address: string;
  phone: string;
  fax: string;
  homePageUrl: string;
  targetUrl: string;
  fiscalYear: number | null;
  markets: string;
  targetCustomers: string;
  services: string;
  advantage: string;
  providingMethod: string;
  assignmentReason: string[];
  assignmentReasonAddition: string;
  supplementaryDescription: string;

  audience: Audience;
  restFinancial: string[];
  startDate: string;
  dueDate: string;

  /** Lines that justify hits of the anonymity check, by the hit's key; sent with the approval request. */
  justifications: Record<string, string>;
}

const amountNames: readonly AmountName[] = [...BALANCE, ...FISCAL.map(exactName), ...FISCAL.map(priorName)];

/** An empty form. */
export function emptyValues(companyId: string): ListingValues {
  return {
    companyId,
    sellerBusinessId: "",
    version: 0,
    requestKey: "",
    businessName: "",
    description: "",
    industryTypes: [],
    industryOtherText: "",
    ...(Object.fromEntries(FREE_TEXT_INDUSTRIES.map((code) => [`industryOtherText${code}`, ""])) as Record<
      FreeTextName,
      string
    >),
    publicRegion: [],
    prefectureCode: "",
    cityCode: "",
    isPrefecturePublic: false,
    salesAmount: "",
    operatingProfit: "",
    salesPrice: "",
    salesPriceTo: "",
    managers: "",
    willingnessToSell: "",
    negotiationTarget: [],
    salesAsset: [],
    salesAssetOther: "",
    others: "",
    companyName: "",
    representativeName: "",
    postalCode: "",
    address: "",
    phone: "",
    fax: "",
    homePageUrl: "",
    targetUrl: "",
    fiscalYear: null,
    ...(Object.fromEntries(amountNames.map((name) => [name, null])) as Record<AmountName, null>),
    markets: "",
    targetCustomers: "",
    services: "",
    advantage: "",
    providingMethod: "",
    assignmentReason: [],
    assignmentReasonAddition: "",
    supplementaryDescription: "",
    audience: "all",
    restFinancial: [],
    startDate: "",
    dueDate: "",
    justifications: {},
  };
}

/** The key of an item as a text, as in forms; empty for none. */
export const keyText = (value: number | undefined): string => (value ? String(value) : "");

export function managersText(from: number | undefined, to: number | undefined): string {
  if (from === undefined && to === undefined) return "";
  return `${from ?? 0}-${to ?? ""}`;
}

export function managersRange(text: string): { from?: number; to?: number } {
  const found = /^(\d+)-(\d*)$/.exec(text);
  if (!found) return {};
  return { from: Number(found[1]), ...(found[2] ? { to: Number(found[2]) } : {}) };
}

export function audienceOf(listing: { isLimited?: boolean; isRest?: boolean }): Audience {
  return listing.isLimited ? "limited" : listing.isRest ? "rest" : "all";
}
