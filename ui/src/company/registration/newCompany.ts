import { clearDraft, readDraft, saveDraft } from "@/lib/draft";
import { user } from "@/session/session";
import {
  type DetailsValues,
  EMPTY_DETAILS,
  EMPTY_OVERVIEW,
  EMPTY_USER,
  type OverviewValues,
  type UserValues,
} from "../form/values";
import type { Kind } from "../kinds";

/** The steps of a registration, in order; the confirm step follows (domain.md 9). */
export type Step = "overview" | "details" | "user";

/**
 * How a buyer is registered: completely by its bank, by itself after an invitation, or for a trial
 * without its details (domain.md 6). A seller is always registered by its bank.
 */
export interface Plan {
  method: "bank" | "invite" | "trial";
  /** The person in charge comes later. */
  withoutUser: boolean;
  /** What a failed attempt has stored already, so that the next one can continue there. */
  companyId?: string;
  userId?: string;
  /** Keys by which the server recognises what it has stored, if its answer was lost (lib/randomKey). */
  companyKey?: string;
  userKey?: string;
}

const PLAN: Plan = { method: "bank", withoutUser: false };

/** Name of the draft of a step, or of the plan. */
export function draftName(kind: Kind, part: Step | "plan"): string {
  return `${kind.kind}-company.new.${part}`;
}

function userId(): string {
  return user.peek()?.userId ?? "";
}

export function readPlan(kind: Kind): Plan {
  return readDraft<Plan>(draftName(kind, "plan"), userId())?.values ?? PLAN;
}

export function savePlan(kind: Kind, plan: Plan): void {
  saveDraft(draftName(kind, "plan"), userId(), plan);
}

export function stepsOf(plan: Plan): Step[] {
  const steps: Step[] = plan.method === "bank" ? ["overview", "details", "user"] : ["overview", "user"];
  return plan.withoutUser ? steps.filter((step) => step !== "user") : steps;
}

/** What was typed in all steps; null for a step that was never finished. */
export function readNew(kind: Kind): {
  overview: OverviewValues | null;
  details: DetailsValues | null;
  user: UserValues | null;
} {
  const read = <T extends object>(step: Step, empty: T): T | null => {
    const draft = readDraft<T>(draftName(kind, step), userId());
    return draft && { ...empty, ...draft.values };
  };
  return {
    overview: read("overview", EMPTY_OVERVIEW),
    details: read("details", EMPTY_DETAILS),
    user: read("user", EMPTY_USER),
  };
}

export function clearNew(kind: Kind): void {
  for (const part of ["overview", "details", "user", "plan"] as const)
    clearDraft(draftName(kind, part), userId());
}
