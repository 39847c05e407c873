import type { ReactNode } from "react";
import { Button } from "./Button";
import styles from "./Segments.module.css";

/** A choice between few views of the same rows. */
export function Segments<K extends string>({
  label,
  value,
  options,
  onChange,
}: {
  /** For screen readers only. */
  label: string;
  value: K;
  options: readonly { value: K; label: string; icon?: ReactNode }[];
  onChange: (value: K) => void;
}) {
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((one) => (
        <Button
          key={one.value}
          aria-pressed={one.value === value}
          icon={one.icon}
          onClick={() => onChange(one.value)}
        >
          {one.label}
        </Button>
      ))}
    </fieldset>
  );
}
