const PREFIX = "tsunagu.columns.";

/**
 * Which columns of a table this browser's user has chosen, by the table's name: true for shown, false for hidden.
 * A column that is not named in it is as the table begins, so that a new one appears.
 */
export type ShownColumns = Readonly<Record<string, boolean>>;

/** The choice for a table; unreadable or forbidden storage is none. */
export function readShownColumns(table: string): ShownColumns {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + table) ?? "{}");
    if (typeof kept === "object" && kept !== null && !Array.isArray(kept))
      return Object.fromEntries(
        Object.entries(kept).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean"),
      );
  } catch {
    // A choice that cannot be read is made again.
  }
  return {};
}

/** Keeps the choice for a table; an empty one is deleted. If the storage is full, it lasts as long as the page. */
export function keepShownColumns(table: string, shown: ShownColumns): void {
  try {
    if (Object.keys(shown).length === 0) localStorage.removeItem(PREFIX + table);
    else localStorage.setItem(PREFIX + table, JSON.stringify(shown));
  } catch {
    // The table itself has it.
  }
}
