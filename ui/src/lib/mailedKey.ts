/*
 * The key of a mailed link. It is its holder's right to decide, so it goes into the bodies of
 * the calls that need it and nowhere else; the tab remembers it for a reload.
 */

/** The key of the address, else the one that this tab came with; empty for none. `name` tells links apart. */
export function takeKey(name: string): string {
  const key = new URLSearchParams(window.location.search).get("key") ?? "";
  try {
    if (key) sessionStorage.setItem(name, key);
    return key || (sessionStorage.getItem(name) ?? "");
  } catch {
    // Without storage a reload asks for the mail's link again.
    return key;
  }
}

/** Takes the key out of the address bar, the history and every Referer from here on. */
export function hideKey(): void {
  if (window.location.search.includes("key="))
    history.replaceState(history.state, "", window.location.pathname);
}

/** The decision is made, or the link is dead: the key is spent. */
export function forgetKey(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // There was none.
  }
}

/** Full-width digits, spaces and hyphens are how people copy a number. */
export function passcodeDigits(text: string): string {
  return text.normalize("NFKC").replace(/[\s\-‐-―−ー]/g, "");
}
