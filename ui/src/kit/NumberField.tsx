import { type Ref, useEffect, useRef, useState } from "react";
import { count, parseNumber, yenReading } from "@/lib/yen";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./Field";

interface NumberFieldProps extends FieldProps {
  /** null if empty, NaN if the text is no number. */
  value: number | null | undefined;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  /** Shown behind the input. 千円 also gives the live reading 「＝ 3億2,000万円」. */
  unit?: "千円" | "円" | "人" | "年" | "件" | "日" | "%" | string;
  disabled?: boolean;
}

/**
 * A number field. It accepts full-width digits, commas, 億 and 万, ▲. The text is reformatted
 * when the field loses the focus. Use it with react-hook-form's Controller: `<NumberField label=…
 * unit="千円" {...field} error={…} />`.
 */
export function NumberField({
  label,
  required,
  badge,
  help,
  example,
  error,
  value,
  onChange,
  onBlur,
  name,
  ref,
  unit,
  disabled,
}: NumberFieldProps) {
  const scale = unit === "千円" ? 1000 : 1;
  const [text, setText] = useState(() => show(value, unit));
  const typed = useRef<number | null | undefined>(value);

  // A value set by the program (a restored draft, a reset) replaces the text.
  useEffect(() => {
    if (Object.is(value, typed.current)) return;
    typed.current = value;
    setText(show(value, unit));
  }, [value, unit]);

  const read = (next: string) => {
    const parsed = parseNumber(next, scale);
    if (Object.is(parsed, typed.current)) return;
    typed.current = parsed;
    onChange(parsed);
  };

  const wrong = Number.isNaN(value);
  const reading =
    unit === "千円" && typeof value === "number" && !wrong ? `＝ ${yenReading(value)}` : undefined;
  const message =
    error ?? (wrong ? "数字で入力してください。「3億2,000万」のようにも入力できます。" : undefined);

  return (
    <Field {...{ label, required, badge, help, example, note: reading }} error={message}>
      {(aria) => (
        <span className={styles.row}>
          <input
            {...aria}
            ref={ref}
            name={name}
            type="text"
            inputMode="text"
            autoComplete="off"
            disabled={disabled}
            className={`${styles.control} ${styles.number}`}
            data-size="short"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              if (!(event.nativeEvent as InputEvent).isComposing) read(event.target.value);
            }}
            onCompositionEnd={(event) => read(event.currentTarget.value)}
            onBlur={() => {
              const parsed = parseNumber(text, scale);
              read(text);
              if (parsed === null || !Number.isNaN(parsed)) setText(show(parsed, unit));
              onBlur?.();
            }}
          />
          {unit && <span>{unit}</span>}
        </span>
      )}
    </Field>
  );
}

/** The text of a value: with commas, except for a year. */
function show(value: number | null | undefined, unit?: string): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  return unit === "年" ? String(value) : count(value);
}
