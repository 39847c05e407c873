import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Lock.module.css";

/** Why a field is withheld (design: ui.md "Disclosure is visible"; levels: domain.md 3.5). */
export const LOCK_REASONS = {
  consent: "秘密保持契約に同意すると表示されます",
  realName: "実名交渉の承認後に表示されます",
} as const;

/** Shown instead of a withheld field. */
export function Lock({ reason, children }: { reason?: keyof typeof LOCK_REASONS; children?: ReactNode }) {
  return (
    <span className={styles.lock}>
      <LockKeyhole aria-hidden size={16} />
      {children ?? LOCK_REASONS[reason ?? "realName"]}
    </span>
  );
}

/** Withheld fields of one section that open for the same reason, as one line with their names. */
export function LockedTerms({ reason, terms }: { reason: string; terms: readonly string[] }) {
  return (
    <p className={styles.terms}>
      <Lock>
        {reason}（{terms.length}項目）
      </Lock>
      <span>{terms.join("、")}</span>
    </p>
  );
}
