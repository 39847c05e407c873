import type { Code, Negotiation, NegotiationMilestone } from "./types";

/** A milestone as the panel shows it: recorded or not, and whether it can be recorded now. */
export interface MilestoneRow {
  code: number;
  name: string;
  label: string;
  recorded?: NegotiationMilestone;
  isOpen: boolean;
}

/** All milestones in their order, with those recorded; which are open now the server says. */
export function milestoneRows(
  codes: readonly Code[],
  { milestones, openMilestones }: Pick<Negotiation, "milestones" | "openMilestones">,
): MilestoneRow[] {
  return codes.map(({ code, name, label }) => ({
    code,
    name,
    label,
    recorded: milestones.find((m) => m.kind === code),
    isOpen: openMilestones.includes(code),
  }));
}
