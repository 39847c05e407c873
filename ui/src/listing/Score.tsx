import { Star } from "lucide-react";
import { useState } from "react";
import { Dialog } from "@/kit/Dialog";
import styles from "./Score.module.css";
import type { Reason } from "./types";

/** A match score as a number, with what it is made of behind it: never without its reasons (domain.md 8). */
export function ScoreButton({
  score,
  reasons,
  isRecommended,
  name,
}: {
  score: number;
  reasons: readonly Reason[];
  isRecommended: boolean;
  /** Title of the listing, for the dialog and for screen readers. */
  name: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-recommended={isRecommended || undefined}
        aria-haspopup="dialog"
        aria-label={`一致度${score}点の理由を見る：${name}`}
        onClick={() => setOpen(true)}
      >
        {isRecommended && <Star aria-hidden size={14} strokeWidth={2.25} />}
        一致度<b>{score}</b>点
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="一致度の理由">
        <p>
          {name}：<b>{score}</b>／100点
        </p>
        <ScoreReasons reasons={reasons} />
      </Dialog>
    </>
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
