import { FREE_TEXT_INDUSTRIES } from "@/kit/IndustryChooser";
import { formatPostal } from "@/lib/kana";
import { bandOf, rangeOf } from "./bands";
import { type Masters, regionOf } from "./masters";
import type { Details, DetailsInput, Item, Overview, OverviewInput } from "./types";

/** Amounts of the balance sheet, of the latest year alone (SPEC.md section 3 Seller business details). */
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

export type BalanceName = (typeof BALANCE)[number];
export type FiscalName = (typeof FISCAL)[number];
export type PriorName = `pre${Capitalize<FiscalName>}`;
/** The form's names of the exact amounts; `operatingProfit` is the band of the overview. */
export type AmountName =
  | BalanceName
  | Exclude<FiscalName, "operatingProfit">
  | "exactOperatingProfit"
  | PriorName;

export const priorName = (name: FiscalName): PriorName =>
  `pre${name[0]?.toUpperCase()}${name.slice(1)}` as PriorName;
/** The form's name of a details' amount: two nouns are called operatingProfit. */
export const exactName = (name: BalanceName | FiscalName): AmountName =>
  name === "operatingProfit" ? "exactOperatingProfit" : name;

type FreeTextName = `industryOtherText${(typeof FREE_TEXT_INDUSTRIES)[number]}`;

/** Whom a listing is shown to (domain.md 3.4); `limited` wins over `rest`. */
export type Audience = "all" | "rest" | "limited";

/** Everything that the screens of a listing let one type. Keys of items are texts, as forms have them. */
export interface ListingValues
  extends Record<AmountName, number | null>,
    Record<FreeTextName, string>,
    Record<string, unknown> {
  companyId: string;
  /** Empty for a new one. */
  sellerBusinessId: string;
  /** The version that what is typed builds on; 0 for a new one. */
  version: number;

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
  /** 「6-10」, 「301-」; empty where not given. */
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

/** What a seller company knows already (SPEC.md section 3 Seller company). */
export interface CompanyFacts {
  companyId: string;
  companyName?: string;
  industryType?: readonly string[];
  location?: { prefecturecode?: string; citycode?: string };
  salesAmount?: number;
  mAndAReason?: readonly number[];
  mAndAReasonOthers?: string;
  representativeName?: string;
  postalCode?: string;
  prefectureName?: string;
  cityName?: string;
  townName?: string;
  buildingName?: string;
  representativePhoneNumber?: string;
  representativeFaxNumber?: string;
  homePageUrl?: string;
  lastYearSalesAmount?: number;
  operatingProfit?: number;
  totalAssets?: number;
  numberOfEmployees?: number;
}

const amountNames: readonly AmountName[] = [...BALANCE, ...FISCAL.map(exactName), ...FISCAL.map(priorName)];

/** A form with nothing in it. */
export function emptyValues(companyId: string): ListingValues {
  return {
    companyId,
    sellerBusinessId: "",
    version: 0,
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

/** The same day some months later, as the server counts; a shorter month gives its last day. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Bands that follow from a company's own figures: a proposal, which a person confirms. */
export interface Proposal {
  salesAmount: number;
  operatingProfit: number;
  managers: string;
}

export function proposalOf(company: CompanyFacts, { items }: Pick<Masters, "items">): Proposal {
  const people = items.peoples.items.find(
    (item) => item.key === rangeOf(company.numberOfEmployees, items.peoples.items),
  );
  return {
    salesAmount: bandOf(company.lastYearSalesAmount, items.salesAmount.items) || company.salesAmount || 0,
    operatingProfit: bandOf(company.operatingProfit, items.operatingProfit.items),
    managers: people ? managersText(people.min, people.max) : "",
  };
}

/** A new listing, filled with what the company's own pages say. `today` is a day in Japan. */
export function newValues(company: CompanyFacts, masters: Masters, today: string): ListingValues {
  const proposal = proposalOf(company, masters);
  const prefectureCode = company.location?.prefecturecode ?? "";
  const region = regionOf(masters.regions, prefectureCode);
  const reasons = sellReasons(masters.items.mAndAReason.items);
  return {
    ...emptyValues(company.companyId),
    industryTypes: [...(company.industryType ?? [])],
    publicRegion: region ? [String(region)] : [],
    prefectureCode,
    cityCode: company.location?.citycode ?? "",
    salesAmount: key(proposal.salesAmount),
    operatingProfit: key(proposal.operatingProfit),
    managers: proposal.managers,
    companyName: company.companyName ?? "",
    representativeName: company.representativeName ?? "",
    postalCode: company.postalCode ? formatPostal(company.postalCode) : "",
    address: [company.prefectureName, company.cityName, company.townName, company.buildingName]
      .filter(Boolean)
      .join(""),
    phone: company.representativePhoneNumber ?? "",
    fax: company.representativeFaxNumber ?? "",
    homePageUrl: company.homePageUrl ?? "",
    amountOfSales: company.lastYearSalesAmount ?? null,
    exactOperatingProfit: company.operatingProfit ?? null,
    assetAmount: company.totalAssets ?? null,
    assignmentReason: (company.mAndAReason ?? [])
      .filter((reason) => reasons.some((item) => item.key === reason))
      .map(String),
    assignmentReasonAddition: company.mAndAReasonOthers ?? "",
    dueDate: monthsLater(today, masters.limits.listingMonths),
  };
}

/** Reasons that a seller has; buyers have others in the same list (SPEC.md section 3 assignmentReason). */
export function sellReasons(items: readonly Item[]): Item[] {
  return items.filter((item) => item.side !== "buy");
}

const key = (value: number | undefined): string => (value ? String(value) : "");

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

/** What is stored, as the form has it. Details are null until they were saved once. */
export function valuesOf(overview: Overview, details: Details | null): ListingValues {
  const values = emptyValues(overview.companyId ?? "");
  const texts = overview as unknown as Record<string, string | undefined>;
  Object.assign(values, {
    sellerBusinessId: overview.sellerBusinessId,
    version: overview.version ?? 0,
    businessName: overview.businessName,
    description: overview.description,
    industryTypes: overview.industryTypes,
    industryOtherText: overview.industryOtherText ?? "",
    publicRegion: overview.publicRegion.map(String),
    prefectureCode: overview.location?.prefecturecode ?? "",
    cityCode: overview.location?.citycode ?? "",
    isPrefecturePublic: overview.isPrefecturePublic ?? false,
    salesAmount: key(overview.salesAmount),
    operatingProfit: key(overview.operatingProfit),
    salesPrice: key(overview.salesPrice),
    salesPriceTo: key(overview.salesPriceTo),
    managers: managersText(overview.numberOfManagersFrom, overview.numberOfManagersTo),
    willingnessToSell: key(overview.willingnessToSell),
    negotiationTarget: overview.negotiationTarget.map(String),
    salesAsset: overview.salesAsset.map(String),
    salesAssetOther: overview.salesAssetOther ?? "",
    others: overview.others ?? "",
    audience: audienceOf(overview),
    restFinancial: overview.restFinancial ?? [],
    startDate: overview.startDate ?? "",
    dueDate: overview.dueDate,
  } satisfies Partial<ListingValues>);
  for (const code of FREE_TEXT_INDUSTRIES)
    values[`industryOtherText${code}`] = texts[`industryOtherText${code}`] ?? "";
  if (!details) return values;
  Object.assign(values, {
    companyName: details.companyName ?? "",
    representativeName: details.representativeName ?? "",
    postalCode: details.postalCode ? formatPostal(details.postalCode) : "",
    address: details.address ?? "",
    phone: details.phone ?? "",
    fax: details.fax ?? "",
    homePageUrl: details.homePageUrl ?? "",
    targetUrl: details.targetUrl ?? "",
    fiscalYear: details.fiscalYear ?? null,
    markets: details.markets ?? "",
    targetCustomers: details.targetCustomers ?? "",
    services: details.services ?? "",
    advantage: details.advantage ?? "",
    providingMethod: details.providingMethod ?? "",
    assignmentReason: details.assignmentReason.map(String),
    assignmentReasonAddition: details.assignmentReasonAddition ?? "",
    supplementaryDescription: details.supplementaryDescription ?? "",
  } satisfies Partial<ListingValues>);
  for (const name of BALANCE) values[name] = details[name] ?? null;
  for (const name of FISCAL) {
    values[exactName(name)] = details[name] ?? null;
    values[priorName(name)] = details[priorName(name)] ?? null;
  }
  return values;
}

/** The chosen classes' own texts alone: a text whose class was taken away is not sent. */
function freeTexts(values: ListingValues): Partial<Record<FreeTextName, string>> {
  return Object.fromEntries(
    FREE_TEXT_INDUSTRIES.filter((code) => values.industryTypes.includes(code)).map((code) => [
      `industryOtherText${code}`,
      values[`industryOtherText${code}`].trim(),
    ]),
  );
}

/** The body of CreateUpdateSellerBusinessOverviewAsync. */
export function overviewInput(values: ListingValues, regions: Masters["regions"]): OverviewInput {
  const managers = managersRange(values.managers);
  return {
    ...(values.sellerBusinessId ? { sellerBusinessId: values.sellerBusinessId } : {}),
    version: values.version,
    companyId: values.companyId,
    businessName: values.businessName.trim(),
    description: values.description.trim(),
    industryTypes: values.industryTypes,
    industryOtherText: values.industryOtherText.trim(),
    ...freeTexts(values),
    publicRegion: values.publicRegion.map(Number),
    location: {
      region: regionOf(regions, values.prefectureCode),
      prefecturecode: values.prefectureCode,
      citycode: values.cityCode,
    },
    isPrefecturePublic: values.isPrefecturePublic,
    salesAmount: Number(values.salesAmount),
    operatingProfit: Number(values.operatingProfit),
    salesPrice: Number(values.salesPrice),
    salesPriceTo: Number(values.salesPriceTo),
    numberOfManagersFrom: managers.from,
    numberOfManagersTo: managers.to,
    willingnessToSell: Number(values.willingnessToSell),
    negotiationTarget: values.negotiationTarget.map(Number),
    salesAsset: values.salesAsset.map(Number),
    salesAssetOther: values.salesAssetOther.trim(),
    others: values.others.trim(),
    ...audienceInput(values),
    startDate: values.startDate,
    dueDate: values.dueDate,
  };
}

/** The audience as the calls want it. */
export function audienceInput({
  audience,
  restFinancial,
}: Pick<ListingValues, "audience" | "restFinancial">) {
  return {
    isLimited: audience === "limited",
    isRest: audience === "rest",
    restFinancial: audience === "rest" ? restFinancial : [],
  };
}

/** The body of CreateUpdateSellerBusinessDetailsAsync, after the overview was saved. */
export function detailsInput(
  values: ListingValues,
  saved: { sellerBusinessId: string; version: number },
): DetailsInput {
  const input: DetailsInput = {
    sellerBusinessId: saved.sellerBusinessId,
    version: saved.version,
    companyName: values.companyName.trim(),
    representativeName: values.representativeName.trim(),
    postalCode: values.postalCode.trim(),
    address: values.address.trim(),
    phone: values.phone.trim(),
    fax: values.fax.trim(),
    homePageUrl: values.homePageUrl.trim(),
    targetUrl: values.targetUrl.trim(),
    fiscalYear: values.fiscalYear ?? undefined,
    markets: values.markets.trim(),
    targetCustomers: values.targetCustomers.trim(),
    services: values.services.trim(),
    advantage: values.advantage.trim(),
    providingMethod: values.providingMethod.trim(),
    assignmentReason: values.assignmentReason.map(Number),
    assignmentReasonAddition: values.assignmentReasonAddition.trim(),
    supplementaryDescription: values.supplementaryDescription.trim(),
  };
  for (const name of BALANCE) input[name] = values[name] ?? undefined;
  for (const name of FISCAL) {
    input[name] = values[exactName(name)] ?? undefined;
    input[priorName(name)] = values[priorName(name)] ?? undefined;
  }
  return input;
}

/** Which step of the form has a field of the server's, and under which name (form names differ for one). */
export const SERVER_NAMES: Readonly<Record<string, keyof ListingValues & string>> = {
  numberOfManagersFrom: "managers",
  numberOfManagersTo: "managers",
  isLimited: "audience",
  isRest: "audience",
  "location.prefecturecode": "prefectureCode",
  "location.citycode": "cityCode",
  "location.region": "prefectureCode",
  location: "prefectureCode",
};

/** The same for the details, where operatingProfit is the exact amount. */
export const DETAILS_SERVER_NAMES: typeof SERVER_NAMES = {
  ...SERVER_NAMES,
  operatingProfit: "exactOperatingProfit",
};
