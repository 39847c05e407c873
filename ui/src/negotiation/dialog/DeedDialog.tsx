import { CircleAlert } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import { rereadNegotiation } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { Form } from "@/kit/Form";
import { notify } from "@/kit/notify";
import { formatTime } from "@/lib/dates";
import { useDraft } from "@/lib/draft";
import { user } from "@/session/session";
import styles from "./DeedDialog.module.css";

interface DeedDialogProps<T extends FieldValues> {
  title: string;
  /** What happens and who will see what, sentence by sentence. */
  consequence: readonly string[];
  /** Cannot be taken back: stands out, and the button is red. */
  irrevocable?: boolean;
  /** The deed, repeating the verb of the title. */
  label: string;
  /** Why it cannot be done now; undefined where it can. */
  blocked?: string;
  /** SPEC.md section 8: stands first when it fails. */
  failed: string;
  /** The notification after it. */
  done: string;
  form: UseFormReturn<T>;
  /** Fields that take the server's errors. */
  fields: readonly Path<T>[];
  /** Field names of the form, where they differ from the server's. */
  names?: Readonly<Record<string, Path<T>>>;
  /** Under which name what is typed is kept until it is sent. */
  draft: string;
  /** Never kept: files. */
  omit?: readonly (keyof T & string)[];
  send: (values: T) => Promise<unknown>;
  onClose: () => void;
  wide?: boolean;
  children?: ReactNode;
}

/**
 * A dialog that makes one move of a negotiation. When somebody else was quicker (409) it says
 * so, rereads the negotiation and keeps what was typed; the next press carries what is seen now.
 */
export function DeedDialog<T extends FieldValues>(props: DeedDialogProps<T>) {
  const { form, send, failed, done, fields, names, onClose, consequence, irrevocable } = props;
  const formId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const draft = useDraft(form, {
    form: `negotiation.${props.draft}`,
    user: user.value?.userId ?? "",
    omit: props.omit,
  });
  const rootError = form.formState.errors.root?.server?.message;

  const submit = form.handleSubmit(async (values) => {
    if (props.blocked !== undefined) return;
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 422 && fieldErrors(error, form.setError, fields, names)) {
        setProblem(failureMessage(failed, null));
        return;
      }
      setProblem(failureMessage(failed, error));
      // The state has moved on, or the right to it: what stands behind the dialog is old.
      if (error.status === 409 || error.status === 400) await rereadNegotiation();
      return;
    }
    draft.clear();
    await rereadNegotiation();
    notify.success(done);
    onClose();
  });

  const effect = consequence.length > 0 && (
    <>
      <ul className={styles.effect} data-quiet={irrevocable ? undefined : true}>
        {consequence.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {irrevocable && <p className={styles.mark}>この操作は取り消せません。</p>}
    </>
  );

  return (
    <Dialog
      open
      onClose={onClose}
      title={props.title}
      wide={props.wide}
      consequence={irrevocable ? effect : undefined}
      confirm={{
        label: props.label,
        danger: irrevocable,
        busy: form.formState.isSubmitting,
        disabledReason: props.blocked,
        onConfirm: () => submit(),
      }}
    >
      {!irrevocable && effect}
      <Form id={formId} onSubmit={() => submit()} label={props.title}>
        {(problem || rootError) && (
          <p className={styles.problem} role="alert">
            <CircleAlert aria-hidden size={18} />
            <span>{[problem, rootError].filter(Boolean).join(" ")}</span>
          </p>
        )}
        {draft.savedAt && (
          <p className={styles.restored}>
            前に入力した内容を復元しました（{formatTime(draft.savedAt.toISOString())}）。
            <Button kind="quiet" onClick={draft.discard}>
              消してやり直す
            </Button>
          </p>
        )}
        {props.children}
      </Form>
    </Dialog>
  );
}
