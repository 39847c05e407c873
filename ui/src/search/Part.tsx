import type { ReactNode } from "react";
import styles from "./Filters.module.css";

/** A condition with few controls, always visible. */
export function Part({ children }: { children: ReactNode }) {
  return <div className={styles.part}>{children}</div>;
}

/** A condition with many choices is folded until it is opened, or if something is chosen in it. */
export function Folded({ title, chosen, children }: { title: string; chosen: number; children: ReactNode }) {
  return (
    <details className={styles.part} open={chosen > 0 || undefined}>
      <summary className={styles.summary}>
        {title}
        {chosen > 0 && <span className={styles.count}>{chosen}件を指定中</span>}
      </summary>
      {children}
    </details>
  );
}
