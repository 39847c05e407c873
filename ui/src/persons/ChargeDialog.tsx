import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import { Dialog } from "@/kit/Dialog";
import { Form } from "@/kit/Form";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { rereadPersons } from "./calls";

/**
 * A dialog for one deed on who works on what. When somebody else was first (409), it says so in the server's words,
 * reads again and keeps what was chosen: the next press sends what is seen then.
 */
export function ChargeDialog<T extends FieldValues>({
  title,
  label,
  form,
  fields,
  failed,
  done,
  send,
  reread = rereadPersons,
  onClose,
  blocked,
  children,
}: {
  title: string;
  /** The label of the button, with the verb of the title. */
  label: string;
  form: UseFormReturn<T>;
  /** The fields at which the server's errors are shown. */
  fields: readonly Path<T>[];
  failed: string;
  done: string;
  send: (values: T) => Promise<unknown>;
  /** Reads again what the deed changes. */
  reread?: () => Promise<unknown>;
  onClose: () => void;
  /** Why it cannot be done now. */
  blocked?: string;
  children: ReactNode;
}) {
  const [problem, setProblem] = useState("");
  const formError = form.formState.errors.root?.server?.message;
  const submit = form.handleSubmit(async (values) => {
    if (blocked !== undefined) return;
    setProblem("");
    try {
      await send(values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 422 && fieldErrors(error, form.setError, fields)) {
        setProblem(failureMessage(failed, null));
        return;
      }
      setProblem(failureMessage(failed, error));
      await reread();
      return;
    }
    await reread();
    notify.success(done);
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      confirm={{
        label,
        busy: form.formState.isSubmitting,
        disabledReason: blocked,
        onConfirm: () => submit(),
      }}
    >
      <Form onSubmit={() => submit()} label={title}>
        {(problem || formError) && (
          <p className={panel.problem} role="alert">
            <CircleAlert aria-hidden size={18} /> {[problem, formError].filter(Boolean).join(" ")}
          </p>
        )}
        {children}
      </Form>
    </Dialog>
  );
}
