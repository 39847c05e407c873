import { useQuery } from "@tanstack/react-query";
import { listingHistoryQuery } from "@/api/listing";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import styles from "../Desk.module.css";
import { codeLabel, type Masters } from "../masters";

/** The labels of the sides that can change a listing. */
const SIDES: Readonly<Record<string, string>> = {
  sf: "自機関",
  seller: "売手",
  office: "事務局",
  system: "システム",
};

/** The history of a listing, newest first. */
export function HistoryTab({ sellerBusinessId, masters }: { sellerBusinessId: string; masters: Masters }) {
  const query = useQuery(listingHistoryQuery(sellerBusinessId));
  if (query.isPending) return <Skeleton rows={5} />;
  if (!query.data)
    return (
      <EmptyState title="履歴を取得できませんでした">
        通信の状態を確認して、もう一度お試しください。
      </EmptyState>
    );
  const rows = query.data.map((row, index) => ({ ...row, index }));
  return (
    <DataList
      caption="案件の履歴"
      rows={rows}
      rowKey={(row) => `${row.at} ${row.index}`}
      empty={<EmptyState title="履歴はまだありません">案件を保存すると、ここに記録されます。</EmptyState>}
      columns={[
        { key: "at", header: "日時", nowrap: true, cell: (row) => formatTime(row.at) },
        { key: "label", header: "できごと", primary: true, cell: (row) => row.label },
        {
          key: "by",
          header: "行った人",
          nowrap: true,
          cell: (row) => [SIDES[row.side] ?? row.side, row.userName].filter(Boolean).join("　"),
        },
        {
          key: "status",
          header: "状態",
          nowrap: true,
          cell: (row) =>
            row.fromStatus === row.toStatus
              ? codeLabel(masters, "listingStatus", row.toStatus)
              : `${codeLabel(masters, "listingStatus", row.fromStatus)} → ${codeLabel(masters, "listingStatus", row.toStatus)}`,
        },
        {
          key: "comment",
          header: "コメント",
          cell: (row) => <span className={styles.comment}>{row.comment || "―"}</span>,
        },
      ]}
    />
  );
}
