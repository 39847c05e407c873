import { signal } from "@preact/signals-react";
import { useCallback, useEffect, useRef } from "react";

/**
 * Asks before unsaved input is lost, whether by a link, by Back, or by closing the tab. The router
 * calls `mayLeave` and shows the dialog for `leaveQuestion`.
 */

/** Forms with unsaved input. */
const dirty = new Set<object>();

/** The question on the screen; `answer` closes it. */
export const leaveQuestion = signal<{ answer: (leave: boolean) => void } | null>(null);

/** Whether there is unsaved input. */
export function isDirty(): boolean {
  return dirty.size > 0;
}

/** True at once if nothing is unsaved, else the user's answer. */
export function mayLeave(): Promise<boolean> {
  if (dirty.size === 0) return Promise.resolve(true);
  // A second navigation while the question is open cancels the first one.
  leaveQuestion.value?.answer(false);
  return new Promise((resolve) => {
    leaveQuestion.value = {
      answer: (leave) => {
        leaveQuestion.value = null;
        if (leave) dirty.clear();
        resolve(leave);
      },
    };
  });
}

function beforeUnload(event: BeforeUnloadEvent) {
  if (dirty.size > 0) event.preventDefault();
}

/**
 * Guards a form while `unsaved` (react-hook-form's `formState.isDirty`).
 *
 * @returns release, to be called after the save and before the navigation, as the guard would
 * otherwise remain until the next render.
 */
export function useLeaveGuard(unsaved: boolean): () => void {
  const token = useRef({});
  useEffect(() => {
    const mine = token.current;
    if (!unsaved) return;
    dirty.add(mine);
    window.addEventListener("beforeunload", beforeUnload);
    return () => {
      dirty.delete(mine);
      if (dirty.size === 0) window.removeEventListener("beforeunload", beforeUnload);
    };
  }, [unsaved]);
  return useCallback(() => {
    dirty.delete(token.current);
  }, []);
}

/** Ends the guard of all forms: the session has ended and the page is left. */
export function releaseAll(): void {
  dirty.clear();
}

/** Index of the current history entry, kept in its state by the router. */
let entryIndex = 0;

/** The state to store with a new history entry. */
export function historyState(state: unknown, replace: boolean): unknown {
  if (!replace) entryIndex++;
  return { ...(typeof state === "object" ? state : null), index: entryIndex };
}

/**
 * Makes Back and Forward ask, too. They cannot be prevented: the browser has moved already, so it
 * is moved back, the user is asked, and it is moved again. Must be installed before the router
 * subscribes, so that the router does not see the moves in between.
 */
export function installBackGuard(): void {
  const stored = (history.state as { index?: number } | null)?.index;
  if (typeof stored === "number") entryIndex = stored;
  else history.replaceState({ ...history.state, index: entryIndex }, "");
  let path = window.location.pathname;
  let ownMoves = 0;
  for (const type of ["pushState", "replaceState"])
    window.addEventListener(type, () => {
      path = window.location.pathname;
    });
  window.addEventListener(
    "popstate",
    (event) => {
      if (event.state === null) {
        // A plain link to a hash made this entry, without an index.
        history.replaceState({ index: ++entryIndex }, "");
        return;
      }
      const to = (event.state as { index?: number } | null)?.index ?? 0;
      if (ownMoves > 0) {
        ownMoves--;
        // The move back to the page that the user sees: it is hidden from the router.
        if (dirty.size > 0) event.stopImmediatePropagation();
        entryIndex = to;
        path = window.location.pathname;
        return;
      }
      const delta = to - entryIndex;
      if (dirty.size === 0 || delta === 0 || window.location.pathname === path) {
        entryIndex = to;
        path = window.location.pathname;
        return;
      }
      event.stopImmediatePropagation();
      ownMoves++;
      history.go(-delta);
      mayLeave().then((leave) => {
        if (!leave) return;
        ownMoves++;
        history.go(delta);
      });
    },
    { capture: true },
  );
}
