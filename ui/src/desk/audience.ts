import type { Audience } from "./form/values";

export interface AudienceChoice {
  audience: Audience;
  restFinancial: readonly string[];
}

/**
 * Whether the next audience contains somebody whom the current one does not: then the seller must
 * approve first (domain.md 3.4). The server decides; this only informs the user beforehand.
 */
export function widens(now: AudienceChoice, next: AudienceChoice): boolean {
  if (next.audience === "limited") return false;
  if (now.audience === "limited") return true;
  if (now.audience === "all") return false;
  if (next.audience === "all") return now.restFinancial.length > 0;
  return now.restFinancial.some((id) => !next.restFinancial.includes(id));
}

/** Whether two audiences are the same. */
export function sameAudience(a: AudienceChoice, b: AudienceChoice): boolean {
  if (a.audience !== b.audience) return false;
  if (a.audience !== "rest") return true;
  return (
    a.restFinancial.length === b.restFinancial.length &&
    a.restFinancial.every((id) => b.restFinancial.includes(id))
  );
}
