import { Star } from "lucide-react";
import type { components } from "@/api/schema.gen";
import styles from "./Score.module.css";

type Reason = components["schemas"]["Reason"];

/**
 * A match score with what it is made of (domain.md 8): never without its reasons, in short at
 * once, in full when opened.
 */
export function Score({
  score,
  band,
  reasons,
  isRecommended,
  name,
}: {
  score: number;
  /** おすすめ, 候補 or nothing. */
  band?: string;
  reasons: readonly Reason[];
  isRecommended: boolean;
  /** Of what it is the score, for screen readers. */
  name: string;
}) {
  const goodItems = reasons.filter(({ points, max }) => points * 2 > max).map(({ item }) => item);
  return (
    <details className={styles.score}>
      <summary>
        <span className={styles.points}>
          一致度<b>{score}</b>点
          {band && (
            <span className={styles.band}>
              {isRecommended && <Star aria-hidden size={14} strokeWidth={2.25} />}
              {band}
            </span>
          )}
        </span>
        <span className={styles.good}>
          {goodItems.length > 0 ? `${goodItems.join("、")}が合う` : "合う条件が少ない"}
        </span>
        <span className={styles.more}>
          理由を見る<span className="visually-hidden">：{name}</span>
        </span>
      </summary>
      <ScoreReasons reasons={reasons} />
    </details>
  );
}

/** The lines of a score, each with its points. */
export function ScoreReasons({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ item, points, max, text }) => (
        <li key={item}>
          <span>{text}</span>
          <span className={styles.bar} aria-hidden>
            <span style={{ inlineSize: `${max > 0 ? (points / max) * 100 : 0}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
