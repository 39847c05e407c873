import { useState } from "react";
import { Badge } from "@/kit/Badge";
import { Button } from "@/kit/Button";
import { Link } from "@/kit/Link";
import { StepLine } from "@/kit/StepLine";
import { negotiationHref, unreadHref } from "@/negotiation/href";
import type { NegotiationRow } from "@/negotiation/types";
import styles from "./Negotiation.module.css";

/** How many rows the collapsed list shows. */
const COLLAPSED_COUNT = 6;

/** Negotiations with their status and what the user's own side must do now. */
export function NegotiationList({
  rows,
  count = rows.length,
  more,
  empty,
}: {
  rows: readonly NegotiationRow[];
  /** The number of all negotiations, of which `rows` may be a part. */
  count?: number;
  /** The full list. */
  more?: { href: string; label: string };
  empty: string;
}) {
  const [isExpanded, setExpanded] = useState(false);
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <>
      <ul className={styles.list}>
        {(isExpanded ? rows : rows.slice(0, COLLAPSED_COUNT)).map((row) => (
          <li key={row.buyerNegotiationId}>
            <p className={styles.name}>
              <Link href={(row.unreadCount > 0 ? unreadHref : negotiationHref)(row)}>
                {row.businessName || "（非公開になった案件）"}
              </Link>
              <Badge count={row.unreadCount} label="未読" />
            </p>
            <p className={styles.who}>
              {row.side !== "buyer" && `${row.side === "sf" ? "買手：" : ""}${row.displayName}　`}
              {row.statusLabel}
            </p>
            {row.status > 0 && <StepLine status={row.status} compact />}
            {ownStep(row) && <p className={styles.ownStep}>{ownStep(row)}</p>}
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        {rows.length > COLLAPSED_COUNT && (
          <Button kind="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {isExpanded
              ? "一部だけを表示する"
              : count > rows.length
                ? `新しいもの${rows.length}件を表示する（全${count.toLocaleString("ja-JP")}件）`
                : `すべて表示する（${rows.length}件）`}
          </Button>
        )}
        {more && <Link href={more.href}>{more.label}</Link>}
      </p>
    </>
  );
}

/** What the user's own side must do now; empty if nothing. */
function ownStep(row: NegotiationRow): string {
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
