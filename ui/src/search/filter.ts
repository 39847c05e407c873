import type { ReactNode } from "react";
import { type UrlState, writeUrlState } from "@/lib/urlstate";
import type { Names } from "./names";

/** What every search has in its address besides its filters (SPEC.md section 9). */
export interface Conditions extends UrlState {
  propertyName: string;
  isDescending: boolean;
  pageNumber: number;
}

/** One condition that is set, and the change that takes it off. */
export interface Chip<C> {
  key: string;
  label: string;
  without: Partial<C>;
}

interface ControlProps<C> {
  state: C;
  set: (changes: Partial<C>) => void;
  names: Names;
  /** Tells two instances on one page apart. */
  id: string;
  errors: Readonly<Record<string, string>>;
}

/**
 * One filter of a search: its control, its chips, and what of the address it knows. The
 * searches are lists of these; panel, drawer, chips, notes and empty states come from the list.
 */
export interface Filter<C extends Conditions> {
  /** Its names in the address. */
  keys: readonly (keyof C & string)[];
  /** What it is called in notes, and where several of its conditions are loosened at once. */
  label: string;
  /** The state in which it restricts nothing. */
  off: Partial<C>;
  control: (props: ControlProps<C>) => ReactNode;
  chips: (state: C, names: Names) => Chip<C>[];
  /** What is wrong with the conditions, by field: nothing is asked until it is mended. */
  errors?: (state: C, names: Names) => Record<string, string>;
  /** Its part of the state without what is no choice; the rest of the address is ignored. */
  known?: (state: C, names: Names) => Partial<C>;
}

export interface Sort {
  propertyName: string;
  isDescending: boolean;
  label: string;
  /** A condition without which there is no such order. */
  needs?: string;
}

/** A search as its screen describes it. */
export interface SearchSpec<C extends Conditions> {
  /** A constant: names, kinds and what holds where the address says nothing. */
  defaults: C;
  filters: readonly Filter<C>[];
  sorts: readonly Sort[];
}

/** The orders that there are under these conditions. */
export function sortsOf<C extends Conditions>({ sorts }: SearchSpec<C>, state: C): readonly Sort[] {
  return sorts.filter(({ needs }) => needs === undefined || state[needs] !== "");
}

export function chipsOf<C extends Conditions>({ filters }: SearchSpec<C>, state: C, names: Names): Chip<C>[] {
  return filters.flatMap((filter) => filter.chips(state, names));
}

export function errorsOf<C extends Conditions>(
  { filters }: SearchSpec<C>,
  state: C,
  names: Names,
): Record<string, string> {
  return Object.assign({}, ...filters.map((filter) => filter.errors?.(state, names)));
}

/** All conditions off; an order that needs none of them stays. */
export function cleared<C extends Conditions>({ filters }: SearchSpec<C>): Partial<C> {
  return Object.assign({}, ...filters.map((filter) => filter.off));
}

/** What of the address can be searched with: codes that are choices, an order that there is, a page. */
export function cleaned<C extends Conditions>(spec: SearchSpec<C>, state: C, names: Names): C {
  const { defaults, filters } = spec;
  const out: C = Object.assign({}, state, ...filters.map((filter) => filter.known?.(state, names)));
  const { propertyName, isDescending, pageNumber } = out;
  const sorts = sortsOf(spec, out);
  if (!sorts.some((sort) => sort.propertyName === propertyName && sort.isDescending === isDescending)) {
    out.propertyName = defaults.propertyName;
    out.isDescending = defaults.isDescending;
  }
  if (!Number.isSafeInteger(pageNumber) || pageNumber < 1) out.pageNumber = 1;
  return out;
}

/** What of the address was ignored, in words; `state` is what cleaned has left. */
export function ignored<C extends Conditions>(
  { defaults, filters }: SearchSpec<C>,
  search: string,
  state: C,
): string[] {
  const params = new URLSearchParams(search);
  const out = new Set<string>();
  for (const key of params.keys()) {
    if (key === "pageNumber") continue;
    const filter = filters.find(({ keys }) => keys.includes(key));
    if (!(key in defaults)) {
      out.add("この画面にない条件");
      continue;
    }
    const now = [state[key] as UrlState[string]].flat().map(String);
    const lost = params
      .getAll(key)
      .filter((value) => value !== "" && !now.includes(value) && !now.includes(String(Number(value))));
    if (lost.length > 0)
      out.add(filter?.label ?? (key === "propertyName" || key === "isDescending" ? "並び順" : "表示"));
  }
  return [...out];
}

/** What a saved search keeps: everything but the page. */
export function toSave<C extends Conditions>({ defaults }: SearchSpec<C>, state: C): string {
  return writeUrlState({ ...state, pageNumber: defaults.pageNumber }, defaults).replace(/^\?/, "");
}

/** What could be given up when nothing is found, one filter at a time. */
export function loosenings<C extends Conditions>(
  { filters }: SearchSpec<C>,
  state: C,
  names: Names,
): Chip<C>[] {
  return filters.flatMap((filter) => {
    const chips = filter.chips(state, names);
    const [first] = chips;
    if (first === undefined) return [];
    return chips.length === 1
      ? [first]
      : [
          {
            key: filter.label,
            label: `${filter.label}（${chips.length}件の指定）`,
            without: filter.off,
          },
        ];
  });
}
