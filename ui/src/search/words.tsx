import { useState } from "react";
import * as limits from "@/api/limits.gen";
import { DateField } from "@/kit/DateField";
import { isComposing } from "@/kit/Form";
import { TextField } from "@/kit/TextField";
import { formatDate } from "@/lib/dates";
import styles from "./Filters.module.css";
import type { Conditions, Filter } from "./filter";
import { Part } from "./Part";

/** The names of a state's fields that hold a T. */
export type KeyOf<C, T> = { [K in keyof C & string]: C[K] extends T ? K : never }[keyof C & string];

/** One field changed, as a part of the state. */
export function change<C>(key: keyof C, value: unknown): Partial<C> {
  return { [key]: value } as Partial<C>;
}

/** A word of free text. */
export function word<C extends Conditions>(
  key: KeyOf<C, string>,
  label: string,
  options: { help?: string; isFirst?: boolean } = {},
): Filter<C> {
  const cleared = change<C>(key, "");
  const value = (state: C) => String(state[key]);
  return {
    keys: [key],
    label,
    cleared,
    control: ({ state, set }) => (
      <Part>
        <Word
          label={label}
          help={options.help}
          isFirst={options.isFirst}
          value={value(state)}
          onChange={(text) => set(change<C>(key, text))}
        />
      </Part>
    ),
    chips: (state) =>
      value(state).trim() === ""
        ? []
        : [{ key, label: `${label}：${value(state).trim()}`, without: cleared }],
  };
}

/** A word that the dictionary widens: with it go the words that are switched off. */
export function widenedWord<C extends Conditions & { without: string[] }>(
  key: KeyOf<C, string>,
  label: string,
  options: { help?: string } = {},
): Filter<C> {
  const filter = word<C>(key, label, options);
  const cleared = { ...filter.cleared, without: [] };
  return {
    ...filter,
    keys: [key, "without"],
    cleared,
    chips: (state, names) => filter.chips(state, names).map((chip) => ({ ...chip, without: cleared })),
  };
}

/** A field for a word that is applied on Enter, or when the field loses the focus. */
export function Word({
  label,
  help,
  isFirst,
  value,
  onChange,
}: {
  label: string;
  help?: string;
  /** The one that `/` goes to. */
  isFirst?: boolean;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  const commit = () => text.trim() !== value && onChange(text.trim());
  return (
    <TextField
      label={label}
      help={help}
      badge={false}
      type="search"
      maxLength={limits.LongCompanyQuery.companyName.maxLength}
      data-search={isFirst ? "screen" : undefined}
      value={text}
      onChange={(event) => setTyped({ text: event.target.value, of: value })}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || isComposing(event)) return;
        event.preventDefault();
        commit();
      }}
    />
  );
}

/** The date field's first year: while a year is typed, it begins as 0002. */
const FIRST_YEAR = 1868;

/** YYYY-MM-DD that is a day; an invalid date is ignored (SPEC.md section 5). */
function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    Number(text.slice(0, 4)) >= FIRST_YEAR &&
    new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
  );
}

/** A day from which on. */
export function fromDay<C extends Conditions>(
  key: KeyOf<C, string>,
  label: string,
  options: { help?: string } = {},
): Filter<C> {
  const cleared = change<C>(key, "");
  const value = (state: C) => String(state[key]);
  return {
    keys: [key],
    label,
    cleared,
    control: ({ state, set }) => (
      <Part>
        <DateField
          label={label}
          badge={false}
          help={options.help}
          value={value(state)}
          onChange={(event) => set(change<C>(key, event.target.value))}
        />
      </Part>
    ),
    chips: (state) =>
      isDay(value(state))
        ? [{ key, label: `${label}：${formatDate(value(state))}以降`, without: cleared }]
        : [],
    valid: (state) => (isDay(value(state)) ? {} : cleared),
  };
}

/** From one day to another, both ends open. */
export function days<C extends Conditions>(
  from: KeyOf<C, string>,
  to: KeyOf<C, string>,
  label: string,
): Filter<C> {
  const cleared = { ...change<C>(from, ""), ...change<C>(to, "") };
  const value = (state: C, key: KeyOf<C, string>) => (isDay(String(state[key])) ? String(state[key]) : "");
  const ends = [
    { key: from, name: "から" },
    { key: to, name: "まで" },
  ];
  return {
    keys: [from, to],
    label,
    cleared,
    control: ({ state, set, errors }) => (
      <Part>
        <fieldset className={styles.range}>
          <legend>{label}</legend>
          {ends.map(({ key, name }) => (
            <DateField
              key={key}
              label={name}
              badge={false}
              value={String(state[key])}
              error={errors[key]}
              onChange={(event) => set(change<C>(key, event.target.value))}
            />
          ))}
        </fieldset>
      </Part>
    ),
    chips: (state) => {
      const [first, last] = [value(state, from), value(state, to)];
      if (first === "" && last === "") return [];
      const text = [first, last].map((day) => (day === "" ? "" : formatDate(day)));
      return [{ key: from, label: `${label}：${text.join("〜")}`, without: cleared }];
    },
    errors: (state): Record<string, string> => {
      const [first, last] = [value(state, from), value(state, to)];
      return first !== "" && last !== "" && last < first
        ? { [to]: `${label}の終わりは、始まり以降の日付にしてください。` }
        : {};
    },
    valid: (state) => ({ ...change<C>(from, value(state, from)), ...change<C>(to, value(state, to)) }),
  };
}
