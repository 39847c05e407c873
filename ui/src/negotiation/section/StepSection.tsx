import { StepLine } from "@/kit/StepLine";
import { formatDate, formatRemaining } from "@/lib/dates";
import { isBF, isSF, type Negotiation, STATUS } from "../types";
import styles from "./Step.module.css";

/** The five-step line with what each side must do now; the reader's own side first (ui.md "Tags"). */
export function StepSection({ negotiation: n }: { negotiation: Negotiation }) {
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
      {n.nextRequestFrom && n.status === STATUS.anonymous && (
        <p className={styles.due}>
          前回の実名交渉の申請は、承認されませんでした。次に申請できるのは、{formatDate(n.nextRequestFrom)}
          からです。
        </p>
      )}
      {/* Past the real names a stop concerns others: it is what an exclusivity brings. */}
      {n.isStopped && n.status < STATUS.realName && <p className={styles.due}>この案件は受付停止中です。</p>}
    </div>
  );
}
