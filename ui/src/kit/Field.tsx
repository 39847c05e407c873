import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "./Field.module.css";

/** What every field has in common. */
export interface FieldProps {
  label: string;
  /** 必須 when true, else 任意. */
  required?: boolean;
  /** False where these badges make no sense: search conditions, login. */
  badge?: boolean;
  /** What to enter and why; shown between label and control. */
  help?: ReactNode;
  /** An example, shown as 「例：…」 under the label; never a placeholder. */
  example?: string;
  /** What is wrong and what to do, in Japanese. */
  error?: string;
}

/** The attributes that connect a control with its label, help and error. */
interface FieldAria {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
}

function RequiredBadge({ required }: { required: boolean }) {
  return (
    <span className={styles.badge} data-required={required || undefined}>
      {required ? "必須" : "任意"}
    </span>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span id={id} className={styles.error}>
      <CircleAlert aria-hidden size={16} />
      <span>{children}</span>
    </span>
  );
}

/** Label, help, control, note and error of a field that has one control. */
export function Field({
  label,
  required = false,
  badge = true,
  help,
  example,
  error,
  note,
  id: givenId,
  children,
}: FieldProps & {
  id?: string;
  /** A note below the control that changes while typing: a counter, a reading. */
  note?: ReactNode;
  children: (aria: FieldAria) => ReactNode;
}) {
  const own = useId();
  const id = givenId ?? own;
  const parts = [(help || example) && `${id}-help`, note && `${id}-note`, error && `${id}-error`].filter(
    Boolean,
  );
  return (
    <div className={styles.field} data-invalid={error ? true : undefined}>
      <span className={styles.labelRow}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {badge && <RequiredBadge required={required} />}
      </span>
      <Help id={`${id}-help`} help={help} example={example} />
      {children({
        id,
        "aria-describedby": parts.length ? parts.join(" ") : undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required ? true : undefined,
      })}
      {note && (
        <span id={`${id}-note`} className={styles.note}>
          {note}
        </span>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** A field of several controls: radio buttons, check boxes, from and to. */
export function FieldGroup({
  label,
  required = false,
  badge = true,
  help,
  example,
  error,
  name,
  role,
  children,
}: FieldProps & { name?: string; role?: "radiogroup"; children: ReactNode }) {
  const id = useId();
  const parts = [(help || example) && `${id}-help`, error && `${id}-error`].filter(Boolean);
  return (
    <fieldset
      className={styles.field}
      role={role}
      data-field={name}
      data-invalid={error ? true : undefined}
      aria-describedby={parts.length ? parts.join(" ") : undefined}
    >
      <legend className={styles.labelRow}>
        <span className={styles.label}>{label}</span>
        {badge && <RequiredBadge required={required} />}
      </legend>
      <Help id={`${id}-help`} help={help} example={example} />
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

function Help({ id, help, example }: { id: string; help?: ReactNode; example?: string }) {
  if (!help && !example) return null;
  return (
    <span id={id} className={styles.help}>
      {help}
      {example && <span className={styles.example}>例：{example}</span>}
    </span>
  );
}
