import type { ReactNode } from "react";
import styles from "./Conversation.module.css";

interface Said {
  /** Who wrote it, as the reader calls him. */
  who: string;
  /** When, as text. */
  at: string;
  body: string;
  /** Written by the reader's own side. */
  isMine: boolean;
}

/** Texts of two sides in the order of their writing, the oldest first. */
export function Conversation({
  label,
  said,
  empty,
}: {
  label: string;
  said: readonly Said[];
  empty?: ReactNode;
}) {
  if (said.length === 0) return empty;
  return (
    <ol className={styles.conversation} aria-label={label}>
      {said.map(({ who, at, body, isMine }) => (
        <li key={`${at} ${who} ${body}`} data-mine={isMine || undefined}>
          <p className={styles.head}>
            <strong>{who}</strong> <time>{at}</time>
          </p>
          <p className={styles.body}>{body}</p>
        </li>
      ))}
    </ol>
  );
}
