import { useQuery } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { ApiError } from "@/api/errors";
import { pageFetch } from "@/api/query";
import { fetchUncached } from "@/api/read";
import { registrationPageQuery, registrationPreviewQuery } from "@/api/registration";
import type { components } from "@/api/schema.gen";
import type { Description } from "@/kit/DescriptionList";
import { clearDraft, readDraft } from "@/lib/draft";
import { user } from "@/session/session";
import { describeDetails, describeOverview, describeUser } from "../describe";
import {
  type DetailsValues,
  EMPTY_DETAILS,
  EMPTY_OVERVIEW,
  EMPTY_USER,
  fromDetails,
  fromOverview,
  fromUser,
  type OverviewValues,
  toDetailsInput,
  toOverviewInput,
  toUserInput,
  type UserValues,
} from "../form/values";
import { BUYER } from "../kinds";
import type { Masters } from "../masters";
import {
  type CompanyDetails,
  type CompanyOverview,
  IN_CHARGE,
  type RegistrationContent,
  type RegistrationPage,
  type User,
} from "../types";

/*
 * A buyer's registration by the key in its mail (domain.md 6): the steps, what is typed in them
 * until it is sent, and the calls. The key is its holder's right to register, so it goes into
 * the bodies of the calls and stays in the address, and is kept nowhere else.
 */

export const STEPS = ["overview", "details", "user", "terms"] as const;
export type Step = (typeof STEPS)[number];
export const STEP_NAMES: Record<Step | "confirm", string> = {
  overview: "会社の概要",
  details: "会社の詳細",
  user: "ご担当者・パスワード",
  terms: "規約と表明",
  confirm: "確認",
};

export interface PersonValues extends UserValues {
  newPassword: string;
  again: string;
}

export interface TermsValues {
  terms: boolean;
  declaration: boolean;
  /** The versions of the texts that were on the screen when they were accepted. */
  termsVersion: number;
  declarationVersion: number;
}

/** The passwords typed for a key. In memory only: after a reload they must be entered again. */
const passwords = new Map<string, string>();

export function keepPassword(key: string, password: string): void {
  passwords.set(key, password);
}

/** The codes of letters that were typed for a key, likewise. */
const passcodes = new Map<string, string>();

/** What opens the registration of a key: with the code, where the key is a letter's. */
export function openingOf(key: string): { key: string; passcode?: string } {
  const passcode = passcodes.get(key);
  return passcode ? { key, passcode } : { key };
}

/** Tries the code of a letter; resolves to what is wrong with it, or "" and keeps it. */
export async function openLetter(key: string, passcode: string): Promise<string> {
  try {
    await call(api.POST("/api/Public/GetRegistrationByKey", { body: { key, passcode } }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.detail || "開けませんでした。もう一度お試しください。";
  }
  passcodes.set(key, passcode);
  return "";
}

export function addressOf(key: string, step: Step | "confirm"): string {
  const path = `/buyer-company-register/${encodeURIComponent(key)}`;
  return step === "confirm" ? `${path}/confirm` : `${path}?step=${step}`;
}

/** Name of the draft of a step. It contains only a part of the key, enough to distinguish two keys. */
export function draftOf(key: string, step: Step): string {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return `register.${hash.toString(16)}.${step}`;
}

function userId(): string {
  return user.peek()?.userId ?? "";
}

/** The data of the company to which the key belongs; null for an invalid key, "passcode" for a letter's without its code. */
export function useRegistrationPage(key: string) {
  return useQuery({
    ...registrationPageQuery(openingOf(key)),
    ...pageFetch,
  }).data;
}

/** The initial values of the forms, with the data that the bank has entered. */
export function initialValues(page: RegistrationPage) {
  return {
    overview: page.overview ? fromOverview(page.overview as CompanyOverview) : EMPTY_OVERVIEW,
    details: page.details ? fromDetails(page.details as CompanyDetails) : EMPTY_DETAILS,
    user: { ...(page.user ? fromUser(page.user as User) : EMPTY_USER), newPassword: "", again: "" },
    terms: {
      terms: false,
      declaration: false,
      termsVersion: page.termsVersion,
      declarationVersion: page.declarationVersion,
    } satisfies TermsValues as TermsValues,
  };
}

/** The values typed in each step; null for a step that is not complete. */
export function readSteps(key: string, page: RegistrationPage) {
  const read = <T extends object>(step: Step, empty: T): T | null => {
    const draft = readDraft<T>(draftOf(key, step), userId());
    return draft && { ...empty, ...draft.values };
  };
  const person = read<PersonValues>("user", { ...EMPTY_USER, newPassword: "", again: "" });
  const terms = read<TermsValues>("terms", initialValues(page).terms);
  const password = passwords.get(key);
  const accepted =
    terms?.terms &&
    terms.declaration &&
    terms.termsVersion === page.termsVersion &&
    terms.declarationVersion === page.declarationVersion;
  return {
    overview: read<OverviewValues>("overview", EMPTY_OVERVIEW),
    details: read<DetailsValues>("details", EMPTY_DETAILS),
    user: person && (page.isPasswordSet || password) ? { ...person, newPassword: password ?? "" } : null,
    terms: accepted ? terms : null,
  };
}

export function clearSteps(key: string): void {
  for (const step of STEPS) clearDraft(draftOf(key, step), userId());
  passwords.delete(key);
  passcodes.delete(key);
}

type Input = components["schemas"]["RegistrationInput"];

export function toOverview(values: OverviewValues): Input["overview"] {
  const { remark: _, registrationId: __, financialMemo: ___, ...rest } = toOverviewInput(values);
  return rest;
}

export function toDetails(values: DetailsValues): Input["details"] {
  const { companyId: _, version: __, ...rest } = toDetailsInput(values, { companyId: "" });
  return rest;
}

export function toUser({ newPassword, again: _, ...values }: PersonValues): Input["user"] {
  const { clientId: __, ...rest } = toUserInput(values, { clientId: "" });
  return { ...rest, password: newPassword || undefined };
}

/** Parts as they would be stored; nothing is. */
export function checkParts(
  key: string,
  parts: Partial<Pick<Input, "overview" | "details" | "user">>,
): Promise<RegistrationContent> {
  return fetchUncached(registrationPreviewQuery({ ...openingOf(key), ...parts }));
}

export function send(body: Input): Promise<unknown> {
  return call(api.POST("/api/Public/RegistBuyerCompanyByKey", { body }));
}

/** A registration's parts as names and values, in the words of the company's own screens. */
export function describeRegistration(
  content: RegistrationContent,
  masters: Masters,
): { overview?: Description[]; details?: Description[]; user?: Description[] } {
  const { overview, details, user: person } = content;
  return {
    overview:
      overview &&
      describeOverview(BUYER, { ...overview, view: IN_CHARGE } as CompanyOverview, masters).filter(
        ({ term }) => term !== "備考",
      ),
    details: details && describeDetails(details as CompanyDetails, masters, IN_CHARGE),
    user: person && describeUser(BUYER, person as User),
  };
}
