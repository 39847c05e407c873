import styles from "./Badge.module.css";

/** The number of waiting things; hidden at zero. `label` says what is counted. */
export function Badge({
  count,
  label,
  word,
}: {
  count: number;
  label: string;
  /** What is counted, before the number, where nothing beside it says so. */
  word?: string;
}) {
  if (count <= 0) return null;
  return (
    <span className={styles.badge} title={`${label} ${count}件`}>
      <span aria-hidden>
        {word && `${word} `}
        {count > 99 ? "99+" : count}
      </span>
      <span className="visually-hidden">
        {label}
        {count}件
      </span>
    </span>
  );
}
