import styles from "./Skeleton.module.css";

/** A placeholder while content loads: `lines` for text, `rows` for a list or table. */
export function Skeleton({ lines, rows }: { lines?: number; rows?: number }) {
  const many = rows ?? lines ?? 3;
  return (
    <div className={styles.box} role="status" data-rows={rows !== undefined || undefined}>
      <span className="visually-hidden">読み込み中です</span>
      {Array.from({ length: many }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <span key={index} className={styles.line} aria-hidden />
      ))}
    </div>
  );
}
