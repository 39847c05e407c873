import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { Link } from "@/kit/Link";
import { caseHref } from "@/negotiation/href";
import type { Negotiation } from "@/negotiation/types";
import type { ListingOverview } from "@/sale/types";
import { isFIN } from "@/session/session";
import styles from "./Notices.module.css";
import { LEVEL, LISTING } from "./types";

/** The notices above the figures: for whom the page is shown, and what is not possible now. */
export function Notices({
  listing,
  isPublished,
  negotiation,
  messagesHref,
  backHref,
}: {
  listing: ListingOverview;
  /** False if the bank in charge reads the working content. */
  isPublished: boolean;
  negotiation: Negotiation | null;
  /** Where the reader's own messages are; null where they are elsewhere. */
  messagesHref: string | null;
  /** For a bank that reads as one of its buyers: the way back to its own view. */
  backHref: string | null;
}) {
  const all = useEnumerations();
  const deskHref = `/seller-company-manage/seller-business/${listing.sellerBusinessId}`;
  const unread = negotiation?.unreadCount ?? 0;
  return (
    <>
      {listing.level === LEVEL.inCharge && (
        <Notice
          action={
            <Link href={deskHref} button="primary">
              案件の管理画面を開く
            </Link>
          }
        >
          自機関が担当する案件です（{codeLabel(all, "listingStatus", listing.status)}）。
          承認依頼、公開先、交渉、開示台帳は管理画面で行います。
          {isPublished
            ? "ここに表示しているのは公開中の内容です。編集中の内容は管理画面で確認できます。"
            : "まだ公開されていないため、編集中の内容を表示しています。"}
        </Notice>
      )}
      {isFIN.value &&
        !backHref &&
        (listing.level === LEVEL.consented || listing.level === LEVEL.realName) && (
          <Notice>
            担当の買手との交渉で開示された情報を含みます。ほかの買手や、交渉に関わらない方には伝えないでください。
          </Notice>
        )}
      {backHref && (
        <Notice
          action={
            <>
              {negotiation?.buyerNegotiationId && (
                <Link href={caseHref(negotiation)} button="primary">
                  この買手との交渉を開く
                </Link>
              )}
              <Link href={backHref} button="secondary">
                自機関の表示に戻る
              </Link>
            </>
          }
        >
          「{negotiation?.displayName ?? "担当の買手"}」に見える内容を表示しています。
        </Notice>
      )}
      {messagesHref && unread > 0 && (
        <Notice
          action={
            <Link href={messagesHref} button="primary">
              メッセージを読む
            </Link>
          }
        >
          読んでいないメッセージが{unread}件あります。
        </Notice>
      )}
      {listing.status === LISTING.concluded && (
        <Notice>この案件は成約済みです。新しい交渉は始められません。</Notice>
      )}
      {listing.status === LISTING.showing && listing.isStopped && (
        <Notice>この案件は受付停止中です。受付が再開されるまで、新しい交渉は始められません。</Notice>
      )}
      {listing.level !== LEVEL.inCharge &&
        listing.status !== LISTING.concluded &&
        listing.status !== LISTING.showing && (
          <Notice>案件の状態：{codeLabel(all, "listingStatus", listing.status)}</Notice>
        )}
    </>
  );
}

function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.notice}>
      <Info aria-hidden size={20} />
      <p>{children}</p>
      {action}
    </div>
  );
}
