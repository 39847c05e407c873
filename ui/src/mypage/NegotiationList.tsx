import { useState } from "react";
import { Badge } from "@/kit/Badge";
import { Button } from "@/kit/Button";
import { Link } from "@/kit/Link";
import { StepLine } from "@/kit/StepLine";
import { negotiationHref } from "@/negotiation/href";
import type { NegotiationRow } from "@/negotiation/types";
import styles from "./Negotiation.module.css";

const FIRST = 6;

/** Negotiations with their step and what the reader's side must do now. */
export function NegotiationList({
  rows,
  count = rows.length,
  more,
  empty,
}: {
  rows: readonly NegotiationRow[];
  /** How many there are in all. */
  count?: number;
  /** Where all of them stand. */
  more?: string;
  empty: string;
}) {
  const [all, setAll] = useState(false);
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <>
      <ul className={styles.list}>
        {(all ? rows : rows.slice(0, FIRST)).map((row) => (
          <li key={row.buyerNegotiationId}>
            <p className={styles.name}>
              <Link href={negotiationHref(row)}>{row.businessName || "（非公開になった案件）"}</Link>
              <Badge count={row.unreadCount} label="未読" />
            </p>
            <p className={styles.who}>
              {row.side !== "buyer" && `${row.side === "sf" ? "買手：" : ""}${row.displayName}　`}
              {row.statusLabel}
            </p>
            {row.status > 0 && <StepLine status={row.status} compact />}
            {duty(row) && <p className={styles.duty}>{duty(row)}</p>}
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        {rows.length > FIRST && (
          <Button kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? "一部だけを表示する"
              : count > rows.length
                ? `新しいもの${rows.length}件を表示する（全${count.toLocaleString("ja-JP")}件）`
                : `すべて表示する（${rows.length}件）`}
          </Button>
        )}
        {more && <Link href={more}>買手交渉案件管理を開く</Link>}
      </p>
    </>
  );
}

/** What the reader's own side must do now. */
function duty(row: NegotiationRow): string {
  if (row.ask) return row.ask;
  switch (row.side) {
    case "buyer":
      return row.step.buyer;
    case "sf":
      return row.step.sf;
    default:
      return row.step.bf || row.step.sf;
  }
}
