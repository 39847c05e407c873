import type { ItemLists } from "@/api/enumerations";
import { Checkbox } from "@/kit/Checkbox";
import { Select } from "@/kit/Select";
import styles from "./Filters.module.css";
import type { Conditions, Filter } from "./filter";
import { itemText, type Names } from "./names";
import { Folded, Part } from "./Part";
import { change, type KeyOf } from "./words";

/** Any of the items of a list. */
export function items<C extends Conditions>(
  key: KeyOf<C, string[]>,
  label: string,
  list: keyof ItemLists,
): Filter<C> {
  const value = (state: C) => state[key] as string[];
  const toggled = (state: C, item: string, on: boolean) =>
    change<C>(key, on ? [...value(state), item].sort() : value(state).filter((other) => other !== item));
  return {
    keys: [key],
    label,
    cleared: change<C>(key, []),
    control: ({ state, set, names }) => (
      <Folded title={label} chosen={value(state).length}>
        <fieldset className={styles.ticks}>
          <legend className="visually-hidden">{label}</legend>
          {names.items[list].items.map((item) => (
            <Checkbox
              key={item.key}
              label={item.label}
              checked={value(state).includes(String(item.key))}
              onChange={(event) => set(toggled(state, String(item.key), event.target.checked))}
            />
          ))}
        </fieldset>
      </Folded>
    ),
    chips: (state, names) =>
      names.items[list].items
        .filter((item) => value(state).includes(String(item.key)))
        .map((item) => ({
          key: `${key}.${item.key}`,
          label: `${label}：${item.label}`,
          without: toggled(state, String(item.key), false),
        })),
    valid: (state, names) =>
      change<C>(
        key,
        value(state).filter((one) => names.items[list].items.some((item) => String(item.key) === one)),
      ),
  };
}

interface Range<C> {
  label: string;
  low: KeyOf<C, number>;
  high: KeyOf<C, number>;
  lowList: keyof ItemLists;
  highList: keyof ItemLists;
  /** What stands after the label of a bound in its chip. */
  words: readonly [string, string];
  /** Whether the two bounds may be the same amount. */
  allowsEqual: boolean;
  help?: string;
}

/** A range between two items; 0 means that there is no bound. */
function range<C extends Conditions>({
  label,
  low,
  high,
  lowList,
  highList,
  words,
  allowsEqual,
  help,
}: Range<C>): Filter<C> {
  const cleared = { ...change<C>(low, 0), ...change<C>(high, 0) };
  // A choice without an amount, such as 上限なし, restricts no more than none (SPEC.md section 9).
  const choices = (names: Names, list: keyof ItemLists, boundName: "min" | "max") =>
    names.items[list].items.filter((item) => item.key !== 0 && item[boundName] !== undefined);
  const ends = [
    { key: low, list: lowList, end: "min", name: "下限", note: undefined, after: words[0] },
    { key: high, list: highList, end: "max", name: "上限", note: help, after: words[1] },
  ] as const;
  const known = (names: Names, { key, list, end }: (typeof ends)[number], state: C) =>
    choices(names, list, end).some((item) => item.key === state[key]) ? Number(state[key]) : 0;
  return {
    keys: [low, high],
    label,
    cleared,
    control: ({ state, set, names, errors }) => (
      <Part>
        <fieldset className={styles.range}>
          <legend>{label}</legend>
          {ends.map(({ key, list, end, name, note }) => (
            <Select
              key={key}
              label={name}
              badge={false}
              empty="指定なし"
              help={note}
              options={choices(names, list, end).map((item) => ({ value: item.key, label: item.label }))}
              value={Number(state[key]) || ""}
              error={errors[key]}
              onChange={(event) => set(change<C>(key, Number(event.target.value)))}
            />
          ))}
        </fieldset>
      </Part>
    ),
    chips: (state, names) =>
      ends.flatMap((one) => {
        const key = known(names, one, state);
        const text = itemText(names, one.list, [key]);
        return key === 0 || text === ""
          ? []
          : [{ key: one.key, label: `${label}：${text}${one.after}`, without: change<C>(one.key, 0) }];
      }),
    errors: (state, names): Record<string, string> => {
      const from = names.items[lowList].items.find((item) => item.key === state[low])?.min;
      const to = names.items[highList].items.find((item) => item.key === state[high])?.max;
      if (!state[low] || !state[high] || from === undefined || to === undefined) return {};
      return from > to || (!allowsEqual && from === to)
        ? { [high]: `${label}の上限が、下限より小さくなっています。どちらかを選び直してください。` }
        : {};
    },
    valid: (state, names) =>
      Object.assign({}, ...ends.map((one) => change<C>(one.key, known(names, one, state)))),
  };
}

interface SalesBounds extends Conditions {
  annualSaleF: number;
  annualSaleT: number;
}

/** The annual sales of a company. */
export function annualSales<C extends SalesBounds>(label: string): Filter<C> {
  return range<C>({
    label,
    low: "annualSaleF" as KeyOf<C, number>,
    high: "annualSaleT" as KeyOf<C, number>,
    lowList: "annualSalesSearch",
    highList: "annualSalesSearch",
    words: ["以上", "未満"],
    allowsEqual: false,
  });
}

interface PriceBounds extends Conditions {
  salesPrice: number;
  salesPriceTo: number;
}

/** The price asked for, or paid. */
export function prices<C extends PriceBounds>(label: string, help?: string): Filter<C> {
  return range<C>({
    label,
    low: "salesPrice" as KeyOf<C, number>,
    high: "salesPriceTo" as KeyOf<C, number>,
    lowList: "acquisitionPrice",
    highList: "salesPriceTo",
    words: ["以上", ""],
    allowsEqual: true,
    help,
  });
}
