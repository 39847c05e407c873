import { useMemo } from "react";
import { useLocation } from "wouter";
import { useRawSearch } from "./location";

/** Search conditions in the form of the address. An empty text, false and [] mean "no condition". */
export type UrlState = Record<string, string | number | boolean | string[]>;

/** Reads conditions from a query; absent values and those of the wrong type become the default. */
export function readUrlState<T extends UrlState>(search: string, defaults: T): T {
  const params = new URLSearchParams(search);
  const state: UrlState = {};
  for (const [key, defaultValue] of Object.entries(defaults)) {
    const text = params.get(key);
    if (text === null) state[key] = defaultValue;
    else if (Array.isArray(defaultValue)) state[key] = params.getAll(key).filter((item) => item !== "");
    else if (typeof defaultValue === "number") {
      const number = Number(text);
      state[key] = text !== "" && Number.isFinite(number) ? number : defaultValue;
    } else if (typeof defaultValue === "boolean") {
      state[key] = text === "true" ? true : text === "false" ? false : defaultValue;
    } else state[key] = text;
  }
  return state as T;
}

/** Writes conditions into a query with its "?"; default values are omitted. */
export function writeUrlState<T extends UrlState>(state: T, defaults: T): string {
  const params = new URLSearchParams();
  for (const [key, standard] of Object.entries(defaults)) {
    const value = state[key];
    if (value === undefined || same(value, standard)) continue;
    if (Array.isArray(value)) {
      // An empty list is written, to distinguish it from the default.
      if (value.length === 0) params.append(key, "");
      for (const item of value) params.append(key, item);
    } else params.set(key, String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}

function same(a: UrlState[string], b: UrlState[string] | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => item === b[i]);
  return a === b;
}

/** The key that is reset to its default when any other condition changes. */
const PAGE = "pageNumber";

/**
 * State kept in the URL, so that Back, reload and a second tab work. `defaults` must be a constant
 * outside the component; it determines names and types.
 *
 * @returns the state; `set(changes)`, which goes back to the first page; and
 * `href(changes)` for links such as pages.
 */
export function useUrlState<T extends UrlState>(defaults: T) {
  const [path, navigate] = useLocation();
  const search = useRawSearch();
  const state = useMemo(() => readUrlState(search, defaults), [search, defaults]);
  const href = (changes: Partial<T>): string => {
    // Reads the current address, not that of the last render, so that two changes in one event both apply.
    const now = readUrlState(window.location.search, defaults);
    const next = { ...now, ...changes };
    if (PAGE in defaults && !(PAGE in changes)) (next as UrlState)[PAGE] = defaults[PAGE] as number;
    return path + writeUrlState(next, defaults);
  };
  const set = (changes: Partial<T>, options?: { replace?: boolean }) => navigate(href(changes), options);
  return { state, set, href };
}
