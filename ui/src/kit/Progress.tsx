import panel from "./Panel.module.css";
import styles from "./Progress.module.css";

/** The progress of long work, in words and as a bar; announced at intervals. */
export function Progress({
  label,
  percent,
  children,
}: {
  label: string;
  percent?: number;
  children?: React.ReactNode;
}) {
  return (
    <div className={styles.progress}>
      <p role="status" className={styles.label}>
        {label}
      </p>
      <progress className={styles.bar} max={100} value={percent} aria-label={label} />
      {children && <p className={panel.note}>{children}</p>}
    </div>
  );
}
