import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { heldTextsQuery } from "@/api/message";
import { Button } from "@/kit/Button";
import { formatBytes } from "@/kit/FileField";
import { formatTime } from "@/lib/dates";
import { type HeldDeed, HeldDialog } from "../dialog/HeldDialog";
import { downloadHeldFile } from "../downloads";
import { HELD, type HeldText } from "../held";
import styles from "./Held.module.css";

/**
 * The own institution's texts that were not sent because they contain a name before its time:
 * those that wait for an approver, and those that he returned. Nobody else sees them (domain.md
 * 0.7).
 */
export function HeldTexts({
  of,
  messageType,
  onEdit,
  shown = null,
}: {
  of: { sellerBusinessId: string } | { buyerNegotiationId: string };
  /** The channel; 0 are offers. */
  messageType: number;
  /** Opens a returned text in the editor. */
  onEdit: (held: HeldText) => void;
  /** The text to scroll to; a new object scrolls again. */
  shown?: HeldText | null;
}) {
  const list = useRef<HTMLUListElement>(null);
  const query = useQuery({ ...heldTextsQuery(of), throwOnError: false });
  const [deed, setDeed] = useState<{ held: HeldText; deed: HeldDeed } | null>(null);
  useEffect(() => {
    if (!shown) return;
    const item = list.current?.querySelector<HTMLElement>(`[data-held="${shown.heldTextId}"]`);
    item?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: "center" });
  }, [shown]);
  const all = (query.data ?? []).filter((h) => h.messageType === messageType);
  if (all.length === 0) return null;
  return (
    <>
      <ul ref={list} className={styles.list} aria-label="まだ送っていない文面">
        {all.map((held) => (
          <li key={held.heldTextId} className={styles.held} data-held={held.heldTextId} tabIndex={-1}>
            <HeldItem
              held={held}
              onDeed={(name) => setDeed({ held, deed: name })}
              onEdit={() => onEdit(held)}
            />
          </li>
        ))}
      </ul>
      {deed && <HeldDialog held={deed.held} deed={deed.deed} onClose={() => setDeed(null)} />}
    </>
  );
}

function HeldItem({
  held: h,
  onDeed,
  onEdit,
}: {
  held: HeldText;
  onDeed: (deed: HeldDeed) => void;
  onEdit: () => void;
}) {
  const isWaiting = h.state === HELD.waiting;
  const needsNoApproval = isWaiting && h.hitList.length === 0;
  return (
    <>
      <p className={styles.head}>
        <span className={styles.state}>{h.stateLabel}</span>
        <strong>まだ送っていません。相手には見えません。</strong>
        <time>
          {h.requestedBy}　{formatTime(h.requested)}
        </time>
      </p>
      {h.companyList && (
        <p className={styles.remark}>
          送り先：{h.companyList.length}社（{h.companyList.map((c) => c.displayName).join("、")}）
        </p>
      )}
      <p className={styles.body}>{h.messageBody}</p>
      {h.existsAttachedFile && (
        <Button
          icon={<Download aria-hidden size={18} />}
          onClick={() => downloadHeldFile(h.heldTextId, h.attachedFileName ?? "attachment")}
        >
          {h.attachedFileName}
          {h.attachedFileSize ? `（${formatBytes(h.attachedFileSize)}）` : ""}
        </Button>
      )}
      {h.hitList.length > 0 && (
        <ul className={styles.hits} aria-label="相手にまだ開示していない名前">
          {h.hitList.map((hit) => (
            <li key={`${hit.field}.${hit.start}`}>
              「{hit.text}」{hit.field === "fileName" && "（ファイル名）"}：相手にまだ開示していない
              {hit.kind === "company" ? "企業名" : "氏名"}です。
            </li>
          ))}
        </ul>
      )}
      <p className={styles.remark}>{nextStepText(h, needsNoApproval)}</p>
      <div className={styles.buttons}>
        {needsNoApproval && (
          <Button part="confirms" kind="primary" onClick={() => onDeed("send")}>
            送信する
          </Button>
        )}
        {isWaiting && !needsNoApproval && h.canConfirm && (
          <>
            <Button part="confirms" kind="primary" onClick={() => onDeed("approve")}>
              承認して送る
            </Button>
            <Button part="confirms" onClick={() => onDeed("return")}>
              差し戻す
            </Button>
          </>
        )}
        {!isWaiting && h.isMine && (
          <Button part="acts" kind="primary" onClick={onEdit}>
            直して送る
          </Button>
        )}
        {h.canWithdraw && (
          <Button part="acts" onClick={() => onDeed("withdraw")}>
            取り下げる
          </Button>
        )}
      </div>
    </>
  );
}

/** What has to be done next, and by whom. */
function nextStepText(h: HeldText, needsNoApproval: boolean): string {
  if (h.state === HELD.returned)
    return `${h.decidedBy ? `${h.decidedBy}さんが差し戻しました。` : ""}理由：${h.reason ?? ""}`;
  if (needsNoApproval) return "名前は相手に開示済みになりました。承認なしで送れます。";
  if (h.canConfirm) return "内容を確かめ、理由を付けて承認するか、差し戻してください。";
  return h.isMine
    ? "別の担当者（承認者）の承認を待っています。承認されると、相手に送られます。"
    : "承認者の承認を待っています。";
}
