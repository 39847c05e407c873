import type { PersonInCharge } from "@/api/persons";
import { stateOf } from "./words";

/**
 * Whom a record can be given to: the users who may act, and those who are in charge of it already, who may stay. One who
 * may not act any more is marked.
 */
export function choices(
  users: readonly { userId: string; userName: string; department: string }[],
  inCharge: readonly PersonInCharge[] = [],
): { value: string; label: string }[] {
  const states = new Map(inCharge.map((person) => [person.userId, stateOf(person)]));
  const left = inCharge.filter(({ userId }) => !users.some((user) => user.userId === userId));
  return [...users, ...left].map(({ userId, userName, department }) => {
    const notes = [department, states.get(userId)].filter(Boolean).join("、");
    return { value: userId, label: notes ? `${userName}（${notes}）` : userName };
  });
}
