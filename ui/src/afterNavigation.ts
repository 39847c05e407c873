import { useEffect } from "react";
import { useHash } from "@/lib/location";

/** SPEC.md section 2: "Jumping to a hash target waits 500 ms before scrolling." */
const HASH_DELAY_MS = 500;

/** How long to wait for the title of a page that is loading. */
const HEADING_WAIT_MS = 5000;

/**
 * Set by navigations of the application; on Back and Forward the browser restores the scroll
 * position.
 */
let isOwnNavigation = false;
export function noteNavigation(): void {
  isOwnNavigation = true;
}

/** Whether the first page has been shown. */
let isFirstPageShown = false;

/**
 * Sets focus and scroll position on a new page: to its h1 and its top, or to the target of the
 * hash.
 */
export function AfterNavigation({ path }: { path: string }): null {
  const hash = useHash();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once for each new page.
  useEffect(() => {
    const wasOwnNavigation = isOwnNavigation;
    isOwnNavigation = false;
    if (wasOwnNavigation && !window.location.hash) window.scrollTo(0, 0);
    // The very first page keeps the focus where the browser puts it.
    if (!isFirstPageShown) {
      isFirstPageShown = true;
      return;
    }
    return focusHeading();
  }, [path]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect also runs for the same hash on another page.
  useEffect(() => {
    if (!hash) return;
    const timer = setTimeout(() => {
      let id = hash.slice(1);
      try {
        id = decodeURIComponent(id);
      } catch {
        // A malformed % escape: the hash is used undecoded.
      }
      document.getElementById(id)?.scrollIntoView();
    }, HASH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [hash, path]);

  return null;
}

/**
 * Moves the focus to the h1 as soon as there is one, unless the user has moved it; once more if
 * the heading of a loading page is replaced by another.
 */
function focusHeading(): () => void {
  const before = document.activeElement;
  let focused: HTMLElement | null = null;
  /** True when the waiting is over: the user, or a field, has the focus. */
  const isTaken = (): boolean => {
    const now = document.activeElement;
    if (now !== before && now !== focused && now !== document.body && now !== null) return true;
    // A field that asked for the focus keeps it.
    return (
      now instanceof HTMLElement && now.closest("main") !== null && now.matches("input, select, textarea")
    );
  };
  const tryFocus = () => {
    if (isTaken()) return stop();
    if (focused?.isConnected) return;
    focused = document.querySelector<HTMLElement>("main h1");
    focused?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(tryFocus);
  const stop = () => observer.disconnect();
  const timer = setTimeout(stop, HEADING_WAIT_MS);
  observer.observe(document.body, { childList: true, subtree: true });
  tryFocus();
  return () => {
    stop();
    clearTimeout(timer);
  };
}
