import { formatDate } from "@/lib/dates";
import styles from "./Declaration.module.css";
import panel from "./Panel.module.css";

interface DeclarationTexts {
  itemList: readonly { heading: string; text: string }[];
  sharingLabel: string;
  sharingSince: string;
  /** 1 takes part, 2 does not, 3 prepares to. */
  sharing: number;
  sharingNote: string;
  body: string;
  caution: string;
}

/** The network's declaration without its title, as everybody reads it. Its texts are plain. */
export function Declaration({ texts, level = 2 }: { texts: DeclarationTexts; level?: 2 | 3 }) {
  const Title = `h${level}` as const;
  const { itemList, sharingSince, sharing } = texts;
  return (
    <div className={styles.paper}>
      <section className={styles.items}>
        <Title>成約に進む前に確かめること</Title>
        <dl className={styles.items}>
          {itemList.map(({ heading, text }) => (
            <div key={heading + text}>
              <dt>{heading}</dt>
              <dd className={styles.text}>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.items}>
        <Title>特定事業者リストの共有の仕組み</Title>
        <p>
          {texts.sharingLabel}
          {sharingSince && `（${formatDate(sharingSince)}${sharing === 1 ? "から" : "からの予定"}）`}
        </p>
        {texts.sharingNote && <p className={styles.text}>{texts.sharingNote}</p>}
      </section>
      {texts.body && <p className={styles.text}>{texts.body}</p>}
      <p className={panel.note}>{texts.caution}</p>
    </div>
  );
}
