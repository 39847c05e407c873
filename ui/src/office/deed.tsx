import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, fieldErrors } from "@/api/errors";
import { failureText } from "@/api/officeClient";
import { rereadAfter } from "@/api/reread";
import { Dialog } from "@/kit/Dialog";
import { Form } from "@/kit/Form";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";

/** Fetches the console's data again, after a deed or a conflict with somebody else's change. */
export const reread = () => rereadAfter("office");

/**
 * Returns a function to call after a successful deed, which may remove the button that opened the
 * dialog. The dialog returns the focus one frame after it is unmounted; if the button is gone, the
 * title gets the focus in the frame after that.
 */
function useFocusFallback(): () => void {
  const isDone = useRef(false);
  useEffect(
    () => () => {
      if (!isDone.current) return;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement === document.body)
            document.querySelector<HTMLElement>("main h1")?.focus();
        }),
      );
    },
    [],
  );
  return () => {
    isDone.current = true;
  };
}

/** Waits for a deed without a form, shows the message `done` or `failed`, and fetches the console's data again. */
export async function perform(deed: Promise<unknown>, done: string, failed: string): Promise<boolean> {
  try {
    await deed;
  } catch (error) {
    notify.error(failureText(error, failed));
    await reread();
    return false;
  }
  notify.success(done);
  await reread();
  return true;
}

/**
 * A dialog for one deed. When somebody else has changed the data meanwhile (409) it shows the message
 * and keeps what was typed.
 */
export function DeedDialog<T extends FieldValues, A = unknown>({
  title,
  label,
  consequence,
  danger,
  form,
  fields = [],
  send,
  done,
  failed,
  onClose,
  wide,
  children,
}: {
  title: string;
  /** The label of the button, with the verb of the title. */
  label: string;
  /** What the deed causes, and who is notified. */
  consequence?: ReactNode;
  danger?: boolean;
  form: UseFormReturn<T>;
  /** The fields at which the server's errors are shown. */
  fields?: readonly Path<T>[];
  send: (values: T) => Promise<A>;
  /** The message on success, or how the answer makes it. */
  done: string | ((answer: A) => string);
  /** The message on failure, if the server sends none. */
  failed: string;
  onClose: () => void;
  wide?: boolean;
  children?: ReactNode;
}) {
  const enableFocusFallback = useFocusFallback();
  const [problem, setProblem] = useState<string | null>(null);
  const formError = form.formState.errors.root?.server?.message;
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    let answer: A;
    try {
      answer = await send(values);
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) fieldErrors(error, form.setError, fields);
      setProblem(failureText(error, failed));
      if (error instanceof ApiError && error.status !== 422) await reread();
      return;
    }
    await reread();
    notify.success(typeof done === "function" ? done(answer) : done);
    enableFocusFallback();
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      wide={wide}
      consequence={danger ? consequence : undefined}
      confirm={{ label, danger, busy: form.formState.isSubmitting, onConfirm: () => submit() }}
    >
      {!danger && consequence && <div>{consequence}</div>}
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
