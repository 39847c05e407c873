import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type Ref, useId, useRef, useState } from "react";
import styles from "./control.module.css";
import { useDebouncedWord } from "./debouncedWord";
import { Field, type FieldProps } from "./Field";
import own from "./SearchSelect.module.css";

interface SearchOption {
  value: string;
  label: string;
}

/** The first choices that match a word, and whether there are more. */
interface SearchAnswer {
  options: readonly SearchOption[];
  more: boolean;
}

/** The query for choices whose name contains the word; "" finds the first of all. */
export type Search = (word: string) => {
  queryKey: readonly unknown[];
  // biome-ignore lint/suspicious/noExplicitAny: `select` of the same query knows the answer's type.
  queryFn: (context: { signal: AbortSignal }) => Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  select: (answer: any) => SearchAnswer;
};

type SearchSelectProps = FieldProps & {
  name?: string;
  value: string;
  /** The label of the value, shown while the list is closed. */
  valueLabel: string;
  onChange: (value: string, label: string) => void;
  onBlur?: () => void;
  search: Search;
  /** Label of the choice of no value, first in the list. Omit if a value is required. */
  empty?: string;
  size?: "short" | "medium";
  id?: string;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A choice of one among very many options: the user types a part of the name and chooses with a press or
 * the arrow keys. A choice is possible only while the list belongs to the word in the field.
 */
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
  search,
  empty,
  size = "medium",
  id,
  ref,
}: SearchSelectProps) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [word, setWord] = useState("");
  const debounced = useDebouncedWord(word);
  const { data, isError, isPlaceholderData } = useQuery({
    ...search(debounced),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const found = data && !isPlaceholderData && word.trim() === debounced ? data : undefined;
  const options = found?.options ?? [];
  const rows = empty !== undefined && word === "" ? [{ value: "", label: empty }, ...options] : options;
  let note = "探しています…";
  if (isError) note = "探せませんでした。少し待ってから、もう一度入力してください。";
  else if (found && options.length === 0) note = "見つかりません。別の言葉で探してください。";
  else if (found) note = found.more ? "ほかにもあります。名前の一部を入力すると絞り込めます。" : "";
  const show = () => {
    if (open) return;
    setWord("");
    setActive(-1);
    setOpen(true);
  };
  const hide = () => {
    setOpen(false);
    setWord("");
  };
  const choose = (row: SearchOption) => {
    onChange(row.value, row.label);
    hide();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter that ends a Japanese conversion does not choose.
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
              setWord(event.target.value);
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
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
                  <span
                    key={row.value}
                    id={`${listId}-${index}`}
                    role="option"
                    aria-selected={row.value === value}
                    data-active={index === active || undefined}
                    className={own.row}
                    // Otherwise the press would take the focus away before the choice is made.
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => choose(row)}
                  >
                    {row.label}
                  </span>
                ))}
              </span>
              <span role="status" className={own.note}>
                {note}
              </span>
            </span>
          )}
        </span>
      )}
    </Field>
  );
}
