import { useQuery } from "@tanstack/react-query";
import { Eye, FilePlus2 } from "lucide-react";
import { useState } from "react";
import { documentsQuery } from "@/api/document";
import { ledgerQuery } from "@/api/ledger";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { formatBytes } from "@/kit/FileField";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatRemaining, formatTime } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import styles from "../Desk.module.css";
import { DeleteDialog, FileDialog, GrantDialog, RevokeDialog } from "./DocumentDialogs";
import { type Document, type DocumentBuyer, type DocumentGrant, grantsOf } from "./documents";

type Open =
  | { kind: "upload" }
  | { kind: "change" | "delete"; document: Document }
  | { kind: "grant" | "revoke"; document: Document; buyer: DocumentBuyer };

/** The documents of a listing: the files, their grants, and who has read them (domain.md 3.5). */
export function DocumentsTab({ sellerBusinessId }: { sellerBusinessId: string }) {
  const query = useQuery(documentsQuery(sellerBusinessId));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  if (query.isPending) return <Skeleton rows={4} />;
  if (!query.data)
    return (
      <EmptyState
        title={FAILED_OWN.documentList}
        action={<Button onClick={() => query.refetch()}>もう一度読み込む</Button>}
      >
        通信の状態を確認して、もう一度お試しください。
      </EmptyState>
    );
  const { documentList, buyerList, maxDocuments } = query.data;
  const add = (
    <Button
      part="acts"
      kind="primary"
      icon={<FilePlus2 aria-hidden size={18} />}
      disabledReason={documentList.length >= maxDocuments ? `${maxDocuments}件まで登録できます` : undefined}
      onClick={() => setOpen({ kind: "upload" })}
    >
      資料を登録する
    </Button>
  );
  return (
    <div className={styles.tab}>
      <p>
        企業概要書や決算書を、実名交渉が承認された買手にだけ、1件ずつ開示します。開示するまでは、自機関のほかには、資料があることも見えません。
      </p>
      {documentList.length === 0 ? (
        <EmptyState title="資料はまだありません" action={add}>
          登録しただけでは、だれにも見えません。登録したあとで、開示する買手を選びます。
        </EmptyState>
      ) : (
        <>
          <div>{add}</div>
          {documentList.map((document) => (
            <DocumentPanel
              key={document.documentId}
              sellerBusinessId={sellerBusinessId}
              document={document}
              buyers={buyerList}
              onOpen={setOpen}
            />
          ))}
        </>
      )}
      <ReadingLog sellerBusinessId={sellerBusinessId} />
      {(open?.kind === "upload" || open?.kind === "change") && (
        <FileDialog
          sellerBusinessId={sellerBusinessId}
          document={open.kind === "change" ? open.document : undefined}
          maxTitle={query.data.maxTitle}
          onClose={close}
        />
      )}
      {open?.kind === "delete" && <DeleteDialog document={open.document} onClose={close} />}
      {open?.kind === "grant" && <GrantDialog document={open.document} buyer={open.buyer} onClose={close} />}
      {open?.kind === "revoke" && (
        <RevokeDialog document={open.document} buyer={open.buyer} onClose={close} />
      )}
    </div>
  );
}

function DocumentPanel({
  sellerBusinessId,
  document,
  buyers,
  onOpen,
}: {
  sellerBusinessId: string;
  document: Document;
  buyers: readonly DocumentBuyer[];
  onOpen: (open: Open) => void;
}) {
  const { title } = document;
  return (
    <section className={panel.near} aria-label={title}>
      <Heading level={2}>{title}</Heading>
      <p className={styles.facts}>
        <span>{document.kindLabel}</span>
        <span>
          第{document.edition}版（{formatTime(document.modified)}）
        </span>
        <span>
          ファイル：{document.fileName}（{formatBytes(document.fileSize)}）
        </span>
        <span>
          買手側の閲覧{document.viewCount}回、ダウンロード{document.downloadCount}回
        </span>
      </p>
      {!document.isViewable && (
        <p className={panel.note}>
          Word・Excel・PowerPointは画面に表示できません。開示するときは、ダウンロードを許可します。閲覧だけにするときは、PDFに差し替えてください。
        </p>
      )}
      <div className={styles.buttons}>
        {document.isViewable && (
          <Link
            href={`/seller-business/${sellerBusinessId}/document/${document.documentId}`}
            button="secondary"
            icon={<Eye aria-hidden size={18} />}
          >
            内容を見る
          </Link>
        )}
        <Button
          part="acts"
          aria-label={`${title}を差し替える・名前を変える`}
          onClick={() => onOpen({ kind: "change", document })}
        >
          差し替える・名前を変える
        </Button>
        <Button
          part="acts"
          kind="quiet"
          aria-label={`${title}を削除する`}
          onClick={() => onOpen({ kind: "delete", document })}
        >
          削除する
        </Button>
      </div>
      <DataList
        caption={`${title}を開示する買手`}
        rows={grantsOf(document, buyers)}
        rowKey={({ buyer }) => buyer.buyerNegotiationId}
        empty={
          <p className={panel.note}>
            開示できる買手はまだいません。実名交渉を承認した買手が、ここに並びます。
          </p>
        }
        columns={[
          { key: "buyer", header: "買手", primary: true, cell: ({ buyer }) => buyer.displayName },
          { key: "bank", header: "買手側金融機関", cell: ({ buyer }) => buyer.financialName || "―" },
          { key: "status", header: "交渉状況", cell: ({ buyer }) => buyer.statusLabel },
          {
            key: "grant",
            header: "開示",
            cell: ({ grant }) =>
              !grant ? (
                "開示していません"
              ) : (
                <>
                  <strong>{terms(document, grant)}</strong>
                  <span className={styles.traits}>
                    {formatDate(grant.granted)}から
                    {grant.until && `　${formatDate(grant.until)}まで（${formatRemaining(grant.until)}）`}
                  </span>
                </>
              ),
          },
          {
            key: "read",
            header: "読まれた回数",
            cell: ({ grant }) =>
              !grant ? (
                "―"
              ) : grant.lastRead === "" ? (
                "まだ開いていません"
              ) : (
                <>
                  閲覧{grant.viewCount}回、ダウンロード{grant.downloadCount}回
                  <span className={styles.traits}>最後：{formatTime(grant.lastRead)}</span>
                </>
              ),
          },
        ]}
        actions={({ buyer, grant }) => (
          <div className={styles.buttons}>
            <Button
              part="acts"
              aria-label={`${buyer.displayName}に${title}を${grant ? "開示する条件を変える" : "開示する"}`}
              onClick={() => onOpen({ kind: "grant", document, buyer })}
            >
              {grant ? "条件を変える" : "開示する"}
            </Button>
            {grant && (
              <Button
                part="acts"
                kind="quiet"
                aria-label={`${buyer.displayName}への${title}の開示を取り消す`}
                onClick={() => onOpen({ kind: "revoke", document, buyer })}
              >
                取り消す
              </Button>
            )}
          </div>
        )}
      />
    </section>
  );
}

/** What a grant allows the buyer's side, in words. */
function terms({ isViewable }: Document, { isDownload }: DocumentGrant): string {
  if (!isDownload) return "閲覧だけ（透かし入り）";
  return isViewable ? "閲覧とダウンロード" : "ダウンロードだけ";
}

/** The ledger's entries about documents: viewings, downloads, grants, revocations. */
function ReadingLog({ sellerBusinessId }: { sellerBusinessId: string }) {
  const query = useQuery(ledgerQuery(sellerBusinessId));
  if (query.isPending) return <Skeleton rows={3} />;
  const rows = (query.data ?? []).filter((row) => row.documentId).map((row, index) => ({ ...row, index }));
  return (
    <section className={styles.log}>
      <Heading level={2}>閲覧と開示の記録</Heading>
      <p className={panel.note}>
        開示台帳のうち、資料についての行です。資料は、開いた記録を残せたときにだけ表示されます。
      </p>
      <DataList
        caption="資料の閲覧と開示の記録"
        rows={rows}
        rowKey={(row) => `${row.at} ${row.index}`}
        empty={
          query.isError ? (
            <p role="alert">記録を取得できませんでした。画面を読み込み直してください。</p>
          ) : (
            <EmptyState title="まだ記録はありません">
              開示したとき、買手側が開いたときに、ここに並びます。
            </EmptyState>
          )
        }
        columns={[
          { key: "at", header: "日時", nowrap: true, cell: (row) => formatTime(row.at) },
          { key: "subject", header: "資料", primary: true, cell: (row) => row.subject },
          { key: "kind", header: "できごと", cell: (row) => row.kindLabel },
          { key: "buyer", header: "買手", cell: (row) => row.buyerName || "（自機関の閲覧）" },
          { key: "bank", header: "金融機関", cell: (row) => row.institutionName || "―" },
          { key: "basis", header: "根拠", wideOnly: true, cell: (row) => row.basis || "―" },
        ]}
      />
    </section>
  );
}
