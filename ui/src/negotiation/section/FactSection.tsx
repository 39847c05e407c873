import { useState } from "react";
import { codesOf, useEnumerations } from "@/api/enumerations";
import { Button } from "@/kit/Button";
import { formatTime } from "@/lib/dates";
import { ConfirmFactDialog, ReturnFactDialog, WithdrawFactDialog } from "../dialog/FactDialogs";
import { MilestoneDialog } from "../dialog/MilestoneDialog";
import { factText, milestoneInForce, proposalState } from "../facts";
import { milestoneRows } from "../milestones";
import type { Negotiation, NegotiationProposal } from "../types";
import styles from "./Paper.module.css";

type Deed = "confirm" | "return" | "withdraw";

/** What one bank recorded and the other has yet to confirm: nothing follows from it (domain.md 0.6). */
export function FactSection({ negotiation: n }: { negotiation: Negotiation }) {
  const all = useEnumerations();
  const [open, setOpen] = useState<{ deed: Deed; proposal: NegotiationProposal } | null>(null);
  const [closing, setClosing] = useState(false);
  const proposals = n.proposals ?? [];
  const closed = milestoneRows(codesOf(all, "milestone"), n).find((row) => row.name === "Closed");
  const asksClosing =
    n.side !== "buyer" &&
    closed?.isOpen &&
    !closed.recorded &&
    !proposals.some((p) => p.kind === closed.code);
  if (proposals.length === 0 && !asksClosing && !closing) return null;
  const Dialog =
    open && { confirm: ConfirmFactDialog, return: ReturnFactDialog, withdraw: WithdrawFactDialog }[open.deed];
  return (
    <ul className={styles.list} aria-label="双方で確認すること">
      {asksClosing && (
        <li className={styles.paper}>
          <p>
            <strong>クロージングが完了したら、完了日と成約金額を記録してください。</strong>
            <span className={styles.by}>相手の金融機関が確認すると、この案件の手続きは終わりです。</span>
          </p>
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => setClosing(true)}>
              クロージングの完了を記録する
            </Button>
          </div>
        </li>
      )}
      {proposals.map((p) => (
        <li key={p.proposalId} className={styles.paper}>
          <p>
            <strong>
              {p.label}：{proposalState(p)}
            </strong>
            <span className={styles.by}>
              {p.side === "bf" ? "買手側金融機関" : "売手側金融機関"}が{formatTime(p.created)}に記録：
              {factText(p)}（いまの内容：{factText(milestoneInForce(n, p.kind))}）
            </span>
            {p.isReturned && <span className={styles.by}>差戻しの理由：{p.returnReason}</span>}
            {p.note && <span className={styles.by}>覚書：{p.note}</span>}
          </p>
          <div className={styles.actions}>
            {p.canConfirm && (
              <>
                <Button part="acts" kind="primary" onClick={() => setOpen({ deed: "confirm", proposal: p })}>
                  {p.label}を確認する
                </Button>
                <Button part="acts" onClick={() => setOpen({ deed: "return", proposal: p })}>
                  差し戻す
                </Button>
              </>
            )}
            {!p.canConfirm && n.side === "both" && !p.isReturned && (
              <Button part="acts" disabledReason={p.blocked}>
                {p.label}を確認する
              </Button>
            )}
            {p.canWithdraw && (
              <Button part="acts" kind="quiet" onClick={() => setOpen({ deed: "withdraw", proposal: p })}>
                記録を取り下げる
              </Button>
            )}
          </div>
        </li>
      ))}
      {Dialog && open && (
        <Dialog
          negotiation={n}
          proposal={open.proposal}
          onClose={() => setOpen(null)}
          key={open.proposal.proposalId}
        />
      )}
      {closing && closed && (
        <MilestoneDialog negotiation={n} row={closed} onClose={() => setClosing(false)} />
      )}
    </ul>
  );
}
