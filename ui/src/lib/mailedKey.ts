/*
 * The key of a mailed link. Whoever has it may decide for the owner, so it is sent only in the
 * bodies of the calls that need it; the tab's session storage keeps it for a reload.
 */

/**
 * The key in the address, else the one stored in this tab; empty for none. `name` distinguishes
 * kinds of links.
 */
export function takeKey(name: string): string {
  const key = new URLSearchParams(window.location.search).get("key") ?? "";
  try {
    if (key) sessionStorage.setItem(name, key);
    return key || (sessionStorage.getItem(name) ?? "");
  } catch {
    // Without storage the link must be opened again after a reload.
    return key;
  }
}

/** Removes the key from the address bar and the history, and so from every later Referer. */
export function hideKey(): void {
  if (window.location.search.includes("key="))
    history.replaceState(history.state, "", window.location.pathname);
}

/** Deletes the stored key: the decision is made, or the link is invalid. */
export function forgetKey(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // There was no stored key.
  }
}

/** The digits of a copied passcode: full-width digits are converted, spaces and hyphens removed. */
export function passcodeDigits(text: string): string {
  return text.normalize("NFKC").replace(/[\s\-‐-―−ー]/g, "");
}
