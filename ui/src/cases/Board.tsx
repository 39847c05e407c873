import { type DragEvent, useState } from "react";
import { codeLabel, codesOf, useEnumerations } from "@/api/enumerations";
import { Badge } from "@/kit/Badge";
import { Button } from "@/kit/Button";
import { Link } from "@/kit/Link";
import { formatDate, formatRemaining } from "@/lib/dates";
import { duty } from "@/negotiation/duty";
import { negotiationHref } from "@/negotiation/href";
import type { NegotiationRow, Side } from "@/negotiation/types";
import { usePersons } from "@/persons/usePersons";
import { personsText } from "@/persons/words";
import styles from "./Board.module.css";
import { OfferButtons } from "./CaseTable";
import { CLOSED_NAME, columnsOf, isEnded } from "./case";
import { MoveChooser } from "./MoveChooser";

/**
 * The negotiations in columns by status; those that are over are folded below, with their number.
 * Dragging a card to another column, or its button, opens the dialog of the move (domain.md 5).
 */
export function Board({
  rows,
  as,
  onOffer,
}: {
  rows: readonly NegotiationRow[];
  /** The side whose list it is; that of each row if it is not said. */
  as?: Side;
  /** Forwards or declines an offer; only the buyer's institution does. */
  onOffer?: (row: NegotiationRow, forward: boolean) => void;
}) {
  const all = useEnumerations();
  const persons = usePersons(
    as === "sf" ? "sf" : "bf",
    rows.map((row) => row.buyerNegotiationId),
  );
  const inChargeOf = (row: NegotiationRow) => {
    const found = persons?.get(row.buyerNegotiationId);
    return found && personsText(found);
  };
  const columns = columnsOf(codesOf(all, "negotiationStatus"), rows);
  const [dragged, setDragged] = useState<NegotiationRow | null>(null);
  /** The status of the column under the dragged card. */
  const [over, setOver] = useState<number | null>(null);
  const [moving, setMoving] = useState<{ row: NegotiationRow; to?: number } | null>(null);
  /** Ended negotiations whose cards are shown, by status. */
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const toggle = (code: number) =>
    setUnfolded((now) => new Set(now.has(code) ? [...now].filter((one) => one !== code) : [...now, code]));

  const accepts = (code: number) => dragged !== null && dragged.status !== code;
  const drop = (event: DragEvent, code: number) => {
    event.preventDefault();
    if (dragged && accepts(code)) setMoving({ row: dragged, to: code });
    setDragged(null);
    setOver(null);
  };

  const column = ({ code, label, rows: inColumn }: (typeof columns)[number]) => (
    <section
      key={code}
      className={styles.column}
      data-over={(over === code && accepts(code)) || undefined}
      aria-label={`${label}（${inColumn.length}件）`}
      onDragOver={(event) => {
        if (!accepts(code)) return;
        event.preventDefault();
        setOver(code);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(null);
      }}
      onDrop={(event) => drop(event, code)}
    >
      <h2>
        {label}
        <span>{inColumn.length}</span>
      </h2>
      {isEnded(code) && inColumn.length > 0 && (
        <Button kind="quiet" aria-expanded={unfolded.has(code)} onClick={() => toggle(code)}>
          {label}の{inColumn.length}件を{unfolded.has(code) ? "閉じる" : "表示する"}
        </Button>
      )}
      <ul hidden={isEnded(code) && !unfolded.has(code)}>
        {inColumn.map((row) => (
          <li
            key={row.buyerNegotiationId}
            className={styles.card}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", row.caseNumber);
              setDragged(row);
            }}
            onDragEnd={() => {
              setDragged(null);
              setOver(null);
            }}
          >
            <p className={styles.name}>
              <Link href={negotiationHref(row, as)}>{row.businessName || CLOSED_NAME}</Link>
              <Badge count={row.unreadCount} label="未読" />
            </p>
            <p>{row.displayName}</p>
            {as === "sf" && <p>{row.buyerFinancialName}</p>}
            {as === "sf" && duty(row) && <p>{duty(row)}</p>}
            <dl>
              {inChargeOf(row) && (
                <div>
                  <dt>担当者</dt>
                  <dd>{inChargeOf(row)}</dd>
                </div>
              )}
              {row.nextAction?.date && (
                <div>
                  <dt>次回対応</dt>
                  <dd>
                    {formatDate(row.nextAction.date)}（{formatRemaining(row.nextAction.date)}）
                  </dd>
                </div>
              )}
              {row.answerDue && as !== "sf" && (
                <div>
                  <dt>回答期限</dt>
                  <dd>{formatRemaining(row.answerDue)}</dd>
                </div>
              )}
              {row.offerSendStatus > 0 && row.status === 0 && (
                <div>
                  <dt>オファー</dt>
                  <dd>{row.offerSendStatusLabel}</dd>
                </div>
              )}
              {row.status !== 0 && row.financialSupportStatus !== undefined && as !== "sf" && (
                <div>
                  <dt>資金支援</dt>
                  <dd>{codeLabel(all, "financialSupportStatus", row.financialSupportStatus)}</dd>
                </div>
              )}
            </dl>
            {onOffer && row.offerSendStatus === 1 && <OfferButtons row={row} onOffer={onOffer} />}
            <Button
              kind="quiet"
              aria-label={`${row.displayName}の「${row.businessName || CLOSED_NAME}」の交渉状況を変える`}
              onClick={() => setMoving({ row })}
            >
              状況を変える
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
  return (
    <>
      <section
        className={styles.board}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the board scrolls sideways, also by keyboard.
        tabIndex={0}
        aria-label="交渉状況のボード"
      >
        {columns.filter(({ code }) => !isEnded(code)).map(column)}
      </section>
      <div className={styles.ended}>{columns.filter(({ code }) => isEnded(code)).map(column)}</div>
      {moving && <MoveChooser {...moving} onClose={() => setMoving(null)} />}
    </>
  );
}
