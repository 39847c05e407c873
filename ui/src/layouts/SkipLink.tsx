import styles from "./SkipLink.module.css";

/** First stop of the Tab key: past the frame, to the content. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is page navigation; the handler only moves the focus as well.
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
