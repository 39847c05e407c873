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
import { UnreadableError } from "./pages";
import { type DocumentSheet, pagesQuery, type Reading, sheetQuery } from "./queries";
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
  const pages = useQuery(pagesQuery(reading, sheet));
  const opened = pages.data;
  useEffect(() => () => opened?.close(), [opened]);
  if (pages.isPending) return <Skeleton rows={8} />;
  if (!opened)
    return (
      <EmptyState
        title={FAILED_OWN.documentOpen}
        action={<Button onClick={() => pages.refetch()}>もう一度読み込む</Button>}
      >
        {pages.error instanceof UnreadableError
          ? pages.error.message
          : pages.error instanceof ApiError
            ? pages.error.detail
            : "もう一度お試しください。続くときは、資料を開示した金融機関にお知らせください。"}
      </EmptyState>
    );
  return <Viewer pages={opened} title={sheet.title} lines={lines} />;
}

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
