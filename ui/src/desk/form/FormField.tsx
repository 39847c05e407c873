import { CircleAlert } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { LENGTHS, NEEDED } from "../rules";
import type { Warning } from "../warnings";
import { FieldHits } from "./Anonymity";
import styles from "./Form.module.css";
import type { ListingValues } from "./values";

export type ListingForm = UseFormReturn<ListingValues>;
type Name = keyof ListingValues & string;

/** The error message of a form's field. */
export function errorOf(form: ListingForm, name: Name): string | undefined {
  const message = form.formState.errors[name]?.message;
  return message === undefined ? undefined : String(message);
}

export const isNeeded = (name: Name): boolean => NEEDED.includes(name);

interface TextProps {
  form: ListingForm;
  name: Name;
  label: string;
  help?: string;
  example?: string;
  size?: "short" | "medium";
  type?: "text" | "url" | "tel";
}

/** A field for one line of text, with its hits of the anonymity check. */
export function Line({ form, name, ...rest }: TextProps) {
  return (
    <>
      <TextField {...rest} required={isNeeded(name)} error={errorOf(form, name)} {...form.register(name)} />
      <FieldHits name={name} form={form} />
    </>
  );
}

/** A field for several lines of text, with its hits of the anonymity check. */
export function Prose({ form, name, label, help, example }: TextProps) {
  return (
    <>
      <TextArea
        label={label}
        help={help}
        example={example}
        required={isNeeded(name)}
        maxLength={LENGTHS[name]}
        error={errorOf(form, name)}
        {...form.register(name)}
      />
      <FieldHits name={name} form={form} />
    </>
  );
}

/** The warnings of a field: values that are probably wrong, but allowed. */
export function Warnings({ warnings, name }: { warnings: readonly Warning[]; name: Name }) {
  const own = warnings.filter((warning) => warning.name === name);
  if (own.length === 0) return null;
  return (
    <ul className={styles.warnings} role="status">
      {own.map((warning) => (
        <li key={warning.text}>
          <CircleAlert aria-hidden size={16} />
          <span>{warning.text}</span>
        </li>
      ))}
    </ul>
  );
}
