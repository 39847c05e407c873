import { formatDate } from "@/lib/dates";
import { yenReading } from "@/lib/yen";
import type { Negotiation, NegotiationMilestone, NegotiationProposal } from "./types";

export const SKIPPED = "行わない";

/** A milestone's content in one line. */
export function factText(
  value: Pick<NegotiationMilestone, "date" | "amount" | "until" | "isSkipped"> | undefined,
): string {
  if (!value) return "未記録";
  if (value.isSkipped) return SKIPPED;
  return [
    formatDate(value.date),
    value.amount === undefined ? "" : yenReading(value.amount),
    value.until ? `独占交渉期限 ${formatDate(value.until)}` : "",
  ]
    .filter(Boolean)
    .join("　");
}

/** The state of a proposal for this reader. */
export function proposalState(p: NegotiationProposal): string {
  if (p.isReturned) return "差し戻されました";
  return p.canConfirm ? "確認してください" : "相手方の確認待ち";
}

/** A proposal with those that must be confirmed before it or with it, in order. */
export function confirmedTogether(n: Negotiation, p: NegotiationProposal): NegotiationProposal[] {
  return (n.proposals ?? []).filter(
    (one) => one.proposalId === p.proposalId || p.with.includes(one.proposalId),
  );
}

/** The milestone of the same kind that is in force. */
export function milestoneInForce(
  n: Pick<Negotiation, "milestones">,
  kind: number,
): NegotiationMilestone | undefined {
  return n.milestones.find((m) => m.kind === kind);
}
