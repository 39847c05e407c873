import { useState } from "react";
import { Button } from "@/kit/Button";
import { useRefusal } from "@/kit/Deeds";
import { Heading } from "@/kit/Heading";
import { MoveDialog } from "../dialog/MoveDialog";
import { asksInterest } from "../interest";
import { type MoveKind, moveLabel, movesInOrder, nextMove, waitingPaper } from "../moves";
import type { Negotiation } from "../types";
import styles from "./Move.module.css";

/** The moves that the server returned for this reader; an impossible one says why. */
export function MoveSection({ negotiation: n }: { negotiation: Negotiation }) {
  const [open, setOpen] = useState<MoveKind | null>(null);
  const refusal = useRefusal("acts");
  const next = nextMove(n);
  // A waiting paper is shown in PaperSection, and an interest before the negotiation in InterestSection.
  const moves = movesInOrder(n).filter(
    (m) => !waitingPaper(n, m.move) && !(m.move === "interest" && asksInterest(n)),
  );
  const possible = moves.filter((m) => m.blocked === "");
  // A record to confirm is shown above as the first task, so no move is primary then.
  const mustConfirm = n.proposals?.some((p) => p.canConfirm) ?? false;
  const blocked = moves.filter((m) => m.blocked !== "");
  // If the reader has a task elsewhere on this screen, the text that there is nothing to do is not shown.
  if (moves.length === 0 && n.ask) return null;
  return (
    <section className={styles.box}>
      <Heading level={2}>できること</Heading>
      {moves.length === 0 && <p className={styles.none}>{refusal ?? "いま行う操作はありません。"}</p>}
      {possible.length > 0 && (
        <div className={styles.ready}>
          {possible.map((m) => (
            <Button
              key={m.move}
              kind={m === next && !mustConfirm ? "primary" : "secondary"}
              onClick={() => setOpen(m.move)}
            >
              {moveLabel(n, m.move)}
            </Button>
          ))}
        </div>
      )}
      {blocked.length > 0 && (
        <ul className={styles.waiting}>
          {blocked.map((m) => (
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
