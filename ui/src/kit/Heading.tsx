import type { ReactNode } from "react";
import styles from "./Heading.module.css";

/**
 * A heading. Level 1 is the page's title: it gets the focus after a navigation, so every screen
 * has exactly one. `actions` are shown beside it.
 */
export function Heading({
  level = 2,
  id,
  children,
  actions,
}: {
  level?: 1 | 2 | 3;
  id?: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const Tag = `h${level}` as const;
  const heading = (
    <Tag id={id} tabIndex={level === 1 ? -1 : undefined}>
      {children}
    </Tag>
  );
  if (!actions) return heading;
  return (
    <div className={styles.row}>
      {heading}
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
