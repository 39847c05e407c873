import { clearDraft, readDraft, saveDraft } from "@/lib/draft";
import type { ListingValues } from "./values";

/**
 * What passes from the form to its confirmation and back. The draft in the local storage
 * survives a crash; the copy in memory serves where there is no storage, and remembers what
 * the form was filled with.
 */
interface Handover {
  values: ListingValues;
  /** What the form was filled with, to tell what was changed by whom (see merge.ts). */
  base: ListingValues | null;
  /** What the server refused, for the form to show at its fields. */
  errors: { name: string; message: string }[];
  /** One comes from the other page, not after a crash or a reload. */
  isReturn?: boolean;
}

const kept = new Map<string, Handover>();

/** Name of the draft of one listing, or of a new one of a seller. */
export function draftName(sellerBusinessId: string, companyId: string): string {
  return `seller-business.${sellerBusinessId || `new.${companyId}`}`;
}

const baseName = (form: string) => `${form}.base`;

/** Keeps what is typed for the next page. */
export function handOver(form: string, user: string, handover: Handover): void {
  kept.set(`${user} ${form}`, handover);
  saveDraft(form, user, handover.values);
  if (handover.base) saveDraft(baseName(form), user, handover.base);
}

/** What was handed over, or what a draft still knows of it. */
export function takeOver(form: string, user: string): Handover | null {
  const found = kept.get(`${user} ${form}`);
  if (found) return { ...found, isReturn: true };
  const values = readDraft<ListingValues>(form, user)?.values;
  if (!values) return null;
  return { values, base: readDraft<ListingValues>(baseName(form), user)?.values ?? null, errors: [] };
}

/** Keeps what the form was filled with, as soon as something is changed in it. */
export function keepBase(form: string, user: string, base: ListingValues): void {
  saveDraft(baseName(form), user, base);
}

/** The listing is saved, or what was typed is thrown away. */
export function forget(form: string, user: string): void {
  kept.delete(`${user} ${form}`);
  clearDraft(form, user);
  clearDraft(baseName(form), user);
}

/** What is typed goes on in the form itself, which keeps the draft from here on. */
export function settle(form: string, user: string): void {
  kept.delete(`${user} ${form}`);
}
