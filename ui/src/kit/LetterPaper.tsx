import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import styles from "./Letter.module.css";

/**
 * The printed page of a letter with a link, A4: on paper only, in place of everything else. The code that
 * opens the link is never on it.
 */
export function LetterPaper({
  network,
  title,
  to,
  intro,
  link,
  qrSize,
  qrPath,
  steps,
  facts,
  closing,
}: {
  network: string;
  title: string;
  to: string;
  intro: ReactNode;
  link: string;
  qrSize: number;
  qrPath: string;
  /** What the reader does after opening the link. */
  steps: readonly ReactNode[];
  facts: readonly { term: string; value: string }[];
  closing: string;
}) {
  return createPortal(
    <article className={styles.paper} aria-hidden>
      <header className={styles.head}>
        <span>{network}</span>
        <strong className={styles.mark}>親展・取扱注意</strong>
      </header>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.to}>{to} 様</p>
      <p>{intro}</p>
      <ol className={styles.steps}>
        <li>
          スマートフォンで下のQRコードを読み取るか、パソコンのブラウザーに、次のアドレスを入力してください。
          <p className={styles.link}>{link}</p>
        </li>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order.
          <li key={index}>{step}</li>
        ))}
      </ol>
      <svg
        className={styles.qr}
        role="img"
        aria-label="リンクのQRコード"
        viewBox={`-4 -4 ${qrSize + 8} ${qrSize + 8}`}
        shapeRendering="crispEdges"
      >
        <path d={qrPath} />
      </svg>
      <dl className={styles.facts}>
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.small}>{closing}</p>
    </article>,
    document.body,
  );
}
