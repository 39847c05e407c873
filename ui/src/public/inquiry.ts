import { useLocation } from "wouter";
import type { components } from "@/api/schema.gen";
import { VISITOR } from "@/lib/draft";
import { user } from "@/session/session";

type Inquiry = components["schemas"]["InquiryInput"];

/** What the form holds: every field as text. */
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

/** The draft that form and confirm step share (lib/draft). */
export const DRAFT = "inquiry";

/** Whose draft it is. */
export function draftUser(): string {
  return user.peek()?.userId || VISITOR;
}

/** The inquiry's two addresses: for visitors, and within the members' frame. */
export function useInquiryPaths(): { form: string; confirm: string; home: string; terms: string } {
  const [path] = useLocation();
  return path.startsWith("/mypage")
    ? { form: "/mypage/contact", confirm: "/mypage/contact/confirm", home: "/mypage", terms: "/mypage/terms" }
    : { form: "/contact", confirm: "/contact/confirm", home: "/", terms: "/terms" };
}

export function toInput(values: InquiryValues): Inquiry {
  return { ...values, kind: Number(values.kind) };
}

/** A number under which the office speaks of something; anything else is none. */
export function caseNumber(text: string | null): string | null {
  return text && /^[AQ]-[0-9a-f]{8}$/.test(text) ? text : null;
}
