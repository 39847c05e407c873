import type { ComponentPropsWithRef } from "react";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./Field";

interface Option {
  value: string | number;
  label: string;
  disabled?: boolean;
}

type SelectProps = FieldProps &
  Omit<ComponentPropsWithRef<"select">, "required" | "className" | "style" | "children" | "size"> & {
    options: readonly Option[];
    /** Label of the choice of no value "", first in the list. Omit if a value is required. */
    empty?: string;
    size?: "short" | "medium";
  };

/**
 * A choice of one option, for many options, as a native select, which works on every phone. Takes
 * `register(...)`.
 */
export function Select({
  label,
  required,
  badge,
  help,
  example,
  error,
  options,
  empty,
  size = "medium",
  id,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, required, badge, help, example, error, id }}>
      {(aria) => (
        <select {...select} {...aria} className={styles.control} data-size={size}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
