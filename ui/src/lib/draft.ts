import { useCallback, useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";

/**
 * A local copy of typed data, per form and user, until it is sent (design: ui.md "Behaviour").
 * Never passwords or files. It survives a crash and an expired session, for seven days; a log-out
 * deletes it, as others may use the machine.
 */

/** The owner of drafts while nobody is signed in. */
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

/** How long a draft is kept, in milliseconds: shorter for visitors, as they have no log-out that deletes theirs. */
function maxAge(name: string): number {
  return name.startsWith(key("", VISITOR)) ? DAY_MS : 7 * DAY_MS;
}

/** Users who have logged out: drafts of their open forms are no longer saved, in any tab. */
const loggedOut = new Set<string>();

/** Saves the values of a form. If the storage is full or forbidden, only the copy is lost. */
export function saveDraft<T>(form: string, user: string, values: T, now = Date.now()): void {
  if (loggedOut.has(user)) return;
  try {
    localStorage.setItem(key(form, user), JSON.stringify({ savedAt: now, values } satisfies Stored<T>));
  } catch {
    // No message: the form itself still has the data.
  }
}

/** The saved draft, or null; one that is too old or unreadable is deleted. */
export function readDraft<T>(form: string, user: string, now = Date.now()): Stored<T> | null {
  try {
    const text = localStorage.getItem(key(form, user));
    if (text === null) return null;
    const stored = JSON.parse(text) as Stored<T>;
    if (typeof stored.savedAt === "number" && now - stored.savedAt < maxAge(key(form, user)) && stored.values)
      return stored;
  } catch {
    // An unreadable draft is deleted below.
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

/** Deletes all expired drafts of any user, at the start. */
export function deleteExpiredDrafts(now = Date.now()): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX)) continue;
      const savedAt = (JSON.parse(localStorage.getItem(name) ?? "null") as Stored<unknown> | null)?.savedAt;
      if (typeof savedAt !== "number" || now - savedAt >= maxAge(name)) localStorage.removeItem(name);
    }
  } catch {
    // As in saveDraft.
  }
}

/** The time of the last unsent input; null without a draft. */
export function lastDraftTime(user: string): Date | null {
  let last = 0;
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(key("", user)))
        last = Math.max(last, (JSON.parse(localStorage.getItem(name) ?? "null") as Stored<unknown>).savedAt);
  } catch {
    // An unreadable draft is ignored.
  }
  return last > 0 ? new Date(last) : null;
}

/** Deletes a user's drafts at the log-out, and prevents that open forms save new ones. */
export function dropDrafts(user: string): void {
  loggedOut.add(user);
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(key("", user))) localStorage.removeItem(name);
  } catch {
    // As in saveDraft.
  }
}

/**
 * Connects a react-hook-form with its draft: restores it on mount, saves it half a second after the
 * last change and when the tab is closed. Call `clear()` after the server has stored the values.
 *
 * @param form name of the form, with the id of the edited record: `seller-business.${id}`
 * @param user session's userId, so that users of one machine do not see each other's drafts
 * @param omit fields never stored
 * @returns savedAt: the time of the restored draft, null if there was none;
 * clear: deletes the draft; discard: deletes it and resets the form to its defaults.
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
      const omittedNames = new Set(omitted.split("\n"));
      saveDraft(
        form,
        user,
        Object.fromEntries(Object.entries(getValues()).filter(([name]) => !omittedNames.has(name))),
      );
    };
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      store();
    };
    const subscription = watch((_, { type }) => {
      // Only changes by the user are saved, not a reset by the program.
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
