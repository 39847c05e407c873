import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { network } from "@/api/network";
import { Button } from "@/kit/Button";
import { Sheet, SheetPage } from "@/kit/Sheet";
import { dayInJapan, formatDate, formatTime } from "@/lib/dates";
import styles from "../Desk.module.css";
import type { Approach, LedgerRow, Overview } from "../types";
import { caseNumber, ownReading, type Recipient, recipientsOf } from "./ledger";
import { pagesOf, type SheetColumn } from "./sheets";

const LEDGER: readonly SheetColumn<LedgerRow>[] = [
  { header: "日時", width: 24, text: (row) => formatTime(row.at) },
  { header: "買手", width: 34, text: (row) => row.buyerName || ownReading(row, "（自機関）") },
  { header: "金融機関", width: 28, text: (row) => row.institutionName },
  { header: "できごと", width: 22, text: (row) => row.kindLabel },
  { header: "段階", width: 22, text: (row) => row.levelLabel },
  {
    header: "内容・根拠",
    width: 44,
    text: (row) => [row.subject, row.basis].filter(Boolean).join("／"),
  },
];

const REPORT: readonly SheetColumn<Recipient>[] = [
  {
    header: "だれに",
    width: 40,
    text: ({ name, institution }) => (institution ? `${name}\n（${institution}）` : name),
  },
  { header: "いつ", width: 30, text: ({ first, last }) => spanOf(first, last) },
  { header: "開示の段階", width: 24, text: ({ levelLabel }) => levelLabel },
  { header: "何を", width: 44, text: ({ what }) => what.join("、") || "―" },
  { header: "何にもとづいて", width: 36, text: ({ basis }) => basis.join("、") || "―" },
];

/** Height of the report's address and introduction, in millimetres. */
const INTRODUCTION = 62;

/** The ledger line by line, for printing. */
export function LedgerSheets({ listing, rows, onBack }: SheetsProps<LedgerRow>) {
  return (
    <Sheets
      title="開示台帳（だれに・いつ・何を）"
      listing={listing}
      columns={LEDGER}
      pages={pagesOf(rows, LEDGER)}
      rowKey={(row) => `${row.at} ${row.kind} ${row.buyerNumber ?? ""} ${row.subject}`}
      onBack={onBack}
    />
  );
}

const APPROACHES: readonly SheetColumn<Approach>[] = [
  {
    header: "相手",
    width: 34,
    text: ({ displayName, number, isAnonymous }) =>
      isAnonymous ? `${displayName}（${number}）` : displayName,
  },
  { header: "現在", width: 28, text: ({ statusLabel }) => statusLabel },
  {
    header: "経緯",
    width: 112,
    text: ({ stepList }) =>
      stepList
        .map(
          ({ at, label, detail }) => `${formatDate(dayInJapan(at))} ${label}${detail ? `：${detail}` : ""}`,
        )
        .join("\n"),
  },
];

/** 打診状況: the buyers that the bank approached or that asked, each with its current status (domain.md 0.12). */
function ApproachPages({ listing, rows }: Omit<SheetsProps<Approach>, "onBack">) {
  return (
    <SheetPages
      title="打診状況のご報告"
      listing={listing}
      columns={APPROACHES}
      pages={pagesOf(rows, APPROACHES, INTRODUCTION)}
      rowKey={({ number }) => String(number)}
      introduction={
        <>
          <p className={styles.sheetAddress}>
            {listing.companyName ?? "企業情報未設定"}　御中
            <span>{listing.inChargeFinancialInstitutionName}</span>
          </p>
          <p className={styles.sheetText}>
            「{listing.businessName}
            」について、こちらから打診した相手と、交渉の申込みがあった相手を、次のとおりご報告します。お名前をお伝えしていない相手は番号で示します。番号は「開示のご報告」と同じです。
          </p>
          <p className={styles.sheetText}>
            {rows.length > 0
              ? `打診した相手と申込みがあった相手：${rows.length}社（${formatDate(dayInJapan(new Date()))}現在）`
              : `${formatDate(dayInJapan(new Date()))}現在、打診した相手も、申込みもありません。`}
          </p>
        </>
      }
    />
  );
}

/** The report to the seller: to whom, when and what was disclosed about the company (domain.md 3.5). */
export function SellerReport({
  listing,
  rows,
  approaches,
  onBack,
}: SheetsProps<LedgerRow> & { approaches: readonly Approach[] }) {
  const recipients = recipientsOf(rows);
  const companies = recipients.filter(({ institution }) => institution !== "").length;
  return (
    <Sheets
      title="開示のご報告"
      listing={listing}
      columns={REPORT}
      pages={pagesOf(recipients, REPORT, INTRODUCTION)}
      rowKey={({ key }) => key}
      onBack={onBack}
      after={<ApproachPages listing={listing} rows={approaches} />}
      introduction={
        <>
          <p className={styles.sheetAddress}>
            {listing.companyName ?? "企業情報未設定"}　御中
            <span>{listing.inChargeFinancialInstitutionName}</span>
          </p>
          <p className={styles.sheetText}>
            「{listing.businessName}
            」について、貴社の情報をお見せした相手を、次のとおりご報告します。秘密保持契約の承諾後と、実名交渉の承認後の内容が対象です。社名や詳しい内容を伏せた、匿名の概要の閲覧は含みません。
          </p>
          <p className={styles.sheetText}>
            {recipients.length > 0
              ? `お見せした会社：${companies}社（${formatDate(dayInJapan(new Date()))}現在）`
              : `${formatDate(dayInJapan(new Date()))}現在、お見せした相手はありません。`}
          </p>
        </>
      }
    />
  );
}

interface SheetsProps<Row> {
  listing: Overview;
  rows: readonly Row[];
  onBack: () => void;
}

/** 「2026/09/24 〜 2026/11/22」, or the one day. */
function spanOf(first: string, last: string): string {
  const [from, to] = [first, last].map((at) => formatDate(dayInJapan(at)));
  return from === to ? (from ?? "") : `${from}〜\n${to}`;
}

function Sheets<Row>({
  onBack,
  after,
  ...pages
}: SheetPagesProps<Row> & { onBack: () => void; after?: ReactNode }) {
  return (
    <div className={styles.tab}>
      <div className="no-print">
        <Button kind="quiet" icon={<ArrowLeft aria-hidden size={18} />} onClick={onBack}>
          開示台帳に戻る
        </Button>
      </div>
      <Sheet>
        <SheetPages {...pages} />
        {after}
      </Sheet>
    </div>
  );
}

interface SheetPagesProps<Row> {
  title: string;
  listing: Overview;
  columns: readonly SheetColumn<Row>[];
  pages: readonly (readonly Row[])[];
  rowKey: (row: Row) => string;
  /** Shown on the first page instead of the names of the company and the listing. */
  introduction?: ReactNode;
}

function SheetPages<Row>({ title, listing, columns, pages, rowKey, introduction }: SheetPagesProps<Row>) {
  return (
    <>
      {pages.map((page, index) => (
        <SheetPage
          key={page[0] ? rowKey(page[0]) : "empty"}
          title={title}
          networkName={network.value.networkName}
          logo={network.value.logo}
          caseNumber={caseNumber(listing.sellerBusinessId)}
          date={formatDate(dayInJapan(new Date()))}
          page={index + 1}
          pages={pages.length}
        >
          <h2 className={styles.sheetTitle}>{title}</h2>
          {introduction ? (
            index === 0 && introduction
          ) : (
            <p className={styles.sheetName}>
              {listing.companyName ?? ""}　{listing.businessName}
            </p>
          )}
          {page.length > 0 && (
            <table className={styles.sheetTable}>
              <colgroup>
                {columns.map(({ header, width }) => (
                  <col key={header} style={{ width: `${(width / 174) * 100}%` }} />
                ))}
              </colgroup>
              <thead>
                <tr>
                  {columns.map(({ header }) => (
                    <th key={header} scope="col">
                      {header}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {page.map((row) => (
                  <tr key={rowKey(row)}>
                    {columns.map(({ header, text }) => (
                      <td key={header}>{text(row)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </SheetPage>
      ))}
    </>
  );
}
