import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import { network } from "@/api/network";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Sheet, SheetPage } from "@/kit/Sheet";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatTime } from "@/lib/dates";
import styles from "./Desk.module.css";
import { caseNumber, pagesOf, subjectWords } from "./ledger";
import { ledgerQuery } from "./queries";
import type { LedgerRow, Overview } from "./types";

/** Who read what of the company from L3 on, on which consent and approval (domain.md 3.5). */
export function LedgerTab({
  listing,
  isSheet,
  onSheet,
}: {
  listing: Overview;
  /** The printable sheets instead of the table. */
  isSheet: boolean;
  onSheet: (on: boolean) => void;
}) {
  const query = useQuery(ledgerQuery(listing.sellerBusinessId));
  if (query.isPending) return <Skeleton rows={5} />;
  if (!query.data)
    return (
      <EmptyState title="開示台帳を取得できませんでした">
        通信の状態を確認して、もう一度お試しください。
      </EmptyState>
    );
  const rows = query.data;
  if (isSheet) return <LedgerSheets listing={listing} rows={rows} onBack={() => onSheet(false)} />;
  const numbered = rows.map((row, index) => ({ ...row, index }));
  return (
    <div className={styles.tab}>
      <p>
        秘密保持契約の承諾後、実名交渉の承認後の内容を、だれが、いつ、何にもとづいて見たかの記録です。消したり書き換えたりできません。売手への報告に使えます。
      </p>
      {rows.length > 0 && (
        <div>
          <Button icon={<Printer aria-hidden size={18} />} onClick={() => onSheet(true)}>
            印刷用に表示する
          </Button>
        </div>
      )}
      <DataList
        caption="開示台帳"
        rows={numbered}
        rowKey={(row) => `${row.at} ${row.index}`}
        empty={
          <EmptyState title="まだ開示の記録はありません">
            買手が秘密保持契約に同意して内容を見ると、ここに記録されます。公開匿名の閲覧は記録されません。
          </EmptyState>
        }
        columns={[
          { key: "at", header: "日時", nowrap: true, cell: (row) => formatTime(row.at) },
          {
            key: "buyer",
            header: "買手",
            primary: true,
            cell: (row) => row.buyerName || ownReading(row, "（自機関の閲覧）"),
          },
          { key: "bank", header: "金融機関", cell: (row) => row.institutionName || "―" },
          { key: "kind", header: "できごと", cell: (row) => row.kindLabel },
          { key: "level", header: "開示の段階", cell: (row) => row.levelLabel },
          { key: "subject", header: "内容", cell: (row) => subjectWords(row.subject) || "―" },
          { key: "basis", header: "根拠", cell: (row) => row.basis || "―" },
        ]}
      />
    </div>
  );
}

function LedgerSheets({
  listing,
  rows,
  onBack,
}: {
  listing: Overview;
  rows: readonly LedgerRow[];
  onBack: () => void;
}) {
  const pages = pagesOf(rows);
  return (
    <div className={styles.tab}>
      <div className="no-print">
        <Button kind="quiet" icon={<ArrowLeft aria-hidden size={18} />} onClick={onBack}>
          開示台帳に戻る
        </Button>
      </div>
      <Sheet>
        {pages.map((page, index) => (
          <SheetPage
            key={page[0]?.at ?? index}
            title="開示台帳"
            networkName={network.value.networkName}
            caseNumber={caseNumber(listing.sellerBusinessId)}
            date={formatDate(new Date().toISOString())}
            page={index + 1}
            pages={pages.length}
          >
            <h2 className={styles.sheetTitle}>開示台帳（だれに・いつ・何を）</h2>
            <p className={styles.sheetName}>
              {listing.companyName ?? ""}　{listing.businessName}
            </p>
            <table className={styles.sheetTable}>
              <thead>
                <tr>
                  <th scope="col">日時</th>
                  <th scope="col">買手</th>
                  <th scope="col">金融機関</th>
                  <th scope="col">できごと</th>
                  <th scope="col">段階</th>
                  <th scope="col">内容・根拠</th>
                </tr>
              </thead>
              <tbody>
                {page.map((row) => (
                  <tr key={`${row.at} ${row.kind} ${row.buyerName} ${row.subject}`}>
                    <td>{formatTime(row.at)}</td>
                    <td>{row.buyerName || ownReading(row, "（自機関）")}</td>
                    <td>{row.institutionName}</td>
                    <td>{row.kindLabel}</td>
                    <td>{row.levelLabel}</td>
                    <td>{[subjectWords(row.subject), row.basis].filter(Boolean).join("／")}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </SheetPage>
        ))}
      </Sheet>
    </div>
  );
}

/** A line without a buyer is the own institution's, unless the office read. */
function ownReading(row: LedgerRow, own: string): string {
  return row.kind === "break_glass" ? "―" : own;
}
