import styles from "./public.module.css";

/** 「第1条（目的）」 and 「1. 取得する情報」 head the paragraphs under them. */
const HEADING = /^(?:第[0-9０-９一二三四五六七八九十百]+条|[0-9０-９]+[.．])/;

/**
 * A text as the office types it: paragraphs parted by empty lines, whose first line is a
 * heading where it is numbered. Plain text, so nothing in it can become markup.
 */
export function Prose({ text }: { text: string }) {
  return (
    <div className={styles.prose}>
      {text.split(/\n{2,}/).map((part, index) => {
        const [first = "", ...rest] = part.split("\n");
        const headed = HEADING.test(first);
        const body = headed ? rest.join("\n") : part;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one version never move.
          <section key={index}>
            {headed && <h2>{first}</h2>}
            {body && <p>{body}</p>}
          </section>
        );
      })}
    </div>
  );
}
