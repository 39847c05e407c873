import styles from "./Band.module.css";

/** A band in words, 「5億円以上10億円未満」, that breaks between its two bounds and never inside an amount. */
export function Band({ text }: { text: string }) {
  const end = text.indexOf("以上") + 2;
  if (end < 2 || end === text.length) return <span className={styles.bound}>{text}</span>;
  return (
    <>
      <span className={styles.bound}>{text.slice(0, end)}</span>
      <wbr />
      <span className={styles.bound}>{text.slice(end)}</span>
    </>
  );
}
