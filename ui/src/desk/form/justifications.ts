import { clearDraft, readDraft, saveDraft } from "@/lib/draft";

/*
 * Lines that justify hits of the anonymity check are stored with the approval request (domain.md
 * 3.1). What was written while typing waits on this machine until then.
 */
const formName = (sellerBusinessId: string) => `seller-business.justifications.${sellerBusinessId}`;

/** Keeps the lines written in the form until the approval is asked for. */
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

/** The server has them now. */
export function clearJustifications(sellerBusinessId: string, user: string): void {
  clearDraft(formName(sellerBusinessId), user);
}
