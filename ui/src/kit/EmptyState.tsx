import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

/** Why it is empty, and the next step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  /** 「条件に合う案件はありません」 */
  title: string;
  /** Why, and what helps. */
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
