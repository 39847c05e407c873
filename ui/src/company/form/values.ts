import { formatPostal } from "@/lib/kana";
import type {
  CompanyDetails,
  CompanyDetailsInput,
  CompanyOverview,
  CompanyOverviewInput,
  Institution,
  InstitutionInput,
  Needs,
  NeedsInput,
  User,
  UserInput,
} from "../types";

/*
 * What the forms hold, under the calls' names wherever they have one field for it, and the
 * ways from and to the calls. Codes are text, as the browser's controls have them; "" is none.
 */

/** The texts of the nine small classes that ask for one (SPEC.md section 3), by field name. */
const OTHER_TEXTS = {
  industryOtherText12005: "",
  industryOtherText13004: "",
  industryOtherText13022: "",
  industryOtherText16005: "",
  industryOtherText17005: "",
  industryOtherText17012: "",
  industryOtherText20003: "",
  industryOtherText21013: "",
  industryOtherText22003: "",
};

export type OtherTexts = typeof OTHER_TEXTS;
export const OTHER_TEXT_FIELDS = Object.keys(OTHER_TEXTS) as (keyof OtherTexts)[];

function otherTexts(from: Partial<OtherTexts>): OtherTexts {
  return Object.fromEntries(OTHER_TEXT_FIELDS.map((name) => [name, from[name] ?? ""])) as OtherTexts;
}

export const EMPTY_OVERVIEW = {
  memberType: "2",
  industryType: [] as string[],
  industryOtherText: "",
  ...OTHER_TEXTS,
  prefecturecode: "",
  citycode: "",
  salesAmount: "",
  mAndAExperience: "",
  mAndAReason: [] as string[],
  mAndAReasonOthers: "",
  registrationId: "",
  remark: "",
  isSendRecommendMail: true,
  isSendOfferMail: true,
  financialMemo: "",
};
export type OverviewValues = typeof EMPTY_OVERVIEW;

/** A code as a control's value; 0 is no choice. */
function text(code: number | undefined): string {
  return code ? String(code) : "";
}

export function fromOverview(o: CompanyOverview): OverviewValues {
  return {
    memberType: text(o.memberType),
    industryType: o.industryType,
    industryOtherText: o.industryOtherText ?? "",
    ...otherTexts(o),
    prefecturecode: o.location?.prefecturecode ?? "",
    citycode: o.location?.citycode ?? "",
    salesAmount: text(o.salesAmount),
    mAndAExperience: text(o.mAndAExperience),
    mAndAReason: (o.mAndAReason ?? []).map(String),
    mAndAReasonOthers: o.mAndAReasonOthers ?? "",
    registrationId: o.registrationId ?? "",
    remark: o.remark ?? "",
    isSendRecommendMail: o.isSendRecommendMail === 1,
    isSendOfferMail: o.isSendOfferMail === 1,
    financialMemo: o.financialMemo ?? "",
  };
}

export function toOverviewInput(
  v: OverviewValues,
  stored: { companyId?: string; version?: number } = {},
): CompanyOverviewInput {
  const { prefecturecode, citycode, ...rest } = v;
  return {
    ...rest,
    ...stored,
    memberType: Number(v.memberType),
    location: { prefecturecode, citycode },
    salesAmount: Number(v.salesAmount),
    mAndAExperience: Number(v.mAndAExperience),
    mAndAReason: v.mAndAReason.map(Number),
    isSendRecommendMail: v.isSendRecommendMail ? 1 : 0,
    isSendOfferMail: v.isSendOfferMail ? 1 : 0,
  };
}

export const EMPTY_DETAILS = {
  companyName: "",
  businessFormType: "",
  representativeName: "",
  postalCode: "",
  prefectureCode: "",
  cityCode: "",
  townCode: "",
  townName: "",
  buildingName: "",
  representativePhoneNumber: "",
  representativeFaxNumber: "",
  homePageUrl: "",
  corporateRegistrationNumber: "",
  listType: "",
  securityCode: "",
  establishmentNumber: "",
  capitalAmount: null as number | null,
  lastYearSalesAmount: null as number | null,
  operatingProfit: null as number | null,
  totalAssets: null as number | null,
  numberOfEmployees: null as number | null,
  establishedYear: null as number | null,
};
export type DetailsValues = typeof EMPTY_DETAILS;

export function fromDetails(d: CompanyDetails): DetailsValues {
  return {
    companyName: d.companyName ?? "",
    businessFormType: text(d.businessType),
    representativeName: d.representativeName ?? "",
    postalCode: formatPostal(d.postalCode ?? ""),
    prefectureCode: d.prefectureCode ?? "",
    cityCode: d.cityCode ?? "",
    townCode: d.townCode ?? "",
    townName: d.townName ?? "",
    buildingName: d.buildingName ?? "",
    representativePhoneNumber: d.representativePhoneNumber ?? "",
    representativeFaxNumber: d.representativeFaxNumber ?? "",
    homePageUrl: d.homePageUrl ?? "",
    corporateRegistrationNumber: d.corporateRegistrationNumber ?? "",
    listType: text(d.listType),
    securityCode: d.securityCode ?? "",
    establishmentNumber: d.establishmentNumber ?? "",
    capitalAmount: d.capitalAmount ?? null,
    lastYearSalesAmount: salesOf(d) ?? null,
    operatingProfit: d.operatingProfit ?? null,
    totalAssets: d.totalAssets ?? null,
    numberOfEmployees: d.numberOfEmployees ?? null,
    establishedYear: d.establishedYear ?? null,
  };
}

/** Last year's sales under the name that the kind has for them (SPEC.md section 3). */
export function salesOf(d: CompanyDetails): number | undefined {
  return d.lastYearSalesAmount ?? d.salesAmount;
}

/** A number in the form of the calls: absent when empty. Validation has already refused NaN. */
function number(value: number | null): number | undefined {
  return value ?? undefined;
}

export function toDetailsInput(
  v: DetailsValues,
  seen: { companyId: string; version?: number },
): CompanyDetailsInput {
  return {
    ...v,
    ...seen,
    businessFormType: Number(v.businessFormType),
    listType: Number(v.listType),
    capitalAmount: number(v.capitalAmount),
    lastYearSalesAmount: number(v.lastYearSalesAmount),
    operatingProfit: number(v.operatingProfit),
    totalAssets: number(v.totalAssets),
    numberOfEmployees: number(v.numberOfEmployees),
    establishedYear: number(v.establishedYear),
  };
}

export const EMPTY_USER = {
  loginId: "",
  userName: "",
  userNameKana: "",
  department: "",
  position: "",
  phone1: "",
  phone2: "",
  fax: "",
  registSendMail: true,
};
export type UserValues = typeof EMPTY_USER;

export function fromUser(u: User): UserValues {
  return {
    loginId: u.loginId,
    userName: u.userName,
    userNameKana: u.userNameKana,
    department: u.department,
    position: u.position,
    phone1: u.phone1,
    phone2: u.phone2,
    fax: u.fax,
    registSendMail: u.registSendMail === 1,
  };
}

export function toUserInput(
  v: UserValues,
  stored: { userId?: string; version?: number; clientId: string; status?: number },
): UserInput {
  return { ...v, ...stored, registSendMail: v.registSendMail ? 1 : 0 };
}

export const EMPTY_NEEDS = {
  title: "",
  detail: "",
  acquisitionIndustry: [] as string[],
  industryOtherText: "",
  ...OTHER_TEXTS,
  acquisitionRegionArea: [] as string[],
  acquisitionRegion: [] as string[],
  negotiationTarget: [] as string[],
  acquisitionAsset: [] as string[],
  acquisitionAssetOther: "",
  acquisitionPrice: "",
  acquisitionPriceTo: "",
  acquisitionAnnualSales: "",
  numberOfManagers: "",
  acquisitionDeadline: "",
};
export type NeedsValues = typeof EMPTY_NEEDS;

export function fromNeeds(n: Needs): NeedsValues {
  return {
    title: n.title,
    detail: n.detail,
    acquisitionIndustry: n.acquisitionIndustry,
    industryOtherText: n.industryOtherText ?? "",
    ...otherTexts(n),
    acquisitionRegionArea: n.acquisitionRegionArea.map(String),
    acquisitionRegion: n.acquisitionRegion,
    negotiationTarget: n.negotiationTarget.map(String),
    acquisitionAsset: n.acquisitionAsset.map(String),
    acquisitionAssetOther: n.acquisitionAssetOther,
    acquisitionPrice: text(n.acquisitionPrice),
    acquisitionPriceTo: text(n.acquisitionPriceTo),
    acquisitionAnnualSales: text(n.acquisitionAnnualSales),
    numberOfManagers: text(n.numberOfManagers),
    acquisitionDeadline: text(n.acquisitionDeadline),
  };
}

export function toNeedsInput(
  v: NeedsValues,
  seen: { needsId?: string; version?: number; clientId: string },
): NeedsInput {
  return {
    ...v,
    ...seen,
    clientType: 1,
    acquisitionRegionArea: v.acquisitionRegionArea.map(Number),
    negotiationTarget: v.negotiationTarget.map(Number),
    acquisitionAsset: v.acquisitionAsset.map(Number),
    acquisitionPrice: Number(v.acquisitionPrice),
    acquisitionPriceTo: Number(v.acquisitionPriceTo),
    acquisitionAnnualSales: Number(v.acquisitionAnnualSales),
    numberOfManagers: Number(v.numberOfManagers),
    acquisitionDeadline: Number(v.acquisitionDeadline),
  };
}

const EMPTY_INSTITUTION = {
  representativeName: "",
  postcode: "",
  prefecture: "",
  city: "",
  address: "",
  buildingName: "",
  phone: "",
  fax: "",
  websiteUrl: "",
  responsibleParsonName: "",
  responsibleParsonDepartment: "",
  responsibleParsonPosition: "",
  responsibleParsonTel: "",
  responsibleParsonMail: "",
  handlingBusiness: [] as string[],
  salesRegion: [] as string[],
};
export type InstitutionValues = typeof EMPTY_INSTITUTION;

export function fromInstitution(i: Institution): InstitutionValues {
  return {
    representativeName: i.representativeName ?? "",
    postcode: formatPostal(i.postcode ?? ""),
    prefecture: i.prefecture,
    city: i.city,
    address: i.address ?? "",
    buildingName: i.buildingName ?? "",
    phone: i.phone ?? "",
    fax: i.fax ?? "",
    websiteUrl: i.websiteUrl,
    responsibleParsonName: i.responsibleParsonName ?? "",
    responsibleParsonDepartment: i.responsibleParsonDepartment ?? "",
    responsibleParsonPosition: i.responsibleParsonPosition ?? "",
    responsibleParsonTel: i.responsibleParsonTel ?? "",
    responsibleParsonMail: i.responsibleParsonMail ?? "",
    handlingBusiness: i.handlingBusiness.map(String),
    salesRegion: i.salesRegion.map(String),
  };
}

export function toInstitutionInput(v: InstitutionValues, version: number): InstitutionInput {
  return {
    ...v,
    version,
    handlingBusiness: v.handlingBusiness.map(Number),
    salesRegion: v.salesRegion.map(Number),
  };
}
