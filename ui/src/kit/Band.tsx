import styles from "./Band.module.css";

/** An amount or a band in words, 「5〜10億円」, which never breaks inside. */
export function Band({ text }: { text: string }) {
  return <span className={styles.bound}>{text}</span>;
}
