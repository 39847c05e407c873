import { FREE_TEXT_INDUSTRIES } from "@/kit/IndustryChooser";
import { type Masters, regionOf } from "../masters";
import type { DetailsInput, OverviewInput } from "../types";
import {
  BALANCE,
  exactName,
  FISCAL,
  type FreeTextName,
  type ListingValues,
  managersRange,
  priorName,
} from "./values";

/** The free texts of the chosen classes only: a text whose class is no longer chosen is not sent. */
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
    ...(values.sellerBusinessId || !values.requestKey ? {} : { requestKey: values.requestKey }),
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

/** The audience in the form of the calls. */
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

/** The form's field for each field in the overview's errors, if their names differ. */
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
