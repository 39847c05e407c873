import { useQuery } from "@tanstack/react-query";
import { FileText, Printer } from "lucide-react";
import { approachesQuery, ledgerQuery } from "@/api/ledger";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Link } from "@/kit/Link";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import styles from "../Desk.module.css";
import type { Overview } from "../types";
import { LedgerExport } from "./LedgerExport";
import { LedgerSheets, SellerReport } from "./LedgerSheets";
import { ownReading } from "./ledger";

/** The printable sheets shown instead of the table: "" for none, the ledger, or the report to the seller. */
type LedgerSheet = "" | "ledger" | "report";

/** Who has read which data of the company from L3 on, on which consent and approval (domain.md 3.5). */
export function LedgerTab({
  listing,
  sheet,
  onSheet,
}: {
  listing: Overview;
  /** The printable sheets to show instead of the table. */
  sheet: LedgerSheet;
  onSheet: (sheet: LedgerSheet) => void;
}) {
  const query = useQuery(ledgerQuery(listing.sellerBusinessId));
  const approaches = useQuery({
    ...approachesQuery(listing.sellerBusinessId),
    enabled: sheet === "report",
  });
  const back = () => onSheet("");
  if (query.isPending) return <Skeleton rows={5} />;
  if (!query.data)
    return (
      <EmptyState
        title="開示台帳を取得できませんでした"
        action={<Button onClick={() => query.refetch()}>もう一度読み込む</Button>}
      >
        通信の状態を確認して、もう一度お試しください。
      </EmptyState>
    );
  const rows = query.data;
  if (sheet === "ledger") return <LedgerSheets listing={listing} rows={rows} onBack={back} />;
  if (sheet === "report") {
    if (approaches.isPending) return <Skeleton rows={5} />;
    if (!approaches.data)
      return (
        <EmptyState
          title="打診状況を取得できなかったため、報告書を表示できません"
          action={
            <div className={styles.buttons}>
              <Button kind="primary" onClick={() => approaches.refetch()}>
                もう一度読み込む
              </Button>
              <Button onClick={back}>開示台帳に戻る</Button>
            </div>
          }
        >
          通信の状態を確認して、もう一度お試しください。
        </EmptyState>
      );
    return <SellerReport listing={listing} rows={rows} approaches={approaches.data} onBack={back} />;
  }
  const numbered = rows.map((row, index) => ({ ...row, index }));
  return (
    <div className={styles.tab}>
      <p>
        秘密保持契約の承諾後、実名交渉の承認後の内容を、だれが、いつ、何にもとづいて見たかの記録です。消したり書き換えたりできません。売手への報告に使えます。同じ人が同じ内容を30分のうちに読み直しても、1行です。
      </p>
      <p>
        <Link href={`/seller-company-manage/${listing.companyId}?tab=readers`}>
          この会社の名前を、だれが・いつ知ったか
        </Link>
      </p>
      <div className={styles.buttons}>
        <Button icon={<FileText aria-hidden size={18} />} onClick={() => onSheet("report")}>
          売手への報告書を表示する
        </Button>
        {rows.length > 0 && (
          <>
            <Button icon={<Printer aria-hidden size={18} />} onClick={() => onSheet("ledger")}>
              台帳を印刷用に表示する
            </Button>
            <LedgerExport sellerBusinessId={listing.sellerBusinessId} count={rows.length} />
          </>
        )}
      </div>
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
          { key: "subject", header: "内容", cell: (row) => row.subject || "―" },
          { key: "basis", header: "根拠", cell: (row) => row.basis || "―" },
        ]}
      />
    </div>
  );
}
