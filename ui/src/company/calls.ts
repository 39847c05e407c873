import { api, call } from "@/api/client";
import { rereadAfter } from "@/api/reread";
import type { UserOwner } from "@/api/user";
import type { Letter } from "@/signin/LetterDialog";
import type { Kind } from "./kinds";
import type {
  AvoidedInput,
  AvoidedRemoval,
  CompanyDetailsInput,
  CompanyOverviewInput,
  Hit,
  InstitutionInput,
  NeedsInput,
  UserInput,
} from "./types";

/** The call's path for a kind. Both kinds have the same types, so the seller's stand for both. */
function company<Name extends string>(kind: Kind, name: Name): `/api/SellerCompany/${Name}` {
  return (kind.kind === "seller" ? `/api/SellerCompany/${name}` : `/api/BuyerCompany/${name}`) as never;
}

/** Of a kind's companies, or of the bank: for the queries of api/user. */
export function owningCompany(owner: Owner): UserOwner {
  return owner === "bank" ? "bank" : owner.kind;
}

/** Whose users: a kind of company's, or the bank's own. */
export type Owner = Kind | "bank";

function users<Name extends string>(owner: Owner, name: Name): `/api/FinancialUser/${Name}` {
  if (owner === "bank") return `/api/FinancialUser/${name}`;
  return (
    owner.kind === "seller" ? `/api/SellerCompanyUser/${name}` : `/api/BuyerCompanyUser/${name}`
  ) as never;
}

export function saveOverview(kind: Kind, body: CompanyOverviewInput): Promise<string> {
  return call(api.POST(company(kind, "CreateUpdateCompanyOverviewAsync"), { body }));
}

export function saveDetails(kind: Kind, body: CompanyDetailsInput): Promise<string> {
  return call(api.POST(company(kind, "CreateUpdateCompanyDetailsAsync"), { body }));
}

export function changeStatus(
  kind: Kind,
  body: {
    companyId: string;
    expectedStatus: number;
    event: "approve" | "return" | "disable" | "enable";
    comment?: string;
    registrationId?: string;
  },
): Promise<unknown> {
  return call(api.PUT(company(kind, "ChangeCompanyStatus"), { body }));
}

/** Adds a company that a seller's owner does not want to be approached, or changes one. */
export async function saveAvoided(body: AvoidedInput): Promise<void> {
  await call(api.POST("/api/SellerCompany/SaveAvoidedCompany", { body }));
  await rereadAfter("avoided");
}

/** Takes one off the list. */
export async function removeAvoided(body: AvoidedRemoval): Promise<void> {
  await call(api.POST("/api/SellerCompany/RemoveAvoidedCompany", { body }));
  await rereadAfter("avoided");
}

/** Mails a new registration key; the previous one becomes invalid. */
export function resendRegistration(companyId: string): Promise<unknown> {
  return call(api.PUT("/api/BuyerCompany/ReSendCreateMail", { body: { companyId } }));
}

export function saveUser(owner: Owner, body: UserInput): Promise<string> {
  return call(api.POST(users(owner, "RegistUser"), { body }));
}

/** Mails a new link for the first password. */
export function resendInvitation(owner: Owner, userId: string): Promise<unknown> {
  // Sellers' contacts never sign in; their screens do not offer it.
  const path =
    owner === "bank" ? "/api/FinancialUser/ReSendInvitation" : "/api/BuyerCompanyUser/ReSendInvitation";
  return call(api.PUT(path, { body: { userId } }));
}

/** Makes a letter for a buyer's user: to print, with a code to tell; the link before it ends. */
export function makeLetter(userId: string): Promise<Letter> {
  return call(api.POST("/api/BuyerCompanyUser/MakeLetter", { body: { userId } }));
}

/** Makes a buyer's invitation to register on paper, with a code to tell; the link before it ends. */
export function makeRegistrationLetter(companyId: string): Promise<Letter> {
  return call(api.POST("/api/BuyerCompany/MakeRegistrationLetter", { body: { companyId } }));
}

export function saveNeeds(body: NeedsInput): Promise<string> {
  return call(api.POST("/api/Needs/RegistNeeds", { body }));
}

/** Hits in a need that may identify the buyer; none if the check fails, as it is only a warning. */
export async function needsWarnings(body: NeedsInput): Promise<Hit[]> {
  try {
    return (await call(api.POST("/api/Needs/CheckNeeds", { body }))).anonymityWarnings;
  } catch {
    return [];
  }
}

export function removeNeeds(body: { needsId: string; version: number }): Promise<unknown> {
  return call(api.POST("/api/Needs/RemoveNeeds", { body }));
}

export function saveInstitution(body: InstitutionInput): Promise<string> {
  return call(api.POST("/api/Financial/RegistFinancial", { body }));
}
