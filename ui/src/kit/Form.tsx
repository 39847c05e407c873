import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef } from "react";
import { navigationSettled } from "@/lib/loading";
import styles from "./Form.module.css";

/**
 * A form in one column, with validation messages of its own in Japanese (noValidate). The Enter
 * key that ends an IME conversion never submits; while `onSubmit` has not settled, or the next
 * screen still loads, a second submission is ignored. Give it react-hook-form's
 * `handleSubmit(save)`.
 */
export function Form({
  onSubmit,
  children,
  label,
  id,
  row,
}: {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  children: ReactNode;
  /** Name of the form for screen readers, where no heading names it. */
  label?: string;
  id?: string;
  /** Puts fields side by side where there is room, as for search conditions. */
  row?: boolean;
}) {
  const running = useRef(false);
  return (
    <form
      id={id}
      noValidate
      aria-label={label}
      className={row ? styles.row : styles.form}
      onKeyDown={swallowComposingEnter}
      onSubmit={async (event) => {
        event.preventDefault();
        if (running.current) return;
        running.current = true;
        try {
          await onSubmit(event);
          await navigationSettled();
        } finally {
          running.current = false;
        }
      }}
    >
      {children}
    </form>
  );
}

/** Safari sends the Enter that ends a conversion as a separate key event with code 229. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}

function swallowComposingEnter(event: KeyboardEvent) {
  if (event.key === "Enter" && isComposing(event)) event.preventDefault();
}

/** A part of a form under its own heading. */
export function FormSection({
  title,
  help,
  children,
}: {
  title: string;
  help?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {help && <p className={styles.help}>{help}</p>}
      {children}
    </section>
  );
}

/** The buttons that end a form; the primary one first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
