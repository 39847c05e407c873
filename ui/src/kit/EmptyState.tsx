import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

/** The message in place of an empty list: the reason, and the next step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  /** 「条件に合う案件はありません」 */
  title: string;
  /** The reason, and what the user can do. */
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
