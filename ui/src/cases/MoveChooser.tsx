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
import { inOrder, type MoveKind, moveLabel, movesTo } from "@/negotiation/moves";
import type { NegotiationRow } from "@/negotiation/types";
import styles from "./Board.module.css";

/**
 * Moves a card: asks the server which moves there are now, and opens the dialog of the one that
 * leads to the wanted column, or offers all of them. Where none leads there, says so.
 */
export function MoveChooser({ row, to, onClose }: { row: NegotiationRow; to?: number; onClose: () => void }) {
  const all = useEnumerations();
  const query = useQuery({ ...negotiationQuery(row.buyerNegotiationId), staleTime: 0 });
  const [chosen, setChosen] = useState<MoveKind | null>(null);
  const n = query.isFetchedAfterMount || chosen ? query.data : undefined;
  const candidates = n && to !== undefined ? movesTo(n, to) : [];
  const [only] = candidates;
  const direct = candidates.length === 1 && only?.blocked === "" ? only.move : null;
  const kind = chosen ?? direct;
  // Once a dialog is open it stays, whatever the reread negotiation offers.
  if (n && kind && chosen === null) setChosen(kind);
  if (n && chosen) return <MoveDialog negotiation={n} move={chosen} to={to} onClose={onClose} />;

  const wanted = codeLabel(all, "negotiationStatus", to);
  const moves = n ? inOrder(n, candidates.length > 0 ? candidates : n.moves) : [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={to === undefined ? "交渉状況を変える" : `「${wanted}」へ進める`}
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
        いまの状況：{n?.statusLabel ?? row.statusLabel}
      </p>
      {query.isError && <p role="alert">{failureMessage(FAILED.negotiationList, query.error)}</p>}
      {!n && !query.isError && <Skeleton lines={3} />}
      {n && to !== undefined && candidates.length === 0 && (
        <p role="status">
          いまの状況（{n.statusLabel}）から「{wanted}」へは、直接進められません。
          {moves.length > 0 && "いまできる操作は、次のとおりです。"}
        </p>
      )}
      {n && moves.length === 0 && <p>いま行う操作はありません。</p>}
      {moves.length > 0 && n && (
        <ul className={styles.choices}>
          {moves.map((m) => (
            <li key={m.move}>
              <Button disabledReason={m.blocked || undefined} onClick={() => setChosen(m.move)}>
                {moveLabel(n, m.move)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
