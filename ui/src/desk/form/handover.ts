import { clearDraft, readDraft, saveDraft } from "@/lib/draft";
import type { ListingValues } from "./values";

/**
 * What the form passes to its confirm page and back. The draft in the local storage survives a
 * crash; the copy in memory is used where there is no storage, and also has the form's initial
 * values.
 */
interface Handover {
  values: ListingValues;
  /** The form's initial values, to find out who changed what (see merge.ts). */
  base: ListingValues | null;
  /** The server's errors, to be shown at their fields. */
  errors: { name: string; message: string }[];
  /** The user comes from the other page, not after a crash or a reload. */
  isReturn?: boolean;
}

const handovers = new Map<string, Handover>();

/** Name of the draft of one listing, or of a new one of a seller. */
export function draftName(sellerBusinessId: string, companyId: string): string {
  return `seller-business.${sellerBusinessId || `new.${companyId}`}`;
}

const baseName = (form: string) => `${form}.base`;

/** Stores the values for the next page. */
export function saveHandover(form: string, user: string, handover: Handover): void {
  handovers.set(`${user} ${form}`, handover);
  saveDraft(form, user, handover.values);
  if (handover.base) saveDraft(baseName(form), user, handover.base);
}

/** The values of the previous page, or those of a draft. */
export function readHandover(form: string, user: string): Handover | null {
  const found = handovers.get(`${user} ${form}`);
  if (found) return { ...found, isReturn: true };
  const values = readDraft<ListingValues>(form, user)?.values;
  if (!values) return null;
  return { values, base: readDraft<ListingValues>(baseName(form), user)?.values ?? null, errors: [] };
}

/** Stores the form's initial values as soon as something is changed. */
export function keepBase(form: string, user: string, base: ListingValues): void {
  saveDraft(baseName(form), user, base);
}

/** Deletes it all: the listing is saved, or the input discarded. */
export function clearHandover(form: string, user: string): void {
  handovers.delete(`${user} ${form}`);
  clearDraft(form, user);
  clearDraft(baseName(form), user);
}

/** Removes the copy in memory: from now on the form itself keeps the draft. */
export function clearMemory(form: string, user: string): void {
  handovers.delete(`${user} ${form}`);
}
