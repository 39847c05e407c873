import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type Ref, useId, useRef, useState } from "react";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./Field";
import own from "./SearchSelect.module.css";

export interface SearchOption {
  value: string;
  label: string;
}

export type SearchSelectProps = FieldProps & {
  name?: string;
  value: string;
  /** Of the value, as the field shows it while nobody types. */
  valueLabel: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** What was typed; the caller answers with the options that fit it. */
  word: string;
  onWord: (word: string) => void;
  options: readonly SearchOption[];
  /** The choice of nothing, first in the list. Omit where there is none. */
  empty?: string;
  /** The options are still those of another word: nobody chooses from them. */
  isLate?: boolean;
  /** Further options fit: the list says that one has to type more. */
  more?: boolean;
  size?: "short" | "medium";
  id?: string;
  ref?: Ref<HTMLInputElement>;
};

/** One of very many: type a part of the name, choose with a press or the arrow keys. */
export function SearchSelect({
  label,
  required,
  badge,
  help,
  example,
  error,
  name,
  value,
  valueLabel,
  onChange,
  onBlur,
  word,
  onWord,
  options,
  isLate = false,
  empty,
  more,
  size = "medium",
  id,
  ref,
}: SearchSelectProps) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const found = isLate ? [] : options;
  const rows = empty !== undefined && word === "" ? [{ value: "", label: empty }, ...found] : found;
  const show = () => {
    if (open) return;
    onWord("");
    setActive(-1);
    setOpen(true);
  };
  const hide = () => {
    setOpen(false);
    onWord("");
  };
  const choose = (row: SearchOption) => {
    onChange(row.value);
    hide();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter that ends a Japanese conversion chooses nothing.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) return show();
      if (rows.length === 0) return;
      const next = (active + step + rows.length) % rows.length;
      setActive(active < 0 && step < 0 ? rows.length - 1 : next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      const row = rows[active] ?? (word && rows.length === 1 ? rows[0] : undefined);
      if (row) choose(row);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      hide();
    }
  };
  return (
    <Field {...{ label, required, badge, help, example, error, id }}>
      {(aria) => (
        <span className={own.box} data-size={size}>
          <input
            {...aria}
            ref={(node) => {
              input.current = node;
              if (typeof ref === "function") ref(node);
              else if (ref) ref.current = node;
            }}
            name={name}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            className={styles.control}
            value={open ? word : valueLabel || empty || ""}
            onFocus={show}
            onClick={show}
            onChange={(event) => {
              setOpen(true);
              setActive(-1);
              onWord(event.target.value);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (open) hide();
              onBlur?.();
            }}
          />
          <ChevronDown aria-hidden size={18} className={own.mark} />
          {open && (
            <span className={own.list}>
              <span role="listbox" id={listId} aria-label={label} className={own.rows}>
                {rows.map((row, index) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
                  // biome-ignore lint/a11y/useFocusableInteractive: likewise
                  <span
                    key={row.value}
                    id={`${listId}-${index}`}
                    role="option"
                    aria-selected={row.value === value}
                    data-active={index === active || undefined}
                    className={own.row}
                    // The press must not take the focus away before it chooses.
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => choose(row)}
                  >
                    {row.label}
                  </span>
                ))}
              </span>
              <span role="status" className={own.note}>
                {isLate
                  ? "探しています…"
                  : rows.length === 0
                    ? "見つかりません。別の言葉で探してください。"
                    : more
                      ? "ほかにもあります。名前の一部を入力すると絞り込めます。"
                      : ""}
              </span>
            </span>
          )}
        </span>
      )}
    </Field>
  );
}
