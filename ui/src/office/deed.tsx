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

/** What the console shows is read again: a deed has changed it, or somebody else has. */
export const reread = () => rereadAfter("office");

/**
 * The button that was pressed may be gone with the deed. The dialog gives the focus back in the
 * frame after it has gone: where there was nothing to give it to, the title gets it in the next.
 */
function useFocusKept(): () => void {
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

/** A deed without a form: says how it went and reads the console anew. */
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
 * A dialog that does one thing. When somebody else was quicker (409) it says so and what was
 * typed stays.
 */
export function DeedDialog<T extends FieldValues>({
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
  /** The deed, repeating the verb of the title. */
  label: string;
  /** What happens, and who is told. */
  consequence?: ReactNode;
  danger?: boolean;
  form: UseFormReturn<T>;
  /** Fields that take the server's errors. */
  fields?: readonly Path<T>[];
  send: (values: T) => Promise<unknown>;
  done: string;
  failed: string;
  onClose: () => void;
  wide?: boolean;
  children?: ReactNode;
}) {
  const keepFocus = useFocusKept();
  const [problem, setProblem] = useState<string | null>(null);
  const whole = form.formState.errors.root?.server?.message;
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) fieldErrors(error, form.setError, fields);
      setProblem(failureText(error, failed));
      if (error instanceof ApiError && error.status !== 422) await reread();
      return;
    }
    await reread();
    notify.success(done);
    keepFocus();
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
        {(problem || whole) && (
          <p className={panel.problem} role="alert">
            <CircleAlert aria-hidden size={18} /> {[problem, whole].filter(Boolean).join(" ")}
          </p>
        )}
        {children}
      </Form>
    </Dialog>
  );
}
