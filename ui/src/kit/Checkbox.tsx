import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import styles from "./Choice.module.css";
import { FieldError, FieldGroup, type FieldProps } from "./Field";
import type { ChoiceOption } from "./RadioGroup";

type CheckboxProps = Omit<ComponentPropsWithRef<"input">, "className" | "style" | "type" | "required"> & {
  /** The statement to which the user agrees by ticking. */
  label: ReactNode;
  help?: ReactNode;
  error?: string;
};

/** A check box for one statement. Takes `register(...)`. */
export function Checkbox({ label, help, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <span className={styles.single}>
      <label className={styles.choice}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>
          {label}
          {help && <span className={styles.help}>{help}</span>}
        </span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </span>
  );
}

interface CheckboxGroupProps extends FieldProps {
  options: readonly ChoiceOption[];
  /** The chosen values, in the order of the options. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  name?: string;
  column?: boolean;
}

/** A group of check boxes. Controlled: use react-hook-form's Controller. */
export function CheckboxGroup({
  options,
  value,
  onChange,
  onBlur,
  name,
  column,
  ...field
}: CheckboxGroupProps) {
  const chosen = new Set(value);
  return (
    <FieldGroup {...field} name={name}>
      <div className={styles.options} data-column={column || undefined}>
        {options.map((option) => {
          const key = String(option.value);
          return (
            <Checkbox
              key={key}
              name={name}
              value={key}
              label={option.label}
              help={option.help}
              disabled={option.disabled}
              checked={chosen.has(key)}
              onBlur={onBlur}
              onChange={(event) => {
                const next = new Set(chosen);
                if (event.target.checked) next.add(key);
                else next.delete(key);
                onChange(options.map((o) => String(o.value)).filter((v) => next.has(v)));
              }}
            />
          );
        })}
      </div>
    </FieldGroup>
  );
}
