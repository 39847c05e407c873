import type { Code, NegotiationMilestone } from "./types";
import { STATUS } from "./types";

/** A milestone as the panel shows it: recorded or not, and whether it can be recorded now. */
export interface MilestoneRow {
  code: number;
  name: string;
  label: string;
  recorded?: NegotiationMilestone;
  isOpen: boolean;
}

/**
 * All milestones in their order, with those recorded (domain.md 4). The names are open from 3
 * on: before, there is nothing to record; contract and closing belong to the conditions, and
 * the closing is corrected after the contract. While a contract is proposed, its dates stand.
 */
export function milestoneRows(
  codes: readonly Code[],
  recorded: readonly NegotiationMilestone[],
  { status, contractProposedBy }: { status: number; contractProposedBy?: string },
): MilestoneRow[] {
  return codes.map(({ code, name, label }) => {
    const late = name === "Contract" || name === "Closing";
    const isOpen =
      (status === STATUS.realName && !late) ||
      (status === STATUS.conditions && !(late && contractProposedBy)) ||
      (status === STATUS.signed && name === "Closing");
    return { code, name, label, recorded: recorded.find((m) => m.kind === code), isOpen };
  });
}
