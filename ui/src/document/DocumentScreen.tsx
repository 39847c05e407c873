import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { download } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatRemaining } from "@/lib/dates";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { FAILED_OWN } from "@/messages";
import type { ScreenProps } from "@/screen";
import { isFIN } from "@/session/session";
import styles from "./Document.module.css";
import { openPages, type Pages, UnreadableError } from "./pages";
import { bytesQuery, type DocumentSheet, type Reading, sheetQuery } from "./queries";
import { Viewer } from "./Viewer";
import { watermarkLines } from "./watermark";

const ADDRESS = { negotiation: "" };

/** One document of a listing, drawn with its reader's watermark (domain.md 3.5 documents). */
export default function DocumentScreen({ params }: ScreenProps) {
  const { state } = useUrlState(ADDRESS);
  const reading = { documentId: params.documentId ?? "", buyerNegotiationId: state.negotiation };
  const { data: sheet, error } = useQuery(sheetQuery(reading));
  // A document that was taken back while it was open closes: what is shown follows the right to it.
  if (error && (!sheet || (error instanceof ApiError && error.status === 400))) throw error;
  useScreenTitle(sheet?.title);
  if (!sheet)
    return (
      <>
        <Heading level={1}>資料の閲覧</Heading>
        <Skeleton rows={6} />
      </>
    );
  return <Opened key={sheet.edition} sheet={sheet} reading={reading} />;
}

function Opened({ sheet, reading }: { sheet: DocumentSheet; reading: Reading }) {
  // The time is that of the opening, as the ledger has it.
  const [lines] = useState(() => watermarkLines(sheet.watermark));
  return (
    <>
      <Heading level={1}>{sheet.title}</Heading>
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
      <div className={styles.actions}>
        <Link href={backHref(sheet)} button="secondary" icon={<ArrowLeft aria-hidden size={18} />}>
          案件へ戻る
        </Link>
        {sheet.isDownload && (
          <Button icon={<Download aria-hidden size={18} />} onClick={() => save(reading, sheet.title)}>
            ダウンロードする
          </Button>
        )}
      </div>
      {sheet.isViewable ? (
        <Shown sheet={sheet} reading={reading} lines={lines} />
      ) : (
        <EmptyState title="この形式は画面に表示できません">
          {sheet.isDownload
            ? "「ダウンロードする」を押して、お使いのソフトで開いてください。"
            : "売手側の金融機関に、PDFへの差替えをご依頼ください。"}
        </EmptyState>
      )}
    </>
  );
}

function Shown({
  sheet,
  reading,
  lines,
}: {
  sheet: DocumentSheet;
  reading: Reading;
  lines: readonly string[];
}) {
  const bytes = useQuery(bytesQuery(reading, sheet));
  const { pages, problem } = usePages(bytes.data, sheet.mediaType);
  if (pages) return <Viewer pages={pages} title={sheet.title} lines={lines} />;
  if (bytes.isError)
    return (
      <EmptyState
        title={FAILED_OWN.documentOpen}
        action={<Button onClick={() => bytes.refetch()}>もう一度読み込む</Button>}
      >
        {bytes.error instanceof ApiError ? bytes.error.detail : "もう一度お試しください。"}
      </EmptyState>
    );
  if (problem) return <EmptyState title={FAILED_OWN.documentOpen}>{problem}</EmptyState>;
  return <Skeleton rows={8} />;
}

/** The file as pages, or why it is none; closed with the screen. */
function usePages(bytes: ArrayBuffer | undefined, mediaType: string) {
  const [state, setState] = useState<{ pages?: Pages; problem?: string }>({});
  useEffect(() => {
    if (!bytes) return;
    let over = false;
    let opened: Pages | undefined;
    // A copy: what is handed to the worker is gone here.
    openPages(bytes.slice(0), mediaType).then(
      (pages) => {
        opened = pages;
        if (over) pages.close();
        else setState({ pages });
      },
      (error: unknown) => {
        if (!over) setState({ problem: error instanceof UnreadableError ? error.message : NOT_LOADED });
      },
    );
    return () => {
      over = true;
      opened?.close();
    };
  }, [bytes, mediaType]);
  return state;
}

const NOT_LOADED = "閲覧画面を読み込めませんでした。通信の状態を確認して、画面を読み込み直してください。";

async function save({ documentId, buyerNegotiationId }: Reading, title: string): Promise<void> {
  try {
    await download("/api/Document/DownloadDocument", title, { query: { documentId, buyerNegotiationId } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notify.error(failureMessage(FAILED_OWN.documentDownload, error));
  }
}

/** Where the reader came from: the desk of the institution in charge, the case, or the listing. */
function backHref({ isOwn, sellerBusinessId, buyerNegotiationId }: DocumentSheet): string {
  if (isOwn) return `/seller-company-manage/seller-business/${sellerBusinessId}?tab=documents`;
  if (isFIN.value)
    return `/financial-support/seller-business/${sellerBusinessId}?negotiation=${buyerNegotiationId ?? ""}`;
  return `/seller-business/${sellerBusinessId}?tab=negotiation`;
}
