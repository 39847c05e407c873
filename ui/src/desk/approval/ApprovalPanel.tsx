import { useState } from "react";
import { approvalDeliveryQuery } from "@/api/listing";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import panel from "@/kit/Panel.module.css";
import { formatRemaining, formatTime } from "@/lib/dates";
import { OwnerDelivery } from "@/negotiation/OwnerDelivery";
import styles from "../Desk.module.css";
import { drawApprovalPasscode } from "../deeds";
import type { Masters } from "../masters";
import { type ApprovalState, type Overview, STATUS } from "../types";
import { PaperRequestDialog } from "./PaperDialogs";
import { PaperDownload } from "./PaperDownload";

/** The state of the seller's approval, with the buttons to request it by link or on paper. */
export function ApprovalPanel({
  listing,
  approval,
  masters,
  onRequest,
  onConfirmPaper,
}: {
  listing: Overview;
  approval: ApprovalState | null;
  masters: Masters;
  onRequest: () => void;
  onConfirmPaper: () => void;
}) {
  const [paper, setPaper] = useState(false);
  const pending = approval?.pending;
  const request = listing.moves?.find((move) => move.event === "request_approval");
  // Other reasons are shown in the request's dialog, where they can be corrected or justified.
  const blockedReason = request?.blocked?.includes("変更がありません") ? request.blocked : undefined;
  return (
    <section className={panel.near} aria-labelledby="approval-title">
      <h2 id="approval-title">売手の承認</h2>
      <DescriptionList items={facts(listing, approval)} />
      {pending?.kind === "link" && (
        <OwnerDelivery
          query={approvalDeliveryQuery(listing.sellerBusinessId)}
          draw={(letterId) => drawApprovalPasscode(listing.sellerBusinessId, letterId)}
          reread={() => rereadAfter("listing")}
        />
      )}
      {pending?.kind === "paper" && (
        <div className={styles.buttons}>
          {pending.canConfirm && (
            <Button part="confirms" kind="primary" onClick={onConfirmPaper}>
              承諾書を確認して公開する
            </Button>
          )}
          <PaperDownload listing={listing} fileName={pending.fileName} />
        </div>
      )}
      {request && (
        <div className={styles.buttons}>
          <Button
            part="acts"
            kind={pending ? "secondary" : "primary"}
            onClick={onRequest}
            disabledReason={blockedReason}
          >
            {pending ? "もう一度、承認を依頼する" : "売手に承認を依頼する"}
          </Button>
          {!blockedReason && (
            <Button part="acts" onClick={() => setPaper(true)}>
              書面（署名済みの承諾書）で承認を得る
            </Button>
          )}
        </div>
      )}
      {pending && request && (
        <p className={panel.note}>もう一度依頼すると、いまの依頼（リンクまたは承諾書）は使えなくなります。</p>
      )}
      {paper && <PaperRequestDialog listing={listing} masters={masters} onClose={() => setPaper(false)} />}
    </section>
  );
}

function facts(listing: Overview, approval: ApprovalState | null) {
  const pending = approval?.pending;
  const isShowing = listing.status === STATUS.showing || listing.status === STATUS.outsidePeriod;
  const items = [{ term: "いまの状態", value: stateWords(listing, approval, isShowing) }];
  if (pending?.kind === "link")
    items.push(
      {
        term: "依頼先",
        value: pending.isLetter
          ? `${pending.userName}様（招待状）`
          : `${pending.userName}様（${pending.sentTo}）`,
      },
      { term: "依頼した日時", value: formatTime(pending.requestedAt) },
      {
        term: "リンクの期限",
        value: `${formatTime(pending.expires)}（${pending.isExpired ? "使えなくなりました" : formatRemaining(pending.expires)}）`,
      },
    );
  if (pending?.kind === "paper")
    items.push(
      { term: "承諾書", value: pending.fileName },
      { term: "登録した担当者", value: `${pending.userName}（${formatTime(pending.requestedAt)}）` },
    );
  if (approval?.returnComment && !pending)
    items.push({ term: "差戻しの理由", value: approval.returnComment });
  if (approval?.approvedAt)
    items.push({
      term: "最後の承認",
      value: [formatTime(approval.approvedAt), approval.approvedName && `${approval.approvedName}様`]
        .filter(Boolean)
        .join("　"),
    });
  return items;
}

function stateWords(listing: Overview, approval: ApprovalState | null, isShowing: boolean): string {
  const pending = approval?.pending;
  if (pending?.kind === "paper")
    return pending.canConfirm
      ? "承諾書が登録されています。あなたが確認すると公開されます。"
      : `承諾書が登録されています。${pending.whyNot || "登録した人とは別の担当者が確認すると公開されます。"}`;
  if (pending?.isExpired) return "依頼の期限が切れたか、使えなくなりました。もう一度依頼してください。";
  if (pending) return "売手の承認を待っています。いま編集して保存すると、この依頼は無効になります。";
  if (listing.status === STATUS.concluded) return "成約済みです。";
  if (listing.status === STATUS.disabled) return "無効です。";
  if (listing.returnComment) return "売手から差戻されました。";
  if (isShowing && listing.isApprovedData) return "承認済みです。編集中の内容は、公開中の内容と同じです。";
  if (isShowing) return "承認済みの内容を公開中です。編集した内容は、まだ承認されていません。";
  return "まだ承認を依頼していません。";
}
