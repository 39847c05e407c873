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

/** What is wrong with a field of the form. */
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

/** One line of text of the listing, with what the anonymity check says of it. */
export function Line({ form, name, ...rest }: TextProps) {
  return (
    <>
      <TextField {...rest} required={isNeeded(name)} error={errorOf(form, name)} {...form.register(name)} />
      <FieldHits name={name} form={form} />
    </>
  );
}

/** Several lines of text of the listing, likewise. */
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

/** What looks wrong about a field and may be right. */
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
