import type { Schemas } from "@/api/officeClient";

type Shown = Schemas["Declaration"];

/** What the office types. */
export interface DeclarationForm {
  title: string;
  itemList: { heading: string; text: string }[];
  /** "1" takes part, "2" does not, "3" prepares to; "" while it is not chosen. */
  sharing: string;
  sharingSince: string;
  sharingNote: string;
  body: string;
}

export const SHARING = [
  { value: "1", label: "参加している" },
  { value: "2", label: "参加していない" },
  { value: "3", label: "準備中" },
] as const;

/** The most items that a declaration has. */
export const MAX_ITEMS = 30;

/** A form filled with what shows, or with the sample. */
export const formOf = (shown: Shown): DeclarationForm => ({
  title: shown.title,
  itemList: shown.itemList.map(({ heading, text }) => ({ heading, text })),
  sharing: shown.sharing === 0 ? "" : String(shown.sharing),
  sharingSince: shown.sharingSince,
  sharingNote: shown.sharingNote,
  body: shown.body,
});

/** What is sent, as the next version after the one that the form shows. */
export const bodyOf = (form: DeclarationForm, version: number): Schemas["DeclarationInput"] => ({
  ...form,
  version,
  sharing: Number(form.sharing) as 0 | 1 | 2 | 3,
  sharingSince: form.sharing === "2" ? "" : form.sharingSince,
});
