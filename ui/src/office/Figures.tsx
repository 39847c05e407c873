import { Link } from "@/kit/Link";
import styles from "./office.module.css";

/** Counts with their labels, each a link where one leads to what it counts. */
export function Figures({
  figures,
  emptyText,
}: {
  figures: readonly { label: string; count: number; href?: string }[];
  emptyText?: string;
}) {
  if (figures.length === 0) return <p>{emptyText}</p>;
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, count, href }) => (
        <div key={label} className={styles.figure}>
          <dt>{href ? <Link href={href}>{label}</Link> : label}</dt>
          <dd>{count.toLocaleString("ja-JP")}</dd>
        </div>
      ))}
    </dl>
  );
}
