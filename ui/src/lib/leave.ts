import { signal } from "@preact/signals-react";
import { useCallback, useEffect, useRef } from "react";

/**
 * Asks before unsaved input is left, whether by a link, by Back, or by closing the tab.
 * The router calls `mayLeave` and shows the dialog for `leaveQuestion`.
 */

/** Forms that hold unsaved input now. */
const dirty = new Set<object>();

/** The question on screen; answering settles it. */
export const leaveQuestion = signal<{ answer: (leave: boolean) => void } | null>(null);

/** Whether leaving would lose something. */
export function isDirty(): boolean {
  return dirty.size > 0;
}

/** True at once when nothing is unsaved, else what the user answers. */
export function mayLeave(): Promise<boolean> {
  if (dirty.size === 0) return Promise.resolve(true);
  // A second way out while the question is open: the first one is off.
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
 * @returns release, to call after the save and before navigating on: the next render
 * would be too late.
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

/** Nothing asks any more: the session is over and the page goes. */
export function releaseAll(): void {
  dirty.clear();
}

/** Index of the current history entry, kept in its state by the router. */
let index = 0;

/** The state to store with a new history entry. */
export function historyState(state: unknown, replace: boolean): unknown {
  if (!replace) index++;
  return { ...(typeof state === "object" ? state : null), index };
}

/**
 * Makes Back and Forward ask, too. They cannot be refused: the browser has moved
 * already, so it is moved back, asked, and moved again. Must be installed before the
 * router subscribes, so that it hears of nothing in between.
 */
export function installBackGuard(): void {
  const stored = (history.state as { index?: number } | null)?.index;
  if (typeof stored === "number") index = stored;
  else history.replaceState({ ...history.state, index }, "");
  let path = window.location.pathname;
  let own = 0;
  for (const type of ["pushState", "replaceState"])
    window.addEventListener(type, () => {
      path = window.location.pathname;
    });
  window.addEventListener(
    "popstate",
    (event) => {
      if (event.state === null) {
        // A plain link to a hash made this entry, without an index.
        history.replaceState({ index: ++index }, "");
        return;
      }
      const to = (event.state as { index?: number } | null)?.index ?? 0;
      if (own > 0) {
        own--;
        // The way back to where the user still is: nothing has changed for anybody.
        if (dirty.size > 0) event.stopImmediatePropagation();
        index = to;
        path = window.location.pathname;
        return;
      }
      const delta = to - index;
      if (dirty.size === 0 || delta === 0 || window.location.pathname === path) {
        index = to;
        path = window.location.pathname;
        return;
      }
      event.stopImmediatePropagation();
      own++;
      history.go(-delta);
      mayLeave().then((leave) => {
        if (!leave) return;
        own++;
        history.go(delta);
      });
    },
    { capture: true },
  );
}
