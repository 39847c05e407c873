/** When the own institution turns to a record next, as it stands; a day of "" is none. */
export interface Plan {
  /** The version that a change has to carry: the company's next action's, or the negotiation's. */
  version: number;
  date: string;
  /** What for: of a company alone. */
  body?: string;
  userId: string;
  userName?: string;
}

/** What a form of a note says of the next action: as it stands, another one, or that it is done. */
type PlanChoice = "keep" | "set" | "clear";

export interface PlanValues {
  plan: PlanChoice;
  nextDate: string;
  nextBody: string;
  nextUserId: string;
}

/**
 * The next action to send with a note; undefined where it stays as it is. One that is done leaves a negotiation its person, whom it
 * has without a day, too.
 */
export function planToSend(
  { plan, nextDate, nextBody, nextUserId }: PlanValues,
  { version, userId }: Plan,
  isCompany: boolean,
): { version: number; date: string; body?: string; userId: string } | undefined {
  if (plan === "clear") return { version, date: "", userId: isCompany ? "" : userId };
  if (plan === "keep" || (nextDate === "" && nextBody.trim() === "")) return undefined;
  return { version, date: nextDate, userId: nextUserId, ...(isCompany && { body: nextBody }) };
}
