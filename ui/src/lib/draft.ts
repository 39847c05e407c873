import { useCallback, useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";

/**
 * A local copy of what is being typed, per form and user, until it is sent
 * (design: ui.md "Behaviour"). Never passwords or files. It outlives a crash and a session
 * that ran out, for seven days; a log-out removes it, for others may use the machine.
 */

/** Whose drafts they are where nobody is signed in. */
export const VISITOR = "visitor";

const PREFIX = "tsunagu.draft.";
const DAY_MS = 24 * 60 * 60 * 1000;
const DELAY_MS = 500;

interface Stored<T> {
  savedAt: number;
  values: T;
}

function key(form: string, user: string): string {
  return `${PREFIX}${user}.${form}`;
}

/** A visitor has no log-out that would remove what was typed. */
function keptFor(name: string): number {
  return name.startsWith(key("", VISITOR)) ? DAY_MS : 7 * DAY_MS;
}

/** Users who have logged out: what their forms hold still is kept no more, in any tab. */
const gone = new Set<string>();

/** Keeps the values of a form. A full or forbidden storage loses the copy only. */
export function saveDraft<T>(form: string, user: string, values: T, now = Date.now()): void {
  if (gone.has(user)) return;
  try {
    localStorage.setItem(key(form, user), JSON.stringify({ savedAt: now, values } satisfies Stored<T>));
  } catch {
    // Nothing to tell the user: the form itself still holds what was typed.
  }
}

/** What was kept, or null; what is too old or unreadable is removed. */
export function readDraft<T>(form: string, user: string, now = Date.now()): Stored<T> | null {
  try {
    const text = localStorage.getItem(key(form, user));
    if (text === null) return null;
    const stored = JSON.parse(text) as Stored<T>;
    if (
      typeof stored.savedAt === "number" &&
      now - stored.savedAt < keptFor(key(form, user)) &&
      stored.values
    )
      return stored;
  } catch {
    // Falls through: an unreadable draft is of no use.
  }
  clearDraft(form, user);
  return null;
}

export function clearDraft(form: string, user: string): void {
  try {
    localStorage.removeItem(key(form, user));
  } catch {
    // As in saveDraft.
  }
}

/** Removes every draft that has grown too old, of any user: at start. */
export function sweepDrafts(now = Date.now()): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX)) continue;
      const savedAt = (JSON.parse(localStorage.getItem(name) ?? "null") as Stored<unknown> | null)?.savedAt;
      if (typeof savedAt !== "number" || now - savedAt >= keptFor(name)) localStorage.removeItem(name);
    }
  } catch {
    // As in saveDraft.
  }
}

/** When somebody last typed what is not sent yet; null where nothing is kept. */
export function lastDraft(user: string): Date | null {
  let last = 0;
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(key("", user)))
        last = Math.max(last, (JSON.parse(localStorage.getItem(name) ?? "null") as Stored<unknown>).savedAt);
  } catch {
    // What cannot be read cannot be lost.
  }
  return last > 0 ? new Date(last) : null;
}

/** The user has logged out: nothing of what was typed stays on this machine. */
export function dropDrafts(user: string): void {
  gone.add(user);
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(key("", user))) localStorage.removeItem(name);
  } catch {
    // As in saveDraft.
  }
}

/**
 * Ties a react-hook-form to its draft: restores on mount, saves half a second after the
 * last change and when the tab goes. Call `clear()` once the server has taken it.
 *
 * @param form name of the form, with the id of what is edited: `seller-business.${id}`
 * @param user session's userId, so that users of one machine do not meet each other's
 * @param omit fields never stored
 * @returns savedAt: when the restored draft was typed, null when there was none;
 * clear: the draft is done with; discard: back to the defaults.
 */
export function useDraft<T extends FieldValues>(
  methods: UseFormReturn<T>,
  { form, user, omit = [] }: { form: string; user: string; omit?: readonly (keyof T & string)[] },
) {
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const done = useRef(false);
  const omitted = omit.join("\n");
  const { reset, getValues, watch } = methods;

  useEffect(() => {
    done.current = false;
    const stored = readDraft<T>(form, user);
    if (stored) {
      reset({ ...getValues(), ...stored.values } as T, { keepDefaultValues: true });
      setSavedAt(new Date(stored.savedAt));
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const store = () => {
      timer = undefined;
      if (done.current) return;
      const left = new Set(omitted.split("\n"));
      saveDraft(
        form,
        user,
        Object.fromEntries(Object.entries(getValues()).filter(([name]) => !left.has(name))),
      );
    };
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      store();
    };
    const subscription = watch((_, { type }) => {
      // Only what the user changes; a reset by the program is no input.
      if (type === undefined) return;
      done.current = false;
      clearTimeout(timer);
      timer = setTimeout(store, DELAY_MS);
    });
    window.addEventListener("pagehide", flush);
    return () => {
      subscription.unsubscribe();
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [form, user, omitted, reset, getValues, watch]);

  const clear = useCallback(() => {
    done.current = true;
    clearDraft(form, user);
    setSavedAt(null);
  }, [form, user]);

  const discard = useCallback(() => {
    clear();
    reset(methods.formState.defaultValues as DefaultValues<T>);
  }, [clear, reset, methods]);

  return { savedAt, clear, discard };
}
