import type { Code, Negotiation, NegotiationMilestone, NegotiationProposal } from "./types";

/** A milestone as the panel shows it: what is in force, what waits, and whether it can be recorded now. */
export interface MilestoneRow {
  code: number;
  name: string;
  label: string;
  recorded?: NegotiationMilestone;
  proposal?: NegotiationProposal;
  isOpen: boolean;
  /** What its form asks for, where it is open. */
  isBilateral: boolean;
  isSkippable: boolean;
  missing: readonly number[];
}

/** All milestones in their order; which are open now, and what they ask for, the server says. */
export function milestoneRows(
  codes: readonly Code[],
  {
    milestones,
    openMilestones,
    milestoneForms,
    proposals,
  }: Pick<Negotiation, "milestones" | "openMilestones" | "milestoneForms" | "proposals">,
): MilestoneRow[] {
  return codes.map(({ code, name, label }) => {
    const form = milestoneForms?.find((one) => one.kind === code);
    return {
      code,
      name,
      label,
      recorded: milestones.find((m) => m.kind === code),
      proposal: proposals?.find((p) => p.kind === code),
      isOpen: openMilestones.includes(code),
      isBilateral: form?.isBilateral ?? false,
      isSkippable: form?.isSkippable ?? false,
      missing: form?.missing ?? [],
    };
  });
}

/** The step that a milestone belongs to: DD is left out as a whole. */
export const stepLabel = ({ name, label }: Pick<Code, "name" | "label">): string =>
  name === "DDStart" ? "DD" : label;
