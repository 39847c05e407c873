import type { ComponentProps } from "react";
import {
  Controller,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from "react-hook-form";
import type { ItemLists } from "@/api/enumerations";
import { CheckboxGroup } from "@/kit/Checkbox";
import type { SummaryError } from "@/kit/ErrorSummary";
import { NumberField } from "@/kit/NumberField";
import { RadioGroup } from "@/kit/RadioGroup";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import type { Masters } from "../masters";

/** A field of a form: its place and its name. */
interface FieldOf<T extends FieldValues> {
  form: UseFormReturn<T>;
  name: Path<T>;
}

export function errorOf<T extends FieldValues>(form: UseFormReturn<T>, name: string): string | undefined {
  const message = (form.formState.errors as Record<string, { message?: unknown } | undefined>)[name]?.message;
  return typeof message === "string" ? message : undefined;
}

/** The form's errors for its summary, in the order of the fields; those of no field come last. */
export function summaryErrors<T extends FieldValues>(
  errors: FieldErrors<T>,
  fields: readonly string[],
): SummaryError[] {
  const out: SummaryError[] = [];
  for (const name of fields) {
    const message = errors[name]?.message;
    if (typeof message === "string") out.push({ name, message });
  }
  const whole = errors.root?.server?.message;
  if (whole) out.push({ name: "", message: whole });
  return out;
}

export function Line<T extends FieldValues>({
  form,
  name,
  ...rest
}: FieldOf<T> & Omit<ComponentProps<typeof TextField>, "form" | "name">) {
  return <TextField {...rest} {...form.register(name)} error={errorOf(form, name)} />;
}

export function Prose<T extends FieldValues>({
  form,
  name,
  ...rest
}: FieldOf<T> & Omit<ComponentProps<typeof TextArea>, "form" | "name">) {
  return <TextArea {...rest} {...form.register(name)} error={errorOf(form, name)} />;
}

export function Amount<T extends FieldValues>({
  form,
  name,
  ...rest
}: FieldOf<T> & Omit<ComponentProps<typeof NumberField>, "value" | "onChange" | "name">) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => <NumberField {...rest} {...field} error={errorOf(form, name)} />}
    />
  );
}

type ListProps<T extends FieldValues> = FieldOf<T> & {
  masters: Masters;
  list: keyof ItemLists;
  label: string;
  required?: boolean;
  help?: string;
};

/** A choice of one item of an item list. */
export function Choice<T extends FieldValues>({
  form,
  name,
  masters,
  list,
  except,
  ...rest
}: ListProps<T> & { except?: number }) {
  return (
    <Select
      {...rest}
      {...form.register(name)}
      empty="選択してください"
      options={masters.items[list].items
        .filter((item) => item.key !== except)
        .map((item) => ({ value: item.key, label: item.label }))}
      error={errorOf(form, name)}
    />
  );
}

/** A choice of several items of an item list. */
export function Choices<T extends FieldValues>({
  form,
  name,
  masters,
  list,
  side,
  column,
  ...rest
}: ListProps<T> & { side?: string; column?: boolean }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { ref: _, ...field } }) => (
        <CheckboxGroup
          {...rest}
          {...field}
          column={column}
          options={masters.items[list].items
            .filter((item) => !side || item.side === side)
            .map((item) => ({ value: item.key, label: item.label }))}
          error={errorOf(form, name)}
        />
      )}
    />
  );
}

/** A choice of one code of a server's enumeration, without 0. */
export function Codes<T extends FieldValues>({
  form,
  name,
  masters,
  codes,
  ...rest
}: FieldOf<T> & { masters: Masters; codes: string; label: string; required?: boolean; help?: string }) {
  return (
    <RadioGroup
      {...rest}
      {...form.register(name)}
      options={(masters.enumerations.codes[codes] ?? [])
        .filter(({ code }) => code !== 0)
        .map(({ code, label }) => ({ value: code, label }))}
      error={errorOf(form, name)}
    />
  );
}

/** Whether an item with a free text is chosen (29 and 49 その他, 99 その他). */
export function hasFreeText(masters: Masters, list: keyof ItemLists, chosen: readonly string[]): boolean {
  return masters.items[list].items.some((item) => item.isFreeText && chosen.includes(String(item.key)));
}

/** Sets a value as if the user had entered it, so that drafts and the leave guard notice it. */
export function setAsUser<T extends FieldValues, N extends Path<T>>(
  form: UseFormReturn<T>,
  name: N,
  value: PathValue<T, N>,
): void {
  form.setValue(name, value, { shouldDirty: true });
  // setValue alone counts as a change by the program (lib/draft).
  void form.register(name).onChange({ target: { name, value }, type: "change" });
  form.clearErrors(name);
}
