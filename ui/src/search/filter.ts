import type { ReactNode } from "react";
import { type UrlState, writeUrlState } from "@/lib/urlstate";
import type { Names } from "./names";

/** Names, in an address, the saved search that it opens: the words of a search stand in no mail. */
export const SAVED = "saved";

/** What every search has in its address besides its filters (SPEC.md section 9). */
export interface Conditions extends UrlState {
  propertyName: string;
  isDescending: boolean;
  pageNumber: number;
}

/** One condition that is set, and the change that removes it. */
export interface Chip<C> {
  key: string;
  label: string;
  without: Partial<C>;
  /** A switch above the list says it already, and it is how the list opens: it has no chip and is not counted. */
  isOnSwitch?: boolean;
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
  cleared: Partial<C>;
  control: (props: ControlProps<C>) => ReactNode;
  chips: (state: C, names: Names) => Chip<C>[];
  /** What is wrong with the conditions, by field: nothing is asked until it is mended. */
  errors?: (state: C, names: Names) => Record<string, string>;
  /** Its part of the state without values that are no choice. */
  valid?: (state: C, names: Names) => Partial<C>;
}

export interface Sort {
  propertyName: string;
  isDescending: boolean;
  label: string;
  /** The condition that must be set for this order to be possible. */
  neededCondition?: string;
}

/** The description of a search: its conditions and orders. */
export interface SearchSpec<C extends Conditions> {
  /** A constant: the names, types and default values of the conditions. */
  defaults: C;
  filters: readonly Filter<C>[];
  sorts: readonly Sort[];
  /** Its condition of words that the dictionary widens, and that of the industries which these name. */
  words?: { word: keyof C & string; classes: keyof C & string };
}

/** The orders that are possible with these conditions. */
export function sortsOf<C extends Conditions>({ sorts }: SearchSpec<C>, state: C): readonly Sort[] {
  return sorts.filter(
    ({ neededCondition }) => neededCondition === undefined || state[neededCondition] !== "",
  );
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

/** The change that clears all conditions, but not the order. */
export function allCleared<C extends Conditions>({ filters }: SearchSpec<C>): Partial<C> {
  return Object.assign({}, ...filters.map((filter) => filter.cleared));
}

/** The state without values that cannot be searched for: unknown codes, impossible orders or pages. */
export function validState<C extends Conditions>(spec: SearchSpec<C>, state: C, names: Names): C {
  const { defaults, filters } = spec;
  const out: C = Object.assign({}, state, ...filters.map((filter) => filter.valid?.(state, names)));
  const { propertyName, isDescending, pageNumber } = out;
  const sorts = sortsOf(spec, out);
  if (!sorts.some((sort) => sort.propertyName === propertyName && sort.isDescending === isDescending)) {
    out.propertyName = defaults.propertyName;
    out.isDescending = defaults.isDescending;
  }
  if (!Number.isSafeInteger(pageNumber) || pageNumber < 1) out.pageNumber = 1;
  return out;
}

/** The labels of the parts of the address that were ignored; `state` is the result of validState. */
export function ignoredParts<C extends Conditions>(
  { defaults, filters }: SearchSpec<C>,
  search: string,
  state: C,
): string[] {
  const params = new URLSearchParams(search);
  const out = new Set<string>();
  for (const key of params.keys()) {
    if (key === "pageNumber" || key === SAVED) continue;
    const filter = filters.find(({ keys }) => keys.includes(key));
    if (!(key in defaults)) {
      out.add("この画面にない条件");
      continue;
    }
    const now = [state[key] as UrlState[string]].flat().map(String);
    const ignoredValues = params
      .getAll(key)
      .filter((value) => value !== "" && !now.includes(value) && !now.includes(String(Number(value))));
    if (ignoredValues.length > 0)
      out.add(filter?.label ?? (key === "propertyName" || key === "isDescending" ? "並び順" : "表示"));
  }
  return [...out];
}

/** What a saved search keeps: everything but the page. */
export function savedConditions<C extends Conditions>({ defaults }: SearchSpec<C>, state: C): string {
  return writeUrlState({ ...state, pageNumber: defaults.pageNumber }, defaults).replace(/^\?/, "");
}

/** What could be given up when nothing is found, one filter at a time. */
export function removableChips<C extends Conditions>(
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
            without: filter.cleared,
          },
        ];
  });
}
