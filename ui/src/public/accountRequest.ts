import type { components } from "@/api/schema.gen";

type AccountRequest = components["schemas"]["AccountRequestInput"];

/** The form's values: texts, and lists of item toTexts as texts. */
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

/** The fields in the order of the screen. */
export const FIELDS = Object.keys(EMPTY) as (keyof RequestValues)[];

/** The draft shared by the form and the confirmation step (lib/draft), stored for a visitor. */
export const DRAFT = "account-request";

export function toInput(values: RequestValues): AccountRequest {
  return {
    ...values,
    financialType: Number(values.financialType),
    handlingBusiness: values.handlingBusiness.map(Number),
    salesRegion: values.salesRegion.map(Number),
  };
}

/** The form's values from a request as the server will store it. */
export function toValues(stored: AccountRequest): RequestValues {
  const toTexts = (list: AccountRequest["salesRegion"]) => (Array.isArray(list) ? list.map(String) : []);
  return {
    ...EMPTY,
    ...stored,
    financialType: stored.financialType ? String(stored.financialType) : "",
    handlingBusiness: toTexts(stored.handlingBusiness),
    salesRegion: toTexts(stored.salesRegion),
  };
}
