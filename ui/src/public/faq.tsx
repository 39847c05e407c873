import type { components } from "@/api/schema.gen";
import { Prose } from "@/kit/Prose";
import styles from "./public.module.css";

export type FaqRow = components["schemas"]["FaqRow"];

/** Questions whose answers can be opened; with `open` all answers are shown, as for search hits. */
export function FaqItems({ rows, open }: { rows: readonly FaqRow[]; open?: boolean }) {
  return (
    <div className={styles.faq}>
      {rows.map((row) => (
        <details key={`${row.faqId}${open}`} open={open}>
          <summary>{row.question}</summary>
          <div className={styles.answer}>
            <Prose html={row.html} />
          </div>
        </details>
      ))}
    </div>
  );
}
