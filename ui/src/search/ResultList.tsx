import type { ReactNode } from "react";
import styles from "./ResultList.module.css";

/**
 * Hits with more content than table columns have room for: rows on wide screens, cards on narrow
 * ones.
 */
export function ResultList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

/** One hit: its title, the content at its end, and its facts. */
export function Result({
  title,
  end,
  tick,
  selected,
  children,
}: {
  title: ReactNode;
  end?: ReactNode;
  /** A box to choose it with. */
  tick?: ReactNode;
  selected?: boolean;
  children: ReactNode;
}) {
  return (
    <li className={styles.row} data-selected={selected || undefined}>
      {tick}
      <div className={styles.body}>
        <div className={styles.head}>
          <h3 className={styles.name}>{title}</h3>
          {end}
        </div>
        {children}
      </div>
    </li>
  );
}

/** Facts in a line, less prominent than the title. */
export function Facts({ children }: { children: ReactNode }) {
  return <p className={styles.facts}>{children}</p>;
}
