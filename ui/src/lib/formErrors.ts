import type { FieldErrors, FieldValues } from "react-hook-form";

/**
 * A form's errors for its <ErrorSummary>, in the order of the fields on the screen; errors of no
 * field (api/errors fieldErrors) come last.
 */
export function summaryErrors<T extends FieldValues>(
  errors: FieldErrors<T>,
  fields: readonly (keyof T & string)[],
): { name: string; message: string }[] {
  const out: { name: string; message: string }[] = [];
  for (const name of fields) {
    const message = errors[name]?.message;
    if (typeof message === "string") out.push({ name, message });
  }
  const whole = errors.root?.server?.message;
  if (whole) out.push({ name: "", message: whole });
  return out;
}
