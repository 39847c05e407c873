import type { Masters } from "../masters";
import { differences, type FieldRow, type Names, namesOf } from "./fields";
import type { ListingValues } from "./values";

/** One field that differs between the own input and what a colleague has stored meanwhile. */
interface Conflict {
  field: FieldRow;
  mine: string;
  latest: string;
  /** The proposed choice: the value of whoever alone changed it; if both did, one's own. */
  proposed: "mine" | "latest";
}

/**
 * The differences between the own input and the latest content. The form's initial values show
 * which of them only the colleague made.
 */
export function conflictsOf(
  mine: ListingValues,
  latest: ListingValues,
  base: ListingValues | null,
  masters: Masters,
  names: Names,
): Conflict[] {
  const unchangedByUser = new Set(
    base
      ? differences(mine, latest, masters, names)
          .filter(({ field }) => same(field, mine, base))
          .map(({ field }) => field.name)
      : [],
  );
  return differences(mine, latest, masters, names).map(({ field, before, after }) => ({
    field,
    mine: before,
    latest: after,
    proposed: unchangedByUser.has(field.name) ? "latest" : "mine",
  }));
}

function same(field: FieldRow, a: ListingValues, b: ListingValues): boolean {
  return namesOf(field).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}

/** The own input with the chosen fields taken from the latest content, and with its version. */
export function merged(
  mine: ListingValues,
  latest: ListingValues,
  conflicts: readonly Conflict[],
  choice: Readonly<Record<string, "mine" | "latest">>,
): ListingValues {
  const out: ListingValues = { ...mine, version: latest.version, sellerBusinessId: latest.sellerBusinessId };
  for (const { field, proposed } of conflicts)
    if ((choice[field.name] ?? proposed) === "latest")
      for (const name of namesOf(field)) (out as Record<string, unknown>)[name] = latest[name];
  return out;
}
