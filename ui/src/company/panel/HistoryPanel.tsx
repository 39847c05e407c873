import { useQuery } from "@tanstack/react-query";
import { companyHistoryQuery } from "@/api/company";
import { pageFetch } from "@/api/query";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import type { Kind } from "../kinds";

/** What was done to a company, the newest first. */
export function HistoryPanel({ kind, companyId }: { kind: Kind; companyId: string }) {
  const { data } = useQuery({ ...companyHistoryQuery(kind.kind, companyId), ...pageFetch });
  if (!data) return <Skeleton rows={3} />;
  return (
    <div className={panel.panel}>
      <Heading>履歴</Heading>
      <p className={panel.note}>
        自機関とこの企業が行った登録・変更の記録です。新しいものから200件まで表示します。
      </p>
      <DataList
        caption="履歴"
        rows={data.historyList.map((line, index) => ({ ...line, key: `${line.at}.${index}` }))}
        rowKey={(line) => line.key}
        columns={[
          { key: "at", header: "日時", nowrap: true, primary: true, cell: (line) => formatTime(line.at) },
          { key: "label", header: "内容", cell: (line) => line.label },
          { key: "userName", header: "操作した人", cell: (line) => line.userName || "―" },
        ]}
        empty={<EmptyState title="記録はまだありません" />}
      />
    </div>
  );
}
