import { Check } from "lucide-react";
import styles from "./StepLine.module.css";

const STEPS = ["匿名", "実名希望", "実名", "条件", "成約"] as const;

/** What each side must do now, by negotiation status (domain.md 4). */
const DUTIES: Record<number, { buyer: string; seller: string }> = {
  0: {
    buyer: "案件を検討し、進める場合は交渉を開始します。",
    seller: "買手側からの連絡を待ちます。",
  },
  1: {
    buyer: "質問をし、秘密保持契約に同意したうえで、実名交渉を希望するかを決めます。",
    seller: "質問に答えます。企業名はまだ開示されません。",
  },
  2: {
    buyer: "売手側の回答を待ちます。",
    seller: "オーナーの承諾を得て、実名交渉を承認または却下します。",
  },
  3: {
    buyer: "トップ面談を行い、意向表明を出します。",
    seller: "トップ面談を行い、意向表明を受けます。",
  },
  4: {
    buyer: "条件をまとめ、最終契約日とクロージング予定日を決めます。",
    seller: "条件をまとめ、最終契約日とクロージング予定日を決めます。",
  },
  5: { buyer: "成約しました。", seller: "成約しました。" },
};

interface StepLineProps {
  /** Negotiation status as the server sends it: 0 to 5, or 9 when ended. */
  status: number;
  /** The side whose sentence is shown first. */
  viewer?: "buyer" | "seller";
  /** Replaces the usual sentence of a side, e.g. with a deadline. */
  duties?: Partial<{ buyer: string; seller: string }>;
  /** Shows only the line, small, for table rows. */
  compact?: boolean;
  /** Shows only the line, at full size, if the sentences are shown elsewhere. */
  bare?: boolean;
}

/** The progress of a negotiation in five steps, and what each side must do now. */
export function StepLine({ status, viewer = "buyer", duties, compact, bare }: StepLineProps) {
  const ended = status === 9;
  const current = ended ? 0 : status;
  const defaults = DUTIES[status];
  const sides = viewer === "buyer" ? (["buyer", "seller"] as const) : (["seller", "buyer"] as const);
  return (
    <div className={styles.box} data-compact={compact || undefined}>
      <ol className={styles.line} aria-label="交渉の段階">
        {STEPS.map((name, index) => {
          const step = index + 1;
          const done = step < current || current === 5;
          const now = step === current && current !== 5;
          return (
            <li
              key={name}
              className={styles.step}
              data-state={done ? "done" : now ? "now" : "later"}
              aria-current={now ? "step" : undefined}
            >
              <span className={styles.mark} aria-hidden>
                {done ? <Check size={14} strokeWidth={3} /> : step}
              </span>
              <span className={styles.name}>
                {name}
                <span className="visually-hidden">
                  {done ? "（済み）" : now ? "（現在）" : "（これから）"}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
      {ended && <p className={styles.ended}>交渉は終了しました。</p>}
      {!ended && !compact && !bare && (
        <dl className={styles.duties}>
          {sides.map((side) => (
            <div key={side}>
              <dt>{side === "buyer" ? "買手側" : "売手側"}</dt>
              <dd>{duties?.[side] ?? defaults?.[side]}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
