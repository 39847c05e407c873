import { useState } from "react";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { formatDate } from "@/lib/dates";
import { yenReading } from "@/lib/yen";
import { updateFinancing } from "../deeds";
import { FinancingDialog } from "../dialog/FinancingDialog";
import type { FinancingMove, Negotiation } from "../types";
import styles from "./Financing.module.css";

/** 買収資金支援: the buyer's institution's alone; the seller's learns 確認済 or 未確認 (domain.md 5). */
export function FinancingSection({ negotiation: n }: { negotiation: Negotiation }) {
  const [open, setOpen] = useState<FinancingMove | "edit" | null>(null);
  if (n.financing)
    return (
      <section className={styles.box}>
        <Heading level={2}>買手の資金</Heading>
        <p>{n.financing}</p>
      </section>
    );
  const f = n.financingSupport;
  if (!f) return null;
  const amount = (value: number | undefined) => (value === undefined ? "" : yenReading(value));
  return (
    <section className={styles.box}>
      <Heading level={2}>資金支援</Heading>
      <p className={styles.status}>{f.statusLabel}</p>
      <p className={styles.notice}>
        資金支援の有無や条件を、ほかの取引の条件にしないでください（優越的地位の濫用の防止）。売手側金融機関には、確認済か未確認かだけが伝わります。
      </p>
      {f.moves.length > 0 && (
        <div className={styles.moves}>
          {f.moves.map((move) => (
            <Button
              part="acts"
              key={move.status}
              disabledReason={move.blocked || undefined}
              onClick={() => setOpen(move)}
            >
              「{move.label}」にする
            </Button>
          ))}
        </div>
      )}
      <details className={styles.details}>
        <summary>資金支援の内容</summary>
        <DescriptionList
          items={[
            { term: "買手の情報共有同意", value: f.financingConsent ? "あり" : "なし" },
            { term: "希望額", value: amount(f.desiredAmount) },
            { term: "自己資金", value: amount(f.ownFunds) },
            { term: "資金の使途", value: f.fundsPurpose },
            { term: "稟議番号", value: f.approvalNumber },
            { term: "決裁日", value: f.approvalDate ? formatDate(f.approvalDate) : "" },
            { term: "承認された金額", value: amount(f.approvedAmount) },
          ]}
        />
        {n.status !== 9 && (
          <Button part="acts" onClick={() => setOpen("edit")}>
            内容を変更する
          </Button>
        )}
      </details>
      {open && (
        <FinancingDialog
          id={n.buyerNegotiationId}
          financing={f}
          move={open}
          consequence={["自機関だけが見られます。売手側金融機関には、確認済か未確認かだけが伝わります。"]}
          send={(input) => updateFinancing(n, input)}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}
