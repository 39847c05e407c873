import { Download } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/kit/Button";
import { formatTime } from "@/lib/dates";
import { FAILED } from "@/messages";
import { cancelPaper } from "../deeds";
import { DeedDialog } from "../dialog/DeedDialog";
import { MoveDialog } from "../dialog/MoveDialog";
import { downloadPaper } from "../downloads";
import type { MoveKind } from "../moves";
import type { Negotiation, NegotiationPaper } from "../types";
import styles from "./Paper.module.css";

const KINDS: Record<NegotiationPaper["kind"], { title: string; move: MoveKind; failed: string }> = {
  realname_consent: {
    title: "実名開示同意の書面",
    move: "realname_consent",
    failed: FAILED.negotiationStatus,
  },
  owner_consent: { title: "オーナー承諾の書面", move: "owner_agree", failed: FAILED.negotiationApprove },
};

/** Signed papers that wait for a second user of the institution (domain.md 1). */
export function PaperSection({ negotiation: n }: { negotiation: Negotiation }) {
  const [confirming, setConfirming] = useState<MoveKind | null>(null);
  const [cancelling, setCancelling] = useState<NegotiationPaper | null>(null);
  if (n.papers.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="確認を待っている書面">
      {n.papers.map((paper) => (
        <li key={paper.paperId} className={styles.paper}>
          <p>
            <strong>{KINDS[paper.kind].title}が、別の担当者の確認を待っています。</strong>
            <span className={styles.by}>
              登録：{paper.requestedBy}（{formatTime(paper.requested)}）
            </span>
          </p>
          <div className={styles.actions}>
            {paper.canConfirm ? (
              <Button part="confirms" kind="primary" onClick={() => setConfirming(KINDS[paper.kind].move)}>
                書面を確認する
              </Button>
            ) : (
              <Button
                part="confirms"
                disabledReason={paper.whyNot || "登録した方とは別の担当者が確認します。"}
              >
                書面を確認する
              </Button>
            )}
            <Button
              icon={<Download aria-hidden size={18} />}
              onClick={() => downloadPaper(paper.paperId, paper.fileName)}
            >
              {paper.fileName}
            </Button>
            <Button part="acts" kind="quiet" onClick={() => setCancelling(paper)}>
              登録を取り消す
            </Button>
          </div>
        </li>
      ))}
      {confirming && <MoveDialog negotiation={n} move={confirming} onClose={() => setConfirming(null)} />}
      {cancelling && <CancelDialog paper={cancelling} onClose={() => setCancelling(null)} />}
    </ul>
  );
}

function CancelDialog({ paper, onClose }: { paper: NegotiationPaper; onClose: () => void }) {
  const form = useForm({ shouldFocusError: false });
  return (
    <DeedDialog
      title={`${KINDS[paper.kind].title}の登録を取り消しますか`}
      consequence={["登録した書面は使われなくなります。必要なときは、もう一度登録してください。"]}
      label="登録を取り消す"
      failed={KINDS[paper.kind].failed}
      done="書面の登録を取り消しました。"
      form={form}
      fields={[]}
      draft={`paper.${paper.paperId}`}
      send={() => cancelPaper(paper.paperId)}
      onClose={onClose}
    />
  );
}
