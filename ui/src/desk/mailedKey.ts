/*
 * The key of a mailed link. It is the seller's right to decide, so it goes into the bodies of
 * the two calls that need it and nowhere else; the tab remembers it for a reload.
 */
const STORED = "tsunagu.approval";

/** The key of the address, else the one that this tab came with; empty for none. */
export function takeKey(): string {
  const key = new URLSearchParams(window.location.search).get("key") ?? "";
  try {
    if (key) sessionStorage.setItem(STORED, key);
    return key || (sessionStorage.getItem(STORED) ?? "");
  } catch {
    // Without storage a reload asks for the mail's link again.
    return key;
  }
}

/** The decision is made: the key is spent. */
export function forgetKey(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // There was none.
  }
}
