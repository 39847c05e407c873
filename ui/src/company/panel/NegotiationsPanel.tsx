import { useQuery } from "@tanstack/react-query";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { buyersNegotiationsQuery } from "@/api/negotiation";
import { pageFetch } from "@/api/query";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatRemaining } from "@/lib/dates";
import type { NegotiationRow } from "@/negotiation/types";
import { personColumn } from "@/persons/columns";
import { usePersons } from "@/persons/usePersons";

/** The negotiations of a buyer, for its bank. Each opens in the buyer's case. */
export function NegotiationsPanel({ companyId }: { companyId: string }) {
  const enumerations = useEnumerations();
  const { data } = useQuery({ ...buyersNegotiationsQuery({ companyId }), ...pageFetch });
  const persons = usePersons("bf", data?.partnerList.map((row) => row.buyerNegotiationId) ?? []);
  if (!data) return <Skeleton rows={3} />;
  return (
    <div className={panel.panel}>
      <Heading>交渉</Heading>
      <DataList
        caption="交渉"
        rows={data.partnerList}
        rowKey={(row) => row.sellerBusinessId}
        rowHref={(row) => `/financial-support/seller-business/${row.sellerBusinessId}?companyId=${companyId}`}
        columns={[
          {
            key: "businessName",
            header: "案件名",
            primary: true,
            cell: (row) => row.businessName || "（公開が終了した案件）",
          },
          { key: "status", header: "交渉状況", nowrap: true, cell: (row) => row.statusLabel },
          {
            key: "interestStatus",
            header: "興味",
            nowrap: true,
            cell: (row) => codeLabel(enumerations, "interestStatus", row.interestStatus ?? 0) || "―",
          },
          {
            key: "offer",
            header: "オファー",
            nowrap: true,
            cell: (row) => (row.offerSendStatus ? row.offerSendStatusLabel : "―"),
          },
          personColumn(persons, (row: NegotiationRow) => row.buyerNegotiationId),
          {
            key: "dueDate",
            header: "公開期限",
            nowrap: true,
            cell: (row) =>
              row.dueDate ? `${formatDate(row.dueDate)}（${formatRemaining(row.dueDate)}）` : "―",
          },
          {
            key: "isUnreadMessage",
            header: "メッセージ",
            nowrap: true,
            cell: (row) => (row.isUnreadMessage ? "未読あり" : "―"),
          },
        ]}
        empty={
          <EmptyState
            title="交渉はまだありません"
            action={
              <Link href={`/seller-business?buyerCompanyId=${companyId}`} button="primary">
                この買手に合う案件を探す
              </Link>
            }
          >
            案件に興味を示すか、匿名交渉を始めると、ここに表示されます。
          </EmptyState>
        }
      />
    </div>
  );
}
