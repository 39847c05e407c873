import type { InCharge, PersonInCharge } from "@/api/persons";
import { formatDate } from "@/lib/dates";

/** What of a person is to be known beside the name: 利用停止, or away and who stands in. */
export function stateOf(person: PersonInCharge): string {
  if (!person.isEnabled) return "利用停止";
  if (!person.awayUntil) return "";
  const until = `${formatDate(person.awayUntil)}まで不在`;
  return person.deputyName ? `${until}、代理：${person.deputyName}` : `${until}、代理なし`;
}

/** How many work on it besides the main person: 「ほか1名」; empty for none. */
export function othersText({ otherPersons }: Pick<InCharge, "otherPersons">): string {
  return otherPersons.length > 0 ? `ほか${otherPersons.length}名` : "";
}

/** Everybody who works on it in one line, for what has no room for a column. */
export function personsText(row: InCharge): string {
  return [row.personInCharge?.userName ?? "なし", othersText(row)].filter(Boolean).join(" ");
}
