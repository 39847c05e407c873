import styles from "./Prose.module.css";

/**
 * A text of the office, such as terms, an answer or a notice. The server sanitises its HTML to
 * headings, lists, tables, emphasis and links; nothing else in the platform may be rendered this
 * way.
 */
export function Prose({ html, small }: { html: string; small?: boolean }) {
  return (
    <div
      className={styles.prose}
      data-size={small ? "small" : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server on every reading.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
