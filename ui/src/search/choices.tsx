import type { ReactNode } from "react";
import { Checkbox } from "@/kit/Checkbox";
import { IndustryChooser } from "@/kit/IndustryChooser";
import { RadioGroup } from "@/kit/RadioGroup";
import { RegionChooser } from "@/kit/RegionChooser";
import { Select } from "@/kit/Select";
import { shortCodes, smallClasses, wholeOrParts } from "./codes";
import styles from "./Filters.module.css";
import type { Conditions, Filter } from "./filter";
import type { Names } from "./names";
import { Folded, Part } from "./Part";
import { change, type KeyOf } from "./words";

interface Flag<C> {
  key: KeyOf<C, boolean>;
  label: string;
}

const setAll = <C,>(flags: readonly Flag<C>[], on: (key: string) => boolean): Partial<C> =>
  Object.assign({}, ...flags.map(({ key }) => change<C>(key, on(key))));

/** Conditions that are on or off, independently of each other. */
export function flags<C extends Conditions>(label: string, list: readonly Flag<C>[]): Filter<C> {
  return {
    keys: list.map(({ key }) => key),
    label,
    cleared: setAll(list, () => false),
    control: ({ state, set }) => (
      <Part>
        <fieldset className={styles.ticks}>
          <legend>{label}</legend>
          {list.map((one) => (
            <Checkbox
              key={one.key}
              label={one.label}
              checked={state[one.key] === true}
              onChange={(event) => set(change<C>(one.key, event.target.checked))}
            />
          ))}
        </fieldset>
      </Part>
    ),
    chips: (state) =>
      list
        .filter(({ key }) => state[key] === true)
        .map(({ key, label: name }) => ({ key, label: name, without: change<C>(key, false) })),
  };
}

/** Flags of which at most one is on, for example: in charge, not in charge. */
export function oneFlag<C extends Conditions>(label: string, list: readonly Flag<C>[]): Filter<C> {
  const cleared = setAll(list, () => false);
  const on = (state: C) => list.find(({ key }) => state[key] === true);
  return {
    keys: list.map(({ key }) => key),
    label,
    cleared,
    control: ({ state, set, id }) => (
      <Part>
        <RadioGroup
          label={label}
          badge={false}
          column
          name={`${id}-${list[0]?.key}`}
          value={on(state)?.key ?? ""}
          options={[
            { value: "", label: "すべて" },
            ...list.map(({ key, label: name }) => ({ value: key, label: name })),
          ]}
          onChange={(event) => set(setAll(list, (key) => key === event.target.value))}
        />
      </Part>
    ),
    chips: (state) => {
      const one = on(state);
      return one ? [{ key: one.key, label: one.label, without: cleared }] : [];
    },
    valid: (state) => setAll(list, (key) => key === on(state)?.key),
  };
}

export interface Choice {
  value: string;
  label: string;
}

/** One of a few, from a list. Choices that are not there yet (undefined) keep what the address says. */
export function choice<C extends Conditions>(
  key: KeyOf<C, string>,
  label: string,
  choices: (names: Names) => readonly Choice[] | undefined,
  options: { empty?: string; help?: string } = {},
): Filter<C> {
  const cleared = change<C>(key, "");
  const value = (state: C) => String(state[key]);
  return {
    keys: [key],
    label,
    cleared,
    control: ({ state, set, names }) => (
      <Part>
        <Select
          label={label}
          badge={false}
          help={options.help}
          empty={options.empty ?? "すべて"}
          options={choices(names) ?? []}
          value={value(state)}
          onChange={(event) => set(change<C>(key, event.target.value))}
        />
      </Part>
    ),
    chips: (state, names) => {
      const one = choices(names)?.find((other) => other.value === value(state));
      return one ? [{ key, label: `${label}：${one.label}`, without: cleared }] : [];
    },
    valid: (state, names) => {
      const all = choices(names);
      const isKnown =
        all === undefined || value(state) === "" || all.some((one) => one.value === value(state));
      return isKnown ? {} : cleared;
    },
  };
}

export interface IdChoiceOptions {
  /** The control; it gets the id of the chosen record only. */
  control: (props: {
    name: string;
    label: string;
    help?: string;
    empty: string;
    value: string;
    onChange: (chosen: string) => void;
  }) => ReactNode;
  empty: string;
  help?: string;
}

/**
 * A choice of one among very many records, of which only the chosen one is loaded: null if it does
 * not exist; undefined while it is loading, which keeps the id in the address.
 */
export function idChoice<C extends Conditions>(
  key: KeyOf<C, string>,
  label: string,
  chosen: Choice | null | undefined,
  {
    control,
    empty,
    help,
    alsoChanges,
  }: IdChoiceOptions & {
    /** Other changes made together with the choice, such as that of the order. */
    alsoChanges?: (chosen: string) => Partial<C>;
  },
): Filter<C> {
  const to = (chosen: string) => ({ ...alsoChanges?.(chosen), ...change<C>(key, chosen) });
  const cleared = to("");
  return {
    keys: [key],
    label,
    cleared,
    control: ({ state, set }) => (
      <Part>
        {control({
          name: key,
          label,
          help,
          empty,
          value: String(state[key]),
          onChange: (id) => set(to(id)),
        })}
      </Part>
    ),
    chips: (state) =>
      chosen && chosen.value === state[key]
        ? [{ key, label: `${label}：${chosen.label}`, without: cleared }]
        : [],
    valid: () => (chosen === null ? cleared : {}),
  };
}

/** Industries, whole classes or parts of them. */
export function industries<C extends Conditions>(key: KeyOf<C, string[]>, label: string): Filter<C> {
  const value = (state: C) => state[key] as string[];
  const cleared = change<C>(key, []);
  return {
    keys: [key],
    label,
    cleared,
    control: ({ state, set, names }) => (
      <Folded title={label} chosen={value(state).length}>
        <IndustryChooser
          label={label}
          badge={false}
          classes={names.classes}
          value={smallClasses(value(state), names.classes)}
          onChange={(codes) => set(change<C>(key, shortCodes(codes, names.classes)))}
        />
      </Folded>
    ),
    chips: (state, names) => {
      const small = new Set(smallClasses(value(state), names.classes));
      return wholeOrParts(small, names.classes).map((part) => ({
        key: `${key}.${part.code}`,
        label: `${label}：${part.label}`,
        without: change<C>(
          key,
          shortCodes(
            [...small].filter((code) => !part.codes.includes(code)),
            names.classes,
          ),
        ),
      }));
    },
    valid: (state, names) => {
      const codes = new Set(names.classes.flatMap(({ code, items }) => [code, ...items.map((i) => i.code)]));
      return change<C>(
        key,
        value(state).filter((code) => codes.has(code)),
      );
    },
  };
}

/** Prefectures, by region. */
export function prefectures<C extends Conditions>(
  key: KeyOf<C, string[]>,
  label: string,
  options: { help?: string } = {},
): Filter<C> {
  const value = (state: C) => state[key] as string[];
  return {
    keys: [key],
    label,
    cleared: change<C>(key, []),
    control: ({ state, set, names }) => (
      <Folded title={label} chosen={value(state).length}>
        <RegionChooser
          label={label}
          badge={false}
          help={options.help}
          regions={names.regions}
          value={value(state)}
          onChange={(codes) => set(change<C>(key, codes))}
        />
      </Folded>
    ),
    chips: (state, names) =>
      wholeOrParts(new Set(value(state)), names.regions).map((part) => ({
        key: `${key}.${part.code}`,
        label: `${label}：${part.label}`,
        without: change<C>(
          key,
          value(state).filter((code) => !part.codes.includes(code)),
        ),
      })),
    valid: (state, names) => {
      const codes = new Set(names.regions.flatMap(({ items }) => items.map((item) => item.code)));
      return change<C>(
        key,
        value(state).filter((code) => codes.has(code)),
      );
    },
  };
}
