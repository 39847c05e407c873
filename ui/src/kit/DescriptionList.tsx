import type { ReactNode } from "react";
import styles from "./DescriptionList.module.css";

export interface Description {
  term: string;
  /** An empty value is shown as a dash; use a <Lock/> for a withheld one. */
  value: ReactNode;
}

/** A list of names and values, as in a confirm step or an overview. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, value }) => (
        <div key={term} className={styles.row}>
          <dt>{term}</dt>
          <dd>{value === null || value === undefined || value === "" ? "―" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
