/**
 * After an upgrade an open tab requests script files that no longer exist. One reload fetches the
 * new page; the address of the last reload is stored, so that the page does not reload forever.
 */
const MARK = "tsunagu.reloaded";

/** Reloads the page at an address; returns false if that was tried already, or if there is no storage. */
export function reloadOnce(to = window.location.href): boolean {
  const address = new URL(to, window.location.href).href;
  try {
    if (sessionStorage.getItem(MARK) === address) return false;
    sessionStorage.setItem(MARK, address);
  } catch {
    return false;
  }
  if (address === window.location.href) window.location.reload();
  else window.location.assign(address);
  return true;
}

/** Called after a page has loaded without error: a reload is then possible again. */
export function clearReloadMark(): void {
  try {
    sessionStorage.removeItem(MARK);
  } catch {
    // Without storage there is no mark to remove.
  }
}
