import { useForm } from "react-hook-form";
import { summaryErrors } from "@/lib/formErrors";
import { passcodeDigits } from "@/lib/mailedKey";
import { Button } from "./Button";
import { ErrorSummary } from "./ErrorSummary";
import { Form } from "./Form";
import { TextField } from "./TextField";

/** Asks for the digits that belong to a link and were told by another way. */
export function PasscodeForm({
  label,
  digits,
  hint = "",
  submitLabel,
  open,
}: {
  /** What the digits are called, パスコード or 確認コード. */
  label: string;
  /** How many they are, if that is known. */
  digits: number | undefined;
  /** How the reader got them, for the message when something else was typed. */
  hint?: string;
  submitLabel: string;
  /** Opens the link; resolves to what is wrong with the digits, or "" if nothing is. */
  open: (passcode: string) => Promise<string>;
}) {
  const form = useForm({ shouldFocusError: false, defaultValues: { passcode: "" } });
  const { errors, submitCount, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const passcode = passcodeDigits(values.passcode);
    const isComplete = /^\d+$/.test(passcode) && (digits === undefined || passcode.length === digits);
    const problem = isComplete
      ? await open(passcode)
      : `${digits === undefined ? "" : `${digits}桁の`}数字を入力してください。${hint}`;
    if (problem) form.setError("passcode", { message: problem });
  });
  return (
    <Form onSubmit={submit} label={`${label}の入力`}>
      <ErrorSummary
        attempt={submitCount}
        title="開けませんでした"
        errors={summaryErrors(errors, ["passcode"])}
      />
      <TextField
        label={label}
        badge={false}
        required
        size="medium"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.passcode?.message}
        {...form.register("passcode", { required: `${label}を入力してください。` })}
      />
      <Button type="submit" kind="primary" wide busy={isSubmitting}>
        {isSubmitting ? "確認しています" : submitLabel}
      </Button>
    </Form>
  );
}
