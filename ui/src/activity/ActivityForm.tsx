import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import { rereadAfter, rereadNegotiation } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { Form } from "@/kit/Form";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";
import { useDraft } from "@/lib/draft";
import { user } from "@/session/session";
import styles from "./Activity.module.css";

/** Field names of the forms, where they differ from the server's. */
const NAMES = {
  "nextAction.date": "nextDate",
  "nextAction.body": "nextBody",
  "nextAction.userId": "nextUserId",
} as const;

const rereadNotes = () => rereadAfter("activity");

/**
 * The dialog of a note, of a next action or of a duty. What was typed is kept until it is sent. When somebody else was first (409), it says
 * so, reads again and keeps the input: the next press sends what is seen then.
 */
export function ActivityForm<T extends FieldValues>({
  title,
  label,
  form,
  fields,
  draft: name,
  omit,
  failed,
  done,
  isNegotiation,
  reread = rereadNotes,
  wide,
  send,
  onClose,
  children,
}: {
  title: string;
  /** The label of the button, with the verb of the title. */
  label: string;
  form: UseFormReturn<T>;
  /** The fields at which the server's errors are shown. */
  fields: readonly Path<T>[];
  /** The name of the draft. */
  draft: string;
  /** Fields that no draft keeps. */
  omit?: readonly (Path<T> & keyof T & string)[];
  failed: string;
  done: string;
  /** It is about a negotiation, whose next action it may change. */
  isNegotiation?: boolean;
  /** Reads again what the deed changes. */
  reread?: () => Promise<unknown>;
  wide?: boolean;
  /** Says whether it changed the negotiation itself. */
  send: (values: T) => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [problem, setProblem] = useState("");
  const draft = useDraft(form, { form: `activity.${name}`, user: user.value?.userId ?? "", omit });
  const formError = form.formState.errors.root?.server?.message;
  const submit = form.handleSubmit(async (values) => {
    setProblem("");
    let isMoved = false;
    try {
      isMoved = await send(values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 422 && fieldErrors(error, form.setError, fields, NAMES as never)) {
        setProblem(failureMessage(failed, null));
        return;
      }
      setProblem(failureMessage(failed, error));
      if (error.status === 409 || error.status === 400)
        await Promise.all([reread(), isNegotiation && rereadNegotiation()]);
      return;
    }
    draft.clear();
    await Promise.all([reread(), isMoved && rereadNegotiation()]);
    notify.success(done);
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      wide={wide}
      confirm={{ label, busy: form.formState.isSubmitting, onConfirm: () => submit() }}
    >
      <Form onSubmit={() => submit()} label={title}>
        {(problem || formError) && (
          <p className={panel.problem} role="alert">
            <CircleAlert aria-hidden size={18} /> {[problem, formError].filter(Boolean).join(" ")}
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
        {children}
      </Form>
    </Dialog>
  );
}
