import { useLocation } from "wouter";
import type { components } from "@/api/schema.gen";
import { VISITOR } from "@/lib/draft";
import { user } from "@/session/session";

type Inquiry = components["schemas"]["InquiryInput"];

/** The form's values: every field as text. */
export interface InquiryValues {
  kind: string;
  name: string;
  nameKana: string;
  organisation: string;
  mailAddress: string;
  phone: string;
  body: string;
}

export const EMPTY: InquiryValues = {
  kind: "",
  name: "",
  nameKana: "",
  organisation: "",
  mailAddress: "",
  phone: "",
  body: "",
};

/** The draft shared by the form and the confirmation step (lib/draft). */
export const DRAFT = "inquiry";

/** The user for whom the draft is kept: the signed-in one, or a visitor. */
export function draftUser(): string {
  return user.peek()?.userId || VISITOR;
}

/** The addresses around the inquiry: for visitors, or within the members' frame. */
export function useInquiryPaths(): { form: string; confirm: string; home: string; terms: string } {
  const [path] = useLocation();
  return path.startsWith("/mypage")
    ? { form: "/mypage/contact", confirm: "/mypage/contact/confirm", home: "/mypage", terms: "/mypage/terms" }
    : { form: "/contact", confirm: "/contact/confirm", home: "/", terms: "/terms" };
}

export function toInput(values: InquiryValues): Inquiry {
  return { ...values, kind: Number(values.kind) };
}

/** Returns the text if it has the form of a case number, else null. */
export function parseCaseNumber(text: string | null): string | null {
  return text && /^[AQ]-[0-9a-f]{8}$/.test(text) ? text : null;
}
