import { clearDraft, readDraft, saveDraft } from "@/lib/draft";

/*
 * Lines that justify hits of the anonymity check are stored with the approval request (domain.md
 * 3.1). Lines written in the form are kept in the local storage until then.
 */
const formName = (sellerBusinessId: string) => `seller-business.justifications.${sellerBusinessId}`;

/** Stores the lines written in the form until the approval is requested. */
export function keepJustifications(
  sellerBusinessId: string,
  user: string,
  lines: Record<string, string>,
): void {
  const written = Object.fromEntries(Object.entries(lines).filter(([, line]) => line.trim() !== ""));
  if (Object.keys(written).length > 0) saveDraft(formName(sellerBusinessId), user, written);
}

export function readJustifications(sellerBusinessId: string, user: string): Record<string, string> {
  return readDraft<Record<string, string>>(formName(sellerBusinessId), user)?.values ?? {};
}

/** Deletes the lines after the server has stored them. */
export function clearJustifications(sellerBusinessId: string, user: string): void {
  clearDraft(formName(sellerBusinessId), user);
}
