import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { failureMessage } from "@/api/errors";
import { negotiationQuery } from "@/api/negotiation";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { Link } from "@/kit/Link";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED } from "@/messages";
import { MoveDialog } from "@/negotiation/dialog/MoveDialog";
import { negotiationHref } from "@/negotiation/href";
import { type MoveKind, moveLabel, movesInOrder, movesTo } from "@/negotiation/moves";
import type { NegotiationRow } from "@/negotiation/types";
import styles from "./Board.module.css";

/**
 * Moves a card. Fetches the moves that are possible now and opens the dialog of the one that leads to
 * the column of status `to`. Unless there is exactly one such move and it is not blocked, the user chooses
 * from a list.
 */
export function MoveChooser({ row, to, onClose }: { row: NegotiationRow; to?: number; onClose: () => void }) {
  const all = useEnumerations();
  const query = useQuery({ ...negotiationQuery(row.buyerNegotiationId), staleTime: 0 });
  const [chosen, setChosen] = useState<MoveKind | null>(null);
  const negotiation = query.isFetchedAfterMount || chosen ? query.data : undefined;
  const candidates = negotiation && to !== undefined ? movesTo(negotiation, to) : [];
  const [candidate] = candidates;
  const direct = candidates.length === 1 && candidate?.blocked === "" ? candidate.move : null;
  const kind = chosen ?? direct;
  // An open dialog stays open even if the move is missing when the negotiation is fetched again.
  if (negotiation && kind && chosen === null) setChosen(kind);
  if (negotiation && chosen)
    return <MoveDialog negotiation={negotiation} move={chosen} to={to} onClose={onClose} />;

  const targetLabel = codeLabel(all, "negotiationStatus", to);
  const moves = negotiation
    ? movesInOrder(negotiation, candidates.length > 0 ? candidates : negotiation.moves)
    : [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={to === undefined ? "交渉状況を変える" : `「${targetLabel}」へ進める`}
      actions={
        <>
          <Button onClick={onClose}>やめる</Button>
          <Link button="secondary" href={negotiationHref(row)}>
            交渉の画面を開く
          </Link>
        </>
      }
    >
      <p>
        {row.displayName}
        {row.businessName && `　${row.businessName}`}
        <br />
        いまの状況：{negotiation?.statusLabel ?? row.statusLabel}
      </p>
      {query.isError && <p role="alert">{failureMessage(FAILED.negotiationList, query.error)}</p>}
      {!negotiation && !query.isError && <Skeleton lines={3} />}
      {negotiation && to !== undefined && candidates.length === 0 && (
        <p role="status">
          いまの状況（{negotiation.statusLabel}）から「{targetLabel}」へは、直接進められません。
          {moves.length > 0 && "いまできる操作は、次のとおりです。"}
        </p>
      )}
      {negotiation && moves.length === 0 && <p>いま行う操作はありません。</p>}
      {moves.length > 0 && negotiation && (
        <ul className={styles.choices}>
          {moves.map((move) => (
            <li key={move.move}>
              <Button disabledReason={move.blocked || undefined} onClick={() => setChosen(move.move)}>
                {moveLabel(negotiation, move.move)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
