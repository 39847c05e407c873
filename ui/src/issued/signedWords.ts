import type { SignedCopy, SignedPaper } from "@/api/issued";
import { formatDate } from "@/lib/dates";

/** The states of a copy, by the server's numbers. */
export const SIGNED = { none: 0, waiting: 1, signed: 2, returned: 3, withdrawn: 4 } as const;

/** The copy of a paper that waits or counts. */
export const copyNow = (paper: SignedPaper | undefined): SignedCopy | undefined =>
  paper?.copyList.find(({ state }) => state === SIGNED.waiting || state === SIGNED.signed);

/** Copies that were sent back or withdrawn. */
export const copiesBefore = (paper: SignedPaper | undefined): SignedCopy[] =>
  paper?.copyList.filter(({ state }) => state === SIGNED.returned || state === SIGNED.withdrawn) ?? [];

export const signerNames = ({ signerList }: SignedCopy): string =>
  signerList.map(({ name, role }) => (role ? `${name}（${role}）` : name)).join("、");

/** 「署名済み（2026/11/20、金糸 雀、確認 湊 二葉）」: how a paper stands, in one line. */
export function signedLine(copy: SignedCopy): string {
  const facts = [formatDate(copy.signedOn), signerNames(copy)];
  if (copy.state === SIGNED.signed) facts.push(`確認 ${copy.confirmedBy || "前の担当者"}`);
  if (copy.state === SIGNED.waiting) facts.push(`登録 ${copy.userName || "前の担当者"}`);
  return `${copy.stateLabel}（${facts.join("、")}）`;
}

/** Why the reader cannot confirm a copy that waits; undefined where he can. */
export function confirmBlock(copy: SignedCopy): string | undefined {
  if (copy.canConfirm) return undefined;
  return copy.whyNot || "自分が登録した控えは、自分では確認できません。別の承認者に確認を頼んでください。";
}

/** How a copy ended, with who and why. */
export function endedLine(copy: SignedCopy): string {
  return `${copy.stateLabel}（${formatDate(copy.ended)}、${copy.endedBy || "前の担当者"}）　理由：${copy.reason}`;
}
