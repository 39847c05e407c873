import { useState } from "react";
import { codesOf, useEnumerations } from "@/api/enumerations";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { formatDate, formatRemaining } from "@/lib/dates";
import { yenReading } from "@/lib/yen";
import { MilestoneDialog } from "../dialog/MilestoneDialog";
import { factText, proposalState, SKIPPED } from "../facts";
import { type MilestoneRow, milestoneRows } from "../milestones";
import { type Negotiation, STATUS } from "../types";
import styles from "./Milestone.module.css";

/** トップ面談 … クロージング: dates, not statuses (domain.md 4 Milestones). */
export function MilestoneSection({ negotiation: n }: { negotiation: Negotiation }) {
  const all = useEnumerations();
  const [open, setOpen] = useState<MilestoneRow | null>(null);
  const rows = milestoneRows(codesOf(all, "milestone"), n);
  const hasRealNames = n.status >= STATUS.realName && n.status <= STATUS.signed;
  if (!hasRealNames && n.milestones.length === 0) return null;
  return (
    <section className={styles.box}>
      <Heading level={2}>マイルストーン</Heading>
      <ol className={styles.list}>
        {rows
          .filter(
            (row) =>
              row.recorded ||
              row.proposal ||
              (hasRealNames && (row.name !== "Closed" || n.status === STATUS.signed)),
          )
          .map((row) => (
            <li key={row.code} data-done={row.recorded ? true : undefined}>
              <span className={styles.label}>{row.label}</span>
              <span className={styles.value}>
                {row.recorded ? (
                  <>
                    {row.recorded.isSkipped ? SKIPPED : formatDate(row.recorded.date)}
                    {row.recorded.amount !== undefined && (
                      <span>
                        {row.name === "Closed" ? "成約金額" : "価格"} {yenReading(row.recorded.amount)}
                      </span>
                    )}
                    {row.recorded.until && (
                      <span>
                        独占交渉期限 {formatDate(row.recorded.until)}（{formatRemaining(row.recorded.until)}）
                      </span>
                    )}
                    {row.recorded.note && <span>覚書：{row.recorded.note}</span>}
                  </>
                ) : (
                  "未記録"
                )}
                {row.proposal && (
                  <span className={styles.waits}>
                    {proposalState(row.proposal)}：{factText(row.proposal)}
                  </span>
                )}
              </span>
              {row.isOpen && n.side !== "buyer" && (
                <Button
                  kind="quiet"
                  aria-label={`${row.label}を${row.recorded || row.proposal ? "変更する" : "記録する"}`}
                  onClick={() => setOpen(row)}
                >
                  {row.recorded || row.proposal ? "変更する" : "記録する"}
                </Button>
              )}
            </li>
          ))}
      </ol>
      {open && <MilestoneDialog negotiation={n} row={open} onClose={() => setOpen(null)} key={open.code} />}
    </section>
  );
}
