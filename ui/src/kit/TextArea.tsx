import { type ComponentPropsWithRef, type FormEvent, useEffect, useRef, useState } from "react";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./Field";

type TextAreaProps = FieldProps &
  Omit<
    ComponentPropsWithRef<"textarea">,
    "required" | "placeholder" | "className" | "style" | "maxLength"
  > & {
    /** A text that is too long is not cut off but reported. */
    maxLength?: number;
  };

/** Several lines of text with a counter of visible characters. */
export function TextArea({
  label,
  required,
  badge,
  help,
  example,
  error,
  maxLength,
  id,
  onInput,
  ref,
  ...rest
}: TextAreaProps) {
  const [length, setLength] = useState(() => count(String(rest.value ?? rest.defaultValue ?? "")));
  const element = useRef<HTMLTextAreaElement | null>(null);
  // react-hook-form writes its value into the element without an event.
  useEffect(() => setLength(count(element.current?.value ?? "")));
  const left = maxLength === undefined ? 0 : maxLength - length;
  const note = maxLength !== undefined && (
    <span className={left < 0 ? styles.over : undefined}>
      {length.toLocaleString("ja-JP")}／{maxLength.toLocaleString("ja-JP")}文字
      {left < 0 && `（${(-left).toLocaleString("ja-JP")}文字多いです）`}
    </span>
  );
  return (
    <Field {...{ label, required, badge, help, example, error, note, id }}>
      {(aria) => (
        <textarea
          {...rest}
          {...aria}
          ref={(node) => {
            element.current = node;
            if (typeof ref === "function") ref(node);
            else if (ref) ref.current = node;
          }}
          className={styles.control}
          onInput={(event: FormEvent<HTMLTextAreaElement>) => {
            setLength(count(event.currentTarget.value));
            onInput?.(event as never);
          }}
        />
      )}
    </Field>
  );
}

function count(text: string): number {
  return Array.from(text).length;
}
