import { type ReactNode, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import { Button } from "@/kit/Button";
import { type Description, DescriptionList } from "@/kit/DescriptionList";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";
import { saveDraft, useDraft } from "@/lib/draft";
import { useLeaveGuard } from "@/lib/leave";
import { user } from "@/session/session";
import styles from "../company.module.css";
import { summaryErrors } from "./fields";

/** What somebody else has saved meanwhile. */
interface Latest<T> {
  values: T;
  view: readonly Description[];
}

interface SaveFormProps<T extends FieldValues> {
  /** The server's values, or empty ones. */
  initial: T;
  /** Name of the draft, with the id of what is edited. */
  draft: string;
  /** The exact message on failure (SPEC.md section 8). */
  failed: string;
  /** The call only checks: errors are shown at the fields, without a message that something failed. */
  isCheck?: boolean;
  /** The server's names of fields, where the form's differ. */
  names?: Readonly<Record<string, Path<T>>>;
  /** The button's label. */
  submitLabel: string;
  /** Sends the values. It may return them as stored by the server; the draft then keeps those. */
  save: (values: T) => Promise<T | undefined | unknown>;
  /** Where to go after saving. */
  onDone: () => void;
  /** Keeps the draft, as further steps follow. */
  keepDraft?: boolean;
  /** Fields that no draft holds: passwords. */
  omit?: readonly (keyof T & string)[];
  onCancel?: () => void;
  cancelLabel?: string;
  /** A warning before sending, or null. A second press sends all the same. */
  warn?: (values: T, form: UseFormReturn<T>) => Promise<ReactNode | null>;
  /** Fetches what somebody else has saved, so that the next save is based on it. */
  reload?: () => Promise<Latest<T>>;
  children: (form: UseFormReturn<T>) => ReactNode;
}

/**
 * A form with its draft, its leave guard, errors at their fields, and a way to continue after a
 * 409.
 */
export function SaveForm<T extends FieldValues>(props: SaveFormProps<T>) {
  const { initial, failed, isCheck, save, keepDraft, omit, reload } = props;
  const form = useForm<T>({ defaultValues: initial as DefaultValues<T>, shouldFocusError: false });
  const userId = user.peek()?.userId ?? "";
  const draft = useDraft(form, { form: props.draft, user: userId, omit });
  const release = useLeaveGuard(form.formState.isDirty);
  const [latest, setLatest] = useState<Latest<T> | null>(null);
  const fields = Object.keys(initial) as Path<T>[];
  const errorNotification = useRef<number | null>(null);
  /** A warning, and the values for which it was given. */
  const [warning, setWarning] = useState<{ values: string; text: ReactNode } | null>(null);
  const warnBox = useRef<HTMLDivElement>(null);

  const submit = form.handleSubmit(async (values) => {
    // The result of the previous attempt is no longer valid.
    if (errorNotification.current !== null) notify.close(errorNotification.current);
    const notNumbers = fields.filter((name) => Number.isNaN((values as Record<string, unknown>)[name]));
    for (const name of notNumbers) form.setError(name, { message: "数字で入力してください。" });
    if (notNumbers.length > 0) return;
    // A second press while the warning is shown accepts it.
    if (props.warn && warning?.values !== JSON.stringify(values)) {
      const text = await props.warn(values, form);
      setWarning(text ? { values: JSON.stringify(values), text } : null);
      if (text) {
        // The warning is on the screen after the next render.
        setTimeout(() => warnBox.current?.focus());
        return;
      }
    }
    try {
      const saved = await save(values);
      if (keepDraft && saved) {
        form.reset(saved as T, { keepDefaultValues: true });
        const omitted = new Set<string>(omit);
        saveDraft(
          props.draft,
          userId,
          Object.fromEntries(Object.entries(saved).filter(([name]) => !omitted.has(name))),
        );
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fieldErrors(error, form.setError, fields, props.names);
      if (!(isCheck && error.status === 422))
        errorNotification.current = notify.error(failureMessage(failed, error));
      if (error.code === "stale" && reload) setLatest(await reload().catch(() => null));
      return;
    }
    setLatest(null);
    if (!keepDraft) draft.clear();
    release();
    props.onDone();
  });

  return (
    <div className={panel.panel}>
      {draft.savedAt && (
        <div className={styles.notice}>
          <p>入力の途中の内容を表示しています（{formatTime(draft.savedAt.toISOString())} に保存）。</p>
          <div className={styles.actions}>
            <Button onClick={draft.discard}>途中の内容を消す</Button>
          </div>
        </div>
      )}
      {latest && (
        <div className={styles.notice} data-kind="waiting" role="status">
          <h3>他の担当者が先に更新しました</h3>
          <p>入力した内容は残っています。最新の内容を確認して、どちらを使うか選んでください。</p>
          <details>
            <summary>最新の内容を見る</summary>
            <DescriptionList items={latest.view} />
          </details>
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => submit()}>
              入力した内容で保存する
            </Button>
            <Button
              onClick={() => {
                form.reset(latest.values);
                draft.clear();
                setLatest(null);
              }}
            >
              最新の内容に置き換える
            </Button>
          </div>
        </div>
      )}
      <Form
        onSubmit={(event) => {
          // An error at a field without a registered control would never be cleared.
          form.clearErrors();
          return submit(event);
        }}
      >
        <ErrorSummary
          attempt={form.formState.submitCount}
          errors={summaryErrors(form.formState.errors, fields)}
        />
        {props.children(form)}
        {warning && (
          <div ref={warnBox} className={styles.notice} data-kind="waiting" role="alert" tabIndex={-1}>
            {warning.text}
          </div>
        )}
        <FormActions>
          <Button type="submit" kind="primary" busy={form.formState.isSubmitting}>
            {warning ? `このまま${props.submitLabel}` : props.submitLabel}
          </Button>
          {props.onCancel && <Button onClick={props.onCancel}>{props.cancelLabel ?? "やめる"}</Button>}
        </FormActions>
      </Form>
    </div>
  );
}
