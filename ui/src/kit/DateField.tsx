import { type ComponentPropsWithRef, useEffect, useRef, useState } from "react";
import { formatRemaining, formatWareki } from "@/lib/dates";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./Field";

type DateFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<"input">, "required" | "className" | "style" | "type" | "size"> & {
    /** Also show the days until that day: 「あと12日」. */
    remaining?: boolean;
  };

/** A field for a day, YYYY-MM-DD, with the browser's own picker and the Japanese era date. Takes `register(...)`. */
export function DateField({
  label,
  required,
  badge,
  help,
  example,
  error,
  remaining,
  id,
  ref,
  onInput,
  ...input
}: DateFieldProps) {
  const element = useRef<HTMLInputElement | null>(null);
  const [day, setDay] = useState(String(input.value ?? input.defaultValue ?? ""));
  // react-hook-form writes its value into the element without an event.
  useEffect(() => setDay(element.current?.value ?? ""));
  const note = [formatWareki(day), remaining && formatRemaining(day)].filter(Boolean).join("　");
  return (
    <Field {...{ label, required, badge, help, example, error, id }} note={note || undefined}>
      {(aria) => (
        <input
          min="1868-01-01"
          max="2199-12-31"
          {...input}
          {...aria}
          type="date"
          className={styles.control}
          data-size="medium"
          ref={(node) => {
            element.current = node;
            if (typeof ref === "function") ref(node);
            else if (ref) ref.current = node;
          }}
          onInput={(event) => {
            setDay(event.currentTarget.value);
            onInput?.(event);
          }}
        />
      )}
    </Field>
  );
}
