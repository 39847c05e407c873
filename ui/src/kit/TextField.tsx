import { Eye, EyeOff } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { Button } from "./Button";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./Field";

type TextFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<"input">, "required" | "placeholder" | "className" | "style" | "size"> & {
    size?: "short" | "medium";
    note?: ReactNode;
  };

/**
 * One line of text. Takes react-hook-form's `register(...)`. A password field has a button that
 * shows the text.
 */
export function TextField({
  label,
  required,
  badge,
  help,
  example,
  error,
  note,
  size,
  type = "text",
  id,
  ...input
}: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const secret = type === "password";
  return (
    <Field {...{ label, required, badge, help, example, error, note, id }}>
      {(aria) => {
        const control = (
          <input
            {...input}
            {...aria}
            type={secret && shown ? "text" : type}
            className={styles.control}
            data-size={size}
          />
        );
        if (!secret) return control;
        return (
          <span className={styles.reveal}>
            {control}
            <Button
              kind="quiet"
              aria-label={shown ? `${label}を隠す` : `${label}を表示する`}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff aria-hidden size={20} /> : <Eye aria-hidden size={20} />}
            </Button>
          </span>
        );
      }}
    </Field>
  );
}
