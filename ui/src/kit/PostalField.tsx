import { type Ref, useRef } from "react";
import { formatPostal, postalDigits } from "@/lib/kana";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./Field";

interface PostalFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  /** Called once for each complete code with its seven digits, for example to look up the address. */
  onComplete?: (digits: string) => void;
  disabled?: boolean;
}

/** A postal code, 100-0001. It also accepts full-width digits and 〒. Use with Controller. */
export function PostalField({
  onComplete,
  value,
  onChange,
  onBlur,
  name,
  ref,
  disabled,
  ...field
}: PostalFieldProps) {
  const reported = useRef(postalDigits(value));
  const report = (text: string) => {
    const digits = postalDigits(text);
    if (digits && digits !== reported.current) onComplete?.(digits);
    reported.current = digits;
  };
  return (
    <Field {...field} help={field.help ?? "7桁を入力すると、住所が入ります。"}>
      {(aria) => (
        <input
          {...aria}
          ref={ref}
          name={name}
          disabled={disabled}
          type="text"
          inputMode="numeric"
          autoComplete="postal-code"
          className={styles.control}
          data-size="short"
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            if (!(event.nativeEvent as InputEvent).isComposing) report(event.target.value);
          }}
          onCompositionEnd={(event) => report(event.currentTarget.value)}
          onBlur={() => {
            const tidy = formatPostal(value);
            if (tidy !== value) onChange(tidy);
            onBlur?.();
          }}
        />
      )}
    </Field>
  );
}
