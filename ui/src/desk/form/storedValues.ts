import { FREE_TEXT_INDUSTRIES } from "@/kit/IndustryChooser";
import { formatPostal } from "@/lib/kana";
import type { Details, Overview } from "../types";
import {
  audienceOf,
  BALANCE,
  emptyValues,
  exactName,
  FISCAL,
  keyText,
  type ListingValues,
  managersText,
  priorName,
} from "./values";

/** The stored listing as values of the form. Details are null until they are saved for the first time. */
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
    salesAmount: keyText(overview.salesAmount),
    operatingProfit: keyText(overview.operatingProfit),
    salesPrice: keyText(overview.salesPrice),
    salesPriceTo: keyText(overview.salesPriceTo),
    managers: managersText(overview.numberOfManagersFrom, overview.numberOfManagersTo),
    willingnessToSell: keyText(overview.willingnessToSell),
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
