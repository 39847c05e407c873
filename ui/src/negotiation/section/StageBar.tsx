import { type RefObject, useEffect, useState } from "react";
import { Button } from "@/kit/Button";
import { StepLine } from "@/kit/StepLine";
import { formatRemaining } from "@/lib/dates";
import { MoveDialog } from "../dialog/MoveDialog";
import { moveLabel, nextMove } from "../moves";
import { isBF, isSF, type Negotiation } from "../types";
import styles from "./StageBar.module.css";

/**
 * Stage, the reader's next deed and its deadline in one line, which stays in sight while the page is
 * scrolled. It is shown once the sections that say the same have left the screen.
 */
export function StageBar({
  negotiation: n,
  below,
}: {
  negotiation: Negotiation;
  /** What says the same at the head of the page. */
  below: RefObject<HTMLElement | null>;
}) {
  const [isShown, setShown] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!below.current || typeof IntersectionObserver === "undefined") return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry) setShown(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    watcher.observe(below.current);
    return () => watcher.disconnect();
  }, [below]);
  const next = nextMove(n);
  const duty = n.ask || (isSF(n.side) ? n.step.sf : isBF(n.side) ? n.step.bf : n.step.buyer);
  return (
    <div className={`${styles.stuck} no-print`}>
      {isShown && (
        <section className={styles.bar} aria-label="交渉の段階と次にすること">
          <StepLine compact status={n.status} />
          <p className={styles.duty}>
            <strong>{n.statusLabel}</strong>
            {duty && <span>{duty}</span>}
            {n.answerDue && <span className={styles.due}>回答期限 {formatRemaining(n.answerDue)}</span>}
          </p>
          {next && <Button onClick={() => setOpen(true)}>{moveLabel(n, next.move)}</Button>}
        </section>
      )}
      {isOpen && next && <MoveDialog negotiation={n} move={next.move} onClose={() => setOpen(false)} />}
    </div>
  );
}
