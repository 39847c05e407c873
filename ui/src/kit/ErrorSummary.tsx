import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import styles from "./ErrorSummary.module.css";

export interface SummaryError {
  /** Name of the field as registered; empty for an error of the whole form. */
  name: string;
  message: string;
}

/**
 * All errors above the form, each line a link to its field. It takes the focus when it appears and
 * whenever `attempt` (react-hook-form's submitCount) grows. Set `shouldFocusError: false` in
 * useForm.
 */
export function ErrorSummary({
  errors,
  attempt,
  title = "入力内容を確認してください",
}: {
  errors: readonly SummaryError[];
  attempt?: number;
  title?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const any = errors.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further attempt moves the focus again.
  useEffect(() => {
    if (any) box.current?.focus();
  }, [any, attempt]);
  if (!any) return null;
  return (
    <div ref={box} className={styles.box} role="alert" tabIndex={-1} aria-labelledby="error-summary-title">
      <h2 id="error-summary-title" className={styles.title}>
        <CircleAlert aria-hidden size={20} />
        {title}
        {errors.length > 1 && `（${errors.length}件）`}
      </h2>
      <ul className={styles.list}>
        {errors.map(({ name, message }) => (
          <li key={`${name}:${message}`}>
            {name ? (
              <a
                href={`#${name}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(box.current?.closest("form") ?? document.body, name);
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Moves to the control of that name, or to the first one in the group of that name. */
function focusField(root: HTMLElement, name: string) {
  const quoted = CSS.escape(name);
  const control =
    root.querySelector<HTMLElement>(`[name="${quoted}"]:not([type="hidden"])`) ??
    root.querySelector<HTMLElement>(
      `[data-field="${quoted}"] :is(input, select, textarea, button), [data-field="${quoted}"][tabindex]`,
    );
  control?.focus();
  control?.scrollIntoView?.({ block: "center" });
}
