import { useState } from "react";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { MoveDialog } from "../dialog/MoveDialog";
import { asksInterest } from "../interest";
import { inOrder, type MoveKind, moveLabel, nextMove, waitingPaper } from "../moves";
import type { Negotiation } from "../types";
import styles from "./Move.module.css";

/** The moves that the server returned for this reader; an impossible one says why. */
export function MoveSection({ negotiation: n }: { negotiation: Negotiation }) {
  const [open, setOpen] = useState<MoveKind | null>(null);
  const next = nextMove(n);
  // A paper that waits has its own place above, with the file to look at.
  // What a row is asked before it begins has its own place too.
  const moves = inOrder(n).filter(
    (m) => !waitingPaper(n, m.move) && !(m.move === "interest" && asksInterest(n)),
  );
  const ready = moves.filter((m) => m.blocked === "");
  // What is asked of the reader stands above as the first thing to do: a record to confirm.
  const asked = n.proposals?.some((p) => p.canConfirm) ?? false;
  const waiting = moves.filter((m) => m.blocked !== "");
  // Where something is asked that is done elsewhere on this screen, it is not said that there is nothing.
  if (moves.length === 0 && n.ask) return null;
  return (
    <section className={styles.box}>
      <Heading level={2}>できること</Heading>
      {moves.length === 0 && <p className={styles.none}>いま行う操作はありません。</p>}
      {ready.length > 0 && (
        <div className={styles.ready}>
          {ready.map((m) => (
            <Button
              key={m.move}
              kind={m === next && !asked ? "primary" : "secondary"}
              onClick={() => setOpen(m.move)}
            >
              {moveLabel(n, m.move)}
            </Button>
          ))}
        </div>
      )}
      {waiting.length > 0 && (
        <ul className={styles.waiting}>
          {waiting.map((m) => (
            <li key={m.move}>
              <Button disabledReason={m.blocked}>{moveLabel(n, m.move)}</Button>
            </li>
          ))}
        </ul>
      )}
      {open && <MoveDialog negotiation={n} move={open} onClose={() => setOpen(null)} />}
    </section>
  );
}
