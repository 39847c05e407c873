import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { CHARGES_AT_ONCE, type ChargeOf, type InCharge, personsInChargeQuery } from "@/api/persons";
import { isFIN } from "@/session/session";

/** Who works on the records of a list, by their ids; undefined until it is known. */
export type Persons = ReadonlyMap<string, InCharge> | undefined;

/** Asks for all rows of a page at once; nobody but a bank's user asks. Rows that are missing are not the own institution's. */
export function usePersons(of: ChargeOf, ids: readonly string[]): Persons {
  const parts: (readonly string[])[] = [];
  if (isFIN.value)
    for (let from = 0; from < ids.length; from += CHARGES_AT_ONCE)
      parts.push(ids.slice(from, from + CHARGES_AT_ONCE));
  return useQueries({
    queries: parts.map((part) => ({ ...personsInChargeQuery(of, part), placeholderData: keepPreviousData })),
    combine: (answers) =>
      answers.every(({ data }) => data)
        ? new Map(answers.flatMap(({ data }) => data ?? []).map((row) => [row.id, row]))
        : undefined,
  });
}
