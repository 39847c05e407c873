import styles from "./SkipLink.module.css";

/** The first link of each page: moves the focus past the frame to the content. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the link navigates within the page; the handler moves the focus too.
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
