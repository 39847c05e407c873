import { useQuery } from "@tanstack/react-query";
import { Download, Eye } from "lucide-react";
import { grantedDocumentsQuery } from "@/api/document";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { formatBytes } from "@/kit/FileField";
import { Link } from "@/kit/Link";
import { Lock } from "@/kit/Lock";
import { notify } from "@/kit/notify";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatRemaining } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import { documentHref, downloadDocument, type GrantedDocument } from "../documents";
import styles from "./Document.module.css";

/** The documents that are open to the buyer's side of a negotiation, or why there are none. */
export function DocumentList({
  sellerBusinessId,
  buyerNegotiationId,
}: {
  sellerBusinessId: string;
  buyerNegotiationId: string;
}) {
  const query = useQuery(grantedDocumentsQuery(buyerNegotiationId));
  if (query.isPending) return <Skeleton lines={2} />;
  if (!query.data)
    return (
      <div className={styles.failed}>
        <p role="alert">{failureMessage(FAILED_OWN.documentList, query.error)}</p>
        <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
      </div>
    );
  if (!query.data.isOpen) return <DocumentLock />;
  if (query.data.documentList.length === 0)
    return (
      <p className={styles.none}>
        開示されている資料はありません。必要な資料は、売手側の金融機関に依頼してください。
      </p>
    );
  return (
    <ul className={styles.list}>
      {query.data.documentList.map((document) => (
        <Row key={document.documentId} {...{ sellerBusinessId, buyerNegotiationId, document }} />
      ))}
    </ul>
  );
}

/** Stands in the place of the documents before the real names are open. */
export function DocumentLock() {
  return (
    <Lock>企業概要書などの資料は、実名交渉の承認後に、売手側の金融機関が開示したものが表示されます</Lock>
  );
}

function Row({
  sellerBusinessId,
  buyerNegotiationId,
  document,
}: {
  sellerBusinessId: string;
  buyerNegotiationId: string;
  document: GrantedDocument;
}) {
  const { title, isViewable, isDownload } = document;
  const save = async () => {
    try {
      await downloadDocument(buyerNegotiationId, document);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED_OWN.documentDownload, error));
    }
  };
  return (
    <li>
      <span className={styles.name}>
        <strong>{title}</strong>
        <span className={styles.facts}>
          <span>
            {document.kindLabel}（第{document.edition}版
            {document.fileSize !== undefined && `、${formatBytes(document.fileSize)}`}）
          </span>
          <span>{isDownload ? (isViewable ? "閲覧とダウンロード" : "ダウンロードだけ") : "閲覧だけ"}</span>
          {document.until && (
            <span>
              {formatDate(document.until)}まで（{formatRemaining(document.until)}）
            </span>
          )}
        </span>
      </span>
      <span className={styles.actions}>
        {isViewable && (
          <Link
            href={documentHref(sellerBusinessId, buyerNegotiationId, document)}
            button="secondary"
            icon={<Eye aria-hidden size={18} />}
          >
            {title}を見る
          </Link>
        )}
        {isDownload && (
          <Button
            icon={<Download aria-hidden size={18} />}
            aria-label={`${title}をダウンロードする`}
            onClick={save}
          >
            ダウンロードする
          </Button>
        )}
      </span>
    </li>
  );
}
