/**
 * After an upgrade an old tab asks for files that are gone. One reload brings the new
 * page; a second one for the same address would only go round in circles.
 */
const MARK = "tsunagu.reloaded";

/** Loads the address anew; false when that was tried already. */
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

/** Everything was there: the next upgrade may reload again. */
export function clearReloadMark(): void {
  try {
    sessionStorage.removeItem(MARK);
  } catch {
    // Without storage nothing was marked either.
  }
}
