import { type Negotiation, STATUS } from "./types";

/** Interest is answered before a negotiation begins, by the buyer's side (domain.md 4). */
export function asksInterest(n: Pick<Negotiation, "status" | "interestStatus">): boolean {
  return n.status === STATUS.none && n.interestStatus !== undefined;
}
