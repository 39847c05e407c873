import type { ComponentPropsWithRef, ReactNode } from "react";
import styles from "./Choice.module.css";
import { FieldGroup, type FieldProps } from "./Field";

export interface ChoiceOption {
  value: string | number;
  label: string;
  help?: ReactNode;
  disabled?: boolean;
}

type RadioGroupProps = FieldProps &
  Omit<ComponentPropsWithRef<"input">, "required" | "className" | "style" | "type" | "children" | "value"> & {
    options: readonly ChoiceOption[];
    /** For controlled use; omit with react-hook-form's register(...). */
    value?: string | number | null;
    column?: boolean;
  };

/** A choice of one option, for few options. Takes `register(...)`: values are then strings. */
export function RadioGroup({
  label,
  required,
  badge,
  help,
  example,
  error,
  options,
  column,
  name,
  value,
  ...input
}: RadioGroupProps) {
  return (
    <FieldGroup {...{ label, required, badge, help, example, error, name }} role="radiogroup">
      <div className={styles.options} data-column={column || undefined}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              {...input}
              type="radio"
              name={name}
              value={option.value}
              checked={value === undefined ? undefined : String(option.value) === String(value)}
              disabled={input.disabled || option.disabled}
            />
            <span>
              {option.label}
              {option.help && <span className={styles.help}>{option.help}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
