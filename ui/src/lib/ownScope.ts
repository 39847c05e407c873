const KEY = "tsunagu.scope";

/** Whose work lists and the first page show at first: the user's own, or the whole institution's (design: team.md 1). */
export type OwnScope = "mine" | "all";

/** What this browser's user has chosen last, for all lists; unreadable or forbidden storage is no choice. */
export function readOwnScope(): OwnScope {
  try {
    return localStorage.getItem(KEY) === "all" ? "all" : "mine";
  } catch {
    return "mine";
  }
}

/** Keeps the choice. If the storage is full, it lasts as long as the page. */
export function keepOwnScope(scope: OwnScope): void {
  try {
    if (scope === "all") localStorage.setItem(KEY, scope);
    else localStorage.removeItem(KEY);
  } catch {
    // The page that was asked shows it.
  }
}
