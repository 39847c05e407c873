import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

export type Hit = Schemas["Hit"];
export type CompanyOverview = Schemas["CompanyOverview"];
export type CompanyDetails = Schemas["CompanyDetails"];
export type NameReader = Schemas["NameReader"];
export type CompanyRow = Schemas["CompanyRow"];
export type CompanyOverviewInput = Schemas["CompanyOverviewInput"];
export type CompanyDetailsInput = Schemas["CompanyDetailsInput"];
export type User = Schemas["UserRow"];
export type UserInput = Schemas["UserInput"];
export type AvoidedInput = Schemas["AvoidedInput"];
export type AvoidedRemoval = Schemas["AvoidedRemoval"];
export type AvoidedView = Schemas["AvoidedView"];
export type AvoidedCompany = Schemas["AvoidedCompany"];
export type Needs = Schemas["NeedsRow"];
export type NeedsInput = Schemas["NeedsInput"];
export type Institution = Schemas["FinancialInfo"];
export type InstitutionInput = Schemas["FinancialInput"];
export type Address = Schemas["AddressRow"];

export type RegistrationContent = Schemas["RegistrationContent"];
export type RegistrationPage = Schemas["RegistrationPage"];

/** Company data status (SPEC.md section 3). */
export const COMPANY = {
  enabled: 1,
  disabled: 2,
  noData: 3,
  notCreated: 5,
  notApproved: 11,
} as const;

/** User status (SPEC.md section 3). */
export const USER = { unapproved: 1, enabled: 2, blocked: 3, unsubscribed: 4 } as const;

/** The view of those who maintain a company (domain.md 3.5). */
export const IN_CHARGE = 9;

/** The view of a buyer that a search has found, or of a listing's candidate. */
export const FOUND = 1;

/** Listed type (SPEC.md section 3). */
export const LISTED = 1;
