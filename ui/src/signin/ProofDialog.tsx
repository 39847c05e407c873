import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, fieldErrors } from "@/api/errors";
import { Dialog } from "@/kit/Dialog";
import { Form } from "@/kit/Form";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";

const FIELDS = ["password", "code"] as const;

/**
 * A dialog for changes to the user's own second step. It requires the password and a code, as an open
 * session alone may be used by somebody else.
 */
export function ProofDialog({
  title,
  label,
  danger,
  consequence,
  send,
  onClose,
}: {
  title: string;
  label: string;
  danger?: boolean;
  consequence: ReactNode;
  send: (proof: { password: string; code: string }) => Promise<void>;
  onClose: () => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ defaultValues: { password: "", code: "" }, shouldFocusError: false });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (proof) => {
    setProblem(null);
    try {
      await send(proof);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!fieldErrors(error, form.setError, FIELDS)) setProblem(error.detail || "変更できませんでした。");
      for (const name of FIELDS)
        if (error.errors.some(({ field }) => field === name)) {
          form.setFocus(name);
          break;
        }
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      consequence={danger ? consequence : undefined}
      confirm={{ label, danger, busy: isSubmitting, onConfirm: () => submit() }}
    >
      {!danger && consequence}
      <Form onSubmit={() => submit()} label={title}>
        {problem && (
          <p className={panel.problem} role="alert">
            <CircleAlert aria-hidden size={18} /> {problem}
          </p>
        )}
        <TextField
          label="今のパスワード"
          badge={false}
          required
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <TextField
          label="確認コード、またはリカバリーコード"
          badge={false}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          size="medium"
          help="認証アプリに表示されている6桁の数字です。"
          error={errors.code?.message}
          {...form.register("code")}
        />
      </Form>
    </Dialog>
  );
}
