import type { components } from "@/api/schema.gen";

type AccountRequest = components["schemas"]["AccountRequestInput"];

/** What the form holds: texts, and lists of item keys as texts. */
export interface RequestValues {
  financialName: string;
  financialNameKana: string;
  financialCode: string;
  financialType: string;
  representativeName: string;
  postcode: string;
  prefecture: string;
  city: string;
  address: string;
  buildingName: string;
  phone: string;
  fax: string;
  websiteUrl: string;
  responsibleParsonName: string;
  responsibleParsonDepartment: string;
  responsibleParsonPosition: string;
  responsibleParsonTel: string;
  responsibleParsonMail: string;
  handlingBusiness: string[];
  salesRegion: string[];
  isTermsAccepted: boolean;
}

export const EMPTY: RequestValues = {
  financialName: "",
  financialNameKana: "",
  financialCode: "",
  financialType: "",
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
  handlingBusiness: [],
  salesRegion: [],
  isTermsAccepted: false,
};

/** In the order in which they stand on the screen. */
export const FIELDS = Object.keys(EMPTY) as (keyof RequestValues)[];

/** The draft that form and confirm step share (lib/draft). Its user has no account yet. */
export const DRAFT = "account-request";

export function toInput(values: RequestValues): AccountRequest {
  return {
    ...values,
    financialType: Number(values.financialType),
    handlingBusiness: values.handlingBusiness.map(Number),
    salesRegion: values.salesRegion.map(Number),
  };
}

/** The request as the server would store it, back in the form. */
export function toValues(kept: AccountRequest): RequestValues {
  const keys = (list: AccountRequest["salesRegion"]) => (Array.isArray(list) ? list.map(String) : []);
  return {
    ...EMPTY,
    ...kept,
    financialType: kept.financialType ? String(kept.financialType) : "",
    handlingBusiness: keys(kept.handlingBusiness),
    salesRegion: keys(kept.salesRegion),
  };
}
