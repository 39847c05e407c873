import { StepLine } from "@/kit/StepLine";
import { formatDate, formatRemaining } from "@/lib/dates";
import styles from "./Step.module.css";
import { isBF, isSF, type NegotiationRow } from "./types";

/** The five-step line with what each side must do now; the reader's own side first (ui.md "Tags"). */
export function StepSection({ negotiation: n }: { negotiation: NegotiationRow }) {
  const duties = [
    { who: "買手", what: n.step.buyer, own: n.side === "buyer" },
    { who: "買手側金融機関", what: n.step.bf, own: isBF(n.side) },
    { who: "売手側金融機関", what: n.step.sf, own: isSF(n.side) },
  ].filter((duty) => duty.what !== "");
  duties.sort((a, b) => Number(b.own) - Number(a.own));
  return (
    <div className={styles.box}>
      <StepLine status={n.status} bare />
      {duties.length > 0 && (
        <dl className={styles.duties}>
          {duties.map((duty) => (
            <div key={duty.who} data-own={duty.own || undefined}>
              <dt>
                {duty.who}
                {duty.own && <span className={styles.you}>あなたの側</span>}
              </dt>
              <dd>{duty.what}</dd>
            </div>
          ))}
        </dl>
      )}
      {n.answerDue && (
        <p className={styles.due}>
          実名交渉の回答期限：{formatDate(n.answerDue)}（{formatRemaining(n.answerDue)}）
        </p>
      )}
      {n.isStopped && <p className={styles.due}>この案件は受付停止中です。</p>}
    </div>
  );
}
