import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { foldForSearch } from "@/lib/kana";
import { Chips } from "./Chips";
import { FieldGroup, type FieldProps } from "./Field";
import styles from "./TwoLevel.module.css";

interface TwoLevelItem {
  code: string;
  name: string;
  /** The number of records with this item; shown after the name. */
  count?: number;
  /** Other words by which the search finds the item. */
  words?: string;
}

export interface TwoLevelGroup {
  code: string;
  name: string;
  items: readonly TwoLevelItem[];
}

export interface TwoLevelProps extends FieldProps {
  groups: readonly TwoLevelGroup[];
  /** Codes of the chosen items; a whole group is all of its items. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  name?: string;
  searchLabel: string;
  /** Content below an item while it is chosen. */
  extra?: (item: TwoLevelItem) => ReactNode;
}

/**
 * A choice of several items in two levels: groups that can be opened, a search, and the chosen items as
 * chips at the top.
 */
export function TwoLevel({
  groups,
  value,
  onChange,
  onBlur,
  name,
  searchLabel,
  extra,
  ...field
}: TwoLevelProps) {
  const id = useId();
  const [word, setWord] = useState("");
  const chosen = useMemo(() => new Set(value), [value]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set());
  const needle = foldForSearch(word);

  const shown = useMemo(() => {
    if (!needle) return groups;
    return groups
      .map((group) => ({
        ...group,
        items: foldForSearch(group.name).includes(needle)
          ? group.items
          : group.items.filter((item) => foldForSearch(`${item.name} ${item.words ?? ""}`).includes(needle)),
      }))
      .filter((group) => group.items.length > 0);
  }, [groups, needle]);

  const choose = (codes: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const code of codes) {
      if (on) next.add(code);
      else next.delete(code);
    }
    // In the order of the list, so that equal choices give equal values.
    onChange(
      groups.flatMap((group) => group.items.map((item) => item.code)).filter((code) => next.has(code)),
    );
  };

  const chips = groups.flatMap((group) => {
    const picked = group.items.filter((item) => chosen.has(item.code));
    if (picked.length > 1 && picked.length === group.items.length)
      return [{ key: group.code, label: `${group.name}（すべて）`, codes: picked.map((item) => item.code) }];
    return picked.map((item) => ({ key: item.code, label: item.name, codes: [item.code] }));
  });

  return (
    <FieldGroup {...field} name={name}>
      <Chips
        items={chips}
        onRemove={(key) => choose(chips.find((chip) => chip.key === key)?.codes ?? [], false)}
        onClear={() => onChange([])}
      />
      <label className={styles.search}>
        <span>{searchLabel}</span>
        <input
          type="search"
          value={word}
          onChange={(event) => setWord(event.target.value)}
          onBlur={onBlur}
          // Enter only filters; it must not submit the form around it.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      </label>
      <ul className={styles.groups} aria-label={field.label}>
        {shown.map((group) => {
          const whole = groups.find((g) => g.code === group.code)?.items ?? group.items;
          const picked = whole.filter((item) => chosen.has(item.code)).length;
          const expanded = needle !== "" || open.has(group.code);
          const listId = `${id}-${group.code}`;
          return (
            <li key={group.code} className={styles.group}>
              <div className={styles.head}>
                <GroupBox
                  label={group.name}
                  picked={picked}
                  total={whole.length}
                  onChange={(on) =>
                    choose(
                      whole.map((item) => item.code),
                      on,
                    )
                  }
                />
                <span className={styles.count}>
                  {picked}/{whole.length}
                </span>
                <button
                  type="button"
                  className={styles.toggle}
                  aria-expanded={expanded}
                  aria-controls={listId}
                  aria-label={`${group.name}の内訳`}
                  onClick={() => {
                    const next = new Set(open);
                    if (!next.delete(group.code)) next.add(group.code);
                    setOpen(next);
                  }}
                >
                  {expanded ? <ChevronDown aria-hidden size={20} /> : <ChevronRight aria-hidden size={20} />}
                </button>
              </div>
              <ul id={listId} className={styles.items} hidden={!expanded}>
                {expanded &&
                  group.items.map((item) => (
                    <li key={item.code}>
                      <label className={styles.choice}>
                        <input
                          type="checkbox"
                          checked={chosen.has(item.code)}
                          onChange={(event) => choose([item.code], event.target.checked)}
                        />
                        <span>
                          {item.name}
                          {item.count !== undefined && (
                            <span className={styles.count}>（{item.count.toLocaleString("ja-JP")}）</span>
                          )}
                        </span>
                      </label>
                      {chosen.has(item.code) && extra?.(item)}
                    </li>
                  ))}
              </ul>
            </li>
          );
        })}
        {shown.length === 0 && <li className={styles.none}>「{word}」に当たるものはありません。</li>}
      </ul>
    </FieldGroup>
  );
}

function GroupBox({
  label,
  picked,
  total,
  onChange,
}: {
  label: string;
  picked: number;
  total: number;
  onChange: (on: boolean) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  const some = picked > 0 && picked < total;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <label className={styles.choice}>
      <input
        ref={box}
        type="checkbox"
        checked={total > 0 && picked === total}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
