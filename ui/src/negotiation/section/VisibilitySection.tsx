import { CircleDashed, Eye, LockKeyhole } from "lucide-react";
import { Heading } from "@/kit/Heading";
import type { Negotiation } from "../types";
import { type Disclosure, type Openness, visibilityOf } from "../visibility";
import styles from "./Visibility.module.css";

const WORDS: Record<Openness, { word: string; icon: typeof Eye }> = {
  open: { word: "表示", icon: Eye },
  partly: { word: "幅で表示", icon: CircleDashed },
  closed: { word: "非表示", icon: LockKeyhole },
};

/** Who sees what of whom at this moment (ui.md "Disclosure is visible"). */
export function VisibilitySection({ negotiation: n }: { negotiation: Negotiation }) {
  const visibility = visibilityOf(n);
  const buyerSide = n.side !== "sf";
  const groups = [
    {
      title:
        n.side === "buyer"
          ? "売手の情報のうち、御社と担当の金融機関に見えるもの"
          : "売手の情報のうち、買手と買手側金融機関に見えるもの",
      rows: visibility.seller,
      own: buyerSide,
    },
    {
      title:
        n.side === "buyer"
          ? "御社の情報のうち、売手側金融機関に見えるもの"
          : "買手の情報のうち、売手側金融機関に見えるもの",
      rows: visibility.buyer,
      own: !buyerSide,
    },
  ];
  return (
    <section className={styles.box}>
      <Heading level={2}>いま、誰に何が見えているか</Heading>
      {groups.map((group) => (
        <div key={group.title} className={styles.group}>
          <h3>{group.title}</h3>
          <ul>
            {group.rows.map((row) => (
              <Row key={row.what} row={row} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Row({ row }: { row: Disclosure }) {
  const { word, icon: Icon } = WORDS[row.openness];
  return (
    <li className={styles.row} data-openness={row.openness}>
      <span className={styles.state}>
        <Icon aria-hidden size={16} />
        {word}
      </span>
      <span>
        {row.what}
        {row.when && <span className={styles.when}>{row.when}</span>}
      </span>
    </li>
  );
}
