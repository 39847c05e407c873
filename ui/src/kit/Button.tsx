import { LoaderCircle } from "lucide-react";
import { type MouseEvent, type ReactNode, type Ref, useId, useRef, useState } from "react";
import { navigationSettled } from "@/lib/loading";
import styles from "./Button.module.css";
import { type Part, useRefusal } from "./Deeds";

type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

interface ButtonProps {
  /** The action in words: 「この内容で登録する」, never OK. */
  children: ReactNode;
  /** primary: the one next step; danger: an action that cannot be undone. */
  kind?: ButtonKind;
  type?: "button" | "submit";
  /**
   * Why the button cannot be used now. Shown beside it and read with it; the button stays focusable
   * so that the reason can be reached by keyboard.
   */
  disabledReason?: string;
  /** Whose deed it is, where a record is shown to its team: to others the button says that they may not (team.md 2). */
  part?: Part;
  /** Shows that the action is running and ignores further presses. */
  busy?: boolean;
  /** May return a promise: the button is busy until it settles and the next screen is shown. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  icon?: ReactNode;
  /** Makes the button as wide as its column. On narrow screens every labelled button is. */
  wide?: boolean;
  /** For a button that shows an icon only. */
  "aria-label"?: string;
  "aria-expanded"?: boolean;
  "aria-controls"?: string;
  "aria-pressed"?: boolean;
  form?: string;
  name?: string;
  value?: string;
  autoFocus?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. While its action runs it shows that, and ignores further presses (design: ui.md "Behaviour"). */
export function Button({
  children,
  kind = "secondary",
  type = "button",
  disabledReason,
  part,
  busy = false,
  onClick,
  icon,
  wide,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const running = useRef(false);
  const [working, setWorking] = useState(false);
  const isBusy = busy || working;
  const refusal = useRefusal(part);
  const reason = refusal ?? disabledReason;
  const blocked = isBusy || reason !== undefined;

  const press = async (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked || running.current) {
      event.preventDefault();
      return;
    }
    const result = onClick?.(event);
    if (!(result instanceof Promise)) return;
    running.current = true;
    setWorking(true);
    try {
      await result;
      await navigationSettled();
    } finally {
      running.current = false;
      setWorking(false);
    }
  };

  const button = (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-kind={kind}
      data-wide={wide || undefined}
      data-icon-only={rest["aria-label"] !== undefined || undefined}
      aria-disabled={blocked || undefined}
      aria-busy={isBusy || undefined}
      aria-describedby={reason !== undefined ? reasonId : undefined}
      onClick={press}
    >
      {isBusy ? <LoaderCircle className={styles.spinner} aria-hidden size={18} /> : icon}
      {children}
    </button>
  );
  if (reason === undefined) return button;
  return (
    <span
      className={styles.withReason}
      data-wide={wide || undefined}
      data-refused={refusal !== undefined ? part : undefined}
    >
      {button}
      <span id={reasonId} className={styles.reason}>
        {reason}
      </span>
    </span>
  );
}
