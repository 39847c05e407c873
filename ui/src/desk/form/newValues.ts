import { formatPostal } from "@/lib/kana";
import { randomKey } from "@/lib/randomKey";
import { bandOf, rangeOf } from "../bands";
import { type Masters, regionOf } from "../masters";
import { monthsLater } from "../period";
import type { Item } from "../types";
import { emptyValues, keyText, type ListingValues, managersText } from "./values";

/** The data of a seller company that a new listing takes over (SPEC.md section 3 Seller company). */
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

/** The bands calculated from a company's own figures, as a proposal to the user. */
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

/** A new listing with the company's own data filled in. `today` is a day in Japan. */
export function newValues(company: CompanyFacts, masters: Masters, today: string): ListingValues {
  const proposal = proposalOf(company, masters);
  const prefectureCode = company.location?.prefecturecode ?? "";
  const region = regionOf(masters.regions, prefectureCode);
  const reasons = sellReasons(masters.items.mAndAReason.items);
  return {
    ...emptyValues(company.companyId),
    requestKey: randomKey(),
    industryTypes: [...(company.industryType ?? [])],
    publicRegion: region ? [String(region)] : [],
    prefectureCode,
    cityCode: company.location?.citycode ?? "",
    salesAmount: keyText(proposal.salesAmount),
    operatingProfit: keyText(proposal.operatingProfit),
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

/** The reasons for sellers; the same list also contains buyers' reasons (SPEC.md section 3 assignmentReason). */
export function sellReasons(items: readonly Item[]): Item[] {
  return items.filter((item) => item.side !== "buy");
}
