import type { ReactNode } from "react";
import styles from "./DescriptionList.module.css";

export interface Description {
  term: string;
  /** A dash where empty; a <Lock/> where withheld. */
  value: ReactNode;
}

/** Names and values: a confirm step, an overview. */
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
