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
import { SubjectLine } from "./DialogSubject";

interface DeedDialogProps<T extends FieldValues> {
  title: string;
  /** What happens and who will see what, one sentence each. */
  consequence: readonly string[];
  /** Cannot be undone: highlighted, with a red button. */
  irrevocable?: boolean;
  /** The button's label, which repeats the verb of the title. */
  label: string;
  /** Why the action is impossible now; undefined if it is possible. */
  blocked?: string;
  /** The message of SPEC.md section 8 that comes first on failure. */
  failed: string;
  /** The notification after success. */
  done: string;
  form: UseFormReturn<T>;
  /** Fields that can show the server's errors. */
  fields: readonly Path<T>[];
  /** Field names of the form, where they differ from the server's. */
  names?: Readonly<Record<string, Path<T>>>;
  /** The name of the draft in which the input is kept until it is sent. */
  draft: string;
  /** Fields never stored in the draft: files. */
  omit?: readonly (keyof T & string)[];
  send: (values: T) => Promise<unknown>;
  onClose: () => void;
  wide?: boolean;
  children?: ReactNode;
}

/**
 * A dialog that makes one move of a negotiation. If somebody else has changed it (409), the dialog
 * says so, reads the negotiation again and keeps the input; the next press sends the new version.
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
      // The state, or the right to it, has changed: the page behind the dialog is reread.
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
      <SubjectLine />
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
