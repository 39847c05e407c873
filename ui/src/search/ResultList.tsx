import type { ReactNode } from "react";
import styles from "./ResultList.module.css";

/**
 * Hits that say more than the columns of a table have room for: rows on wide screens, cards
 * on narrow ones.
 */
export function ResultList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

/** One hit: what it is called, what stands at its end, and what there is to say. */
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

/** Facts in a line, of less weight than the title. */
export function Facts({ children }: { children: ReactNode }) {
  return <p className={styles.facts}>{children}</p>;
}
