import { signal } from "@preact/signals-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { open, seal } from "./sealed";

/**
 * A local copy of typed data, per form and user, until it is sent (design: ui.md "Behaviour").
 * Never passwords or files. It survives a reload, a crash, a lost connection and an expired session, for
 * seven days; a log-out deletes it, as others may use the machine. For the same reason it is sealed
 * with a key that the server gives to its user alone: after an expired session it lies here unread.
 */

/** The owner of drafts while nobody is signed in. */
export const VISITOR = "visitor";

/** The owner of drafts of who registers by a mailed link and is no user yet. */
const LINK_HOLDER = "";

const PREFIX = "tsunagu.draft.";
const DAY_MS = 24 * 60 * 60 * 1000;
const DELAY_MS = 500;

interface Draft<T> {
  savedAt: number;
  values: T;
}

/** As it is kept: a user's sealed, any other's as it is, since nobody else has a key. */
interface Kept {
  savedAt: number;
  values?: unknown;
  sealed?: string;
}

/** The user whose drafts can be read and saved now; his key is in memory only. */
export const draftsOf = signal<string | null>(null);
let draftKey = "";

/** What was to be saved before the key was there, by name. */
const waiting = new Map<string, Draft<unknown>>();

/** Opens a user's drafts with his key, and saves what waited for it. */
export function openDrafts(user: string, keyInHex: string): void {
  draftKey = keyInHex;
  draftsOf.value = user;
  for (const [name, draft] of waiting) if (isOf(name, user)) keep(name, draft);
  waiting.clear();
}

function key(form: string, user: string): string {
  return `${PREFIX}${user}.${form}`;
}

const isOf = (name: string, user: string): boolean => name.startsWith(key("", user));
const isUnsealed = (name: string): boolean => isOf(name, VISITOR) || isOf(name, LINK_HOLDER);

/** Whether drafts of this owner can be read and saved now. */
const isOpenTo = (user: string): boolean =>
  user === VISITOR || user === LINK_HOLDER || draftsOf.value === user;

/** How long a draft is kept, in milliseconds: shorter for visitors, as they have no log-out that deletes theirs. */
function maxAge(name: string): number {
  return isOf(name, VISITOR) ? DAY_MS : 7 * DAY_MS;
}

/** Users who have logged out: drafts of their open forms are no longer saved, in any tab. */
const loggedOut = new Set<string>();

/** If the storage is full or forbidden, only the copy is lost. */
function keep(name: string, { savedAt, values }: Draft<unknown>): void {
  const kept: Kept = isUnsealed(name)
    ? { savedAt, values }
    : { savedAt, sealed: seal(draftKey, name, JSON.stringify(values)) };
  try {
    localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // No message: the form itself still has the data.
  }
}

/** Saves the values of a form; of a user whose key is not there yet, in memory until it is. */
export function saveDraft<T>(form: string, user: string, values: T, now = Date.now()): void {
  if (loggedOut.has(user)) return;
  const name = key(form, user);
  const draft: Draft<T> = { savedAt: now, values };
  if (isOpenTo(user)) keep(name, draft);
  else waiting.set(name, draft);
}

/** The saved draft, or null; one that is too old or unreadable is deleted. */
export function readDraft<T>(form: string, user: string, now = Date.now()): Draft<T> | null {
  const name = key(form, user);
  if (!isOpenTo(user)) return (waiting.get(name) as Draft<T> | undefined) ?? null;
  try {
    const text = localStorage.getItem(name);
    if (text === null) return null;
    const { savedAt, values, sealed } = JSON.parse(text) as Kept;
    const found = isUnsealed(name) ? values : JSON.parse(open(draftKey, name, sealed ?? ""));
    if (typeof savedAt === "number" && now - savedAt < maxAge(name) && found)
      return { savedAt, values: found as T };
  } catch {
    // An unreadable draft is deleted below.
  }
  clearDraft(form, user);
  return null;
}

export function clearDraft(form: string, user: string): void {
  waiting.delete(key(form, user));
  try {
    localStorage.removeItem(key(form, user));
  } catch {
    // As in keep.
  }
}

/** Deletes all expired drafts of any user, at the start, and those of users that are not sealed. */
export function deleteExpiredDrafts(now = Date.now()): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX)) continue;
      const kept = JSON.parse(localStorage.getItem(name) ?? "null") as Kept | null;
      const isFresh = typeof kept?.savedAt === "number" && now - kept.savedAt < maxAge(name);
      if (!isFresh || (!isUnsealed(name) && !kept?.sealed)) localStorage.removeItem(name);
    }
  } catch {
    // As in keep.
  }
}

/** The time of the last unsent input; null without a draft. */
export function lastDraftTime(user: string): Date | null {
  let last = 0;
  for (const [name, { savedAt }] of waiting) if (isOf(name, user)) last = Math.max(last, savedAt);
  try {
    for (const name of Object.keys(localStorage))
      if (isOf(name, user))
        last = Math.max(last, (JSON.parse(localStorage.getItem(name) ?? "null") as Kept).savedAt);
  } catch {
    // An unreadable draft is ignored.
  }
  return last > 0 ? new Date(last) : null;
}

/** Deletes a user's drafts at the log-out, and prevents that open forms save new ones. */
export function dropDrafts(user: string): void {
  loggedOut.add(user);
  for (const name of [...waiting.keys()]) if (isOf(name, user)) waiting.delete(name);
  try {
    for (const name of Object.keys(localStorage)) if (isOf(name, user)) localStorage.removeItem(name);
  } catch {
    // As in keep.
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
  // The draft is read again when its key arrives after the form.
  const isOpen = isOpenTo(user);

  // biome-ignore lint/correctness/useExhaustiveDependencies: isOpen says when the draft can be read.
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
  }, [form, user, omitted, isOpen, reset, getValues, watch]);

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
