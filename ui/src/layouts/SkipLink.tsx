import styles from "./SkipLink.module.css";

/** First stop of the Tab key: past the frame, to the content. */
export function SkipLink() {
  return (
    <a
      className={styles.skip}
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}
    >
      本文へ移動
    </a>
  );
}
