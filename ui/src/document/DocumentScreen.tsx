import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download } from "lucide-react";
import { useCallback, useState } from "react";
import { download } from "@/api/client";
import { openingQuery, type Reading, sheetQuery } from "@/api/document";
import { ApiError, failureMessage } from "@/api/errors";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatRemaining } from "@/lib/dates";
import { NO_COLUMNS, useMedia } from "@/lib/media";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { FAILED_OWN } from "@/messages";
import type { ScreenProps } from "@/screen";
import { isFIN } from "@/session/session";
import styles from "./Document.module.css";
import { Viewer } from "./Viewer";

const ADDRESS = { negotiation: "" };

/** One document of a listing, as pages that the server draws with their reader's watermark (domain.md 3.5 documents). */
export default function DocumentScreen({ params }: ScreenProps) {
  const { state } = useUrlState(ADDRESS);
  const reading = { documentId: params.documentId ?? "", buyerNegotiationId: state.negotiation };
  const { data: sheet, error } = useQuery(sheetQuery(reading));
  // A document that is withdrawn while it is open is closed: the right to it is checked again and
  // again.
  if (error && (!sheet || (error instanceof ApiError && error.status === 400))) throw error;
  useScreenTitle(sheet?.title);
  if (!sheet)
    return (
      <>
        <Heading level={1}>資料の閲覧</Heading>
        <Skeleton rows={6} />
      </>
    );
  return <DocumentView key={sheet.edition} sheet={sheet} reading={reading} />;
}

function DocumentView({
  sheet,
  reading,
}: {
  sheet: components["schemas"]["DocumentSheet"];
  reading: Reading;
}) {
  const backLink = (
    <Link
      href={backHref(sheet)}
      button="secondary"
      icon={<ArrowLeft aria-hidden size={18} />}
      aria-label="案件へ戻る"
    >
      <span className={styles.word}>案件へ戻る</span>
    </Link>
  );
  const downloadButton = sheet.isDownload && (
    <Button
      icon={<Download aria-hidden size={18} />}
      aria-label="ダウンロードする"
      onClick={() => save(reading, sheet.title)}
    >
      <span className={styles.word}>ダウンロードする</span>
    </Button>
  );
  return (
    <div className={styles.screen}>
      <Heading level={1}>{sheet.title}</Heading>
      {sheet.isViewable ? (
        <ViewerLoader sheet={sheet} reading={reading} before={backLink} after={downloadButton} />
      ) : (
        <>
          <About sheet={sheet} />
          <div className={styles.tools}>
            {backLink}
            {downloadButton}
          </div>
          <EmptyState title="この形式は画面に表示できません">
            {sheet.isDownload
              ? "「ダウンロードする」を押して、お使いのソフトで開いてください。"
              : "担当の金融機関に、PDFへの差替えをご依頼ください。"}
          </EmptyState>
        </>
      )}
    </div>
  );
}

function ViewerLoader({
  sheet,
  reading,
  before,
  after,
}: {
  sheet: components["schemas"]["DocumentSheet"];
  reading: Reading;
  before: React.ReactNode;
  after: React.ReactNode;
}) {
  const { data, error, refetch, isFetching } = useQuery(openingQuery(reading, sheet));
  const [withdrawnError, setWithdrawnError] = useState<ApiError>();
  // A viewing is valid for some hours; after that a new one is opened, with a ledger line of its
  // own.
  const onViewingEnd = useCallback(
    (error: ApiError) => {
      if (error.status === 400) setWithdrawnError(error);
      else void refetch({ cancelRefetch: false });
    },
    [refetch],
  );
  // Withdrawn while open: nothing of it remains on the screen.
  if (withdrawnError) throw withdrawnError;
  if (error instanceof ApiError && error.status === 400) throw error;
  if (data && !error)
    return (
      <>
        <About sheet={sheet} lines={data.watermark.lines} />
        <Viewer
          opened={data}
          reading={reading}
          title={sheet.title}
          beforeTools={before}
          afterTools={after}
          onViewingEnd={onViewingEnd}
        />
      </>
    );
  return (
    <>
      <About sheet={sheet} />
      <div className={styles.tools}>
        {before}
        {after}
      </div>
      {error && !isFetching ? (
        <EmptyState
          title={FAILED_OWN.documentOpen}
          action={<Button onClick={() => refetch()}>もう一度読み込む</Button>}
        >
          {error instanceof ApiError ? error.detail : "もう一度お試しください。"}
        </EmptyState>
      ) : (
        <>
          <p role="status">ページを準備しています。はじめての資料では、少し時間がかかることがあります。</p>
          <Skeleton rows={8} />
        </>
      )}
    </>
  );
}

/** The document's name, and how its reading is recorded; on small screens shown on demand. */
function About({
  sheet,
  lines,
}: {
  sheet: components["schemas"]["DocumentSheet"];
  lines?: readonly string[];
}) {
  const isNarrow = useMedia(NO_COLUMNS);
  const facts = (
    <>
      <p className={styles.facts}>
        <span>
          {sheet.kindLabel}　第{sheet.edition}版
        </span>
        {sheet.until && (
          <span>
            閲覧の期限：{formatDate(sheet.until)}（{formatRemaining(sheet.until)}）
          </span>
        )}
        <span>閲覧した人と日時は、開示台帳に記録されます。</span>
      </p>
      {lines && (
        <p className={styles.help}>
          すべてのページに、透かし（{lines.join("／")}）が入ります。
          {!isNarrow &&
            "キーボードでは、← → と PageUp・PageDown でページ、Home・End で最初と最後、＋ − で大きさを変えられます。"}
        </p>
      )}
    </>
  );
  if (!isNarrow) return facts;
  return (
    <details className={styles.about}>
      <summary>閲覧は開示台帳に記録されます</summary>
      {facts}
    </details>
  );
}

async function save({ documentId, buyerNegotiationId }: Reading, title: string): Promise<void> {
  try {
    await download("/api/Document/DownloadDocument", title, { query: { documentId, buyerNegotiationId } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify.error(failureMessage(FAILED_OWN.documentDownload, error));
  }
}

/**
 * The page from which the reader came: the desk of the institution in charge, the negotiation, or
 * the listing.
 */
function backHref({
  isOwn,
  sellerBusinessId,
  buyerNegotiationId,
}: components["schemas"]["DocumentSheet"]): string {
  if (isOwn) return `/seller-company-manage/seller-business/${sellerBusinessId}?tab=documents`;
  if (isFIN.value)
    return `/financial-support/seller-business/${sellerBusinessId}?negotiation=${buyerNegotiationId ?? ""}`;
  return `/seller-business/${sellerBusinessId}?tab=negotiation`;
}
