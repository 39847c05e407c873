import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { listingSearchQuery } from "@/api/listing";
import { pageFetch } from "@/api/query";
import { ALL } from "@/api/read";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { Tags } from "@/kit/Tag";
import { formatDate, formatRemaining } from "@/lib/dates";
import { personColumn } from "@/persons/columns";
import { usePersons } from "@/persons/usePersons";
import type { ListingRow } from "@/sale/types";

/** The listings of a seller, for its bank. */
export function ListingsPanel({ companyId, canAdd }: { companyId: string; canAdd: boolean }) {
  const enumerations = useEnumerations();
  const { data } = useQuery({
    ...listingSearchQuery({ companyId, isOnlyPersonInCharge: true, limit: ALL }),
    ...pageFetch,
  });
  const persons = usePersons("listing", data?.sellerBusinessList.map((row) => row.sellerBusinessId) ?? []);
  if (!data) return <Skeleton rows={3} />;
  const add = canAdd && (
    <Link
      part="acts"
      href={`/seller-business/new?companyId=${companyId}`}
      button="primary"
      icon={<Plus aria-hidden size={18} />}
    >
      売却案件を登録する
    </Link>
  );
  return (
    <div className={panel.panel}>
      <Heading actions={data.allCount > 0 && add}>売却案件</Heading>
      <DataList
        caption="売却案件"
        rows={data.sellerBusinessList}
        rowKey={(row) => row.sellerBusinessId}
        rowHref={(row) => `/seller-company-manage/seller-business/${row.sellerBusinessId}`}
        columns={[
          {
            key: "businessName",
            header: "案件名",
            primary: true,
            cell: (row) => row.businessName || "（表題未入力）",
          },
          {
            key: "status",
            header: "状態",
            nowrap: true,
            cell: (row) => codeLabel(enumerations, "listingStatus", row.status),
          },
          {
            key: "tags",
            header: "タグ",
            cell: (row) => <Tags names={row.tags.filter((tag) => tag !== "ChargeSellerBusiness")} />,
          },
          personColumn(persons, (row: ListingRow) => row.sellerBusinessId),
          {
            key: "dueDate",
            header: "公開期限",
            nowrap: true,
            cell: (row) =>
              row.dueDate ? `${formatDate(row.dueDate)}（${formatRemaining(row.dueDate)}）` : "―",
          },
          { key: "modified", header: "更新日", nowrap: true, cell: (row) => formatDate(row.modified) },
        ]}
        empty={
          <EmptyState title="売却案件はまだ登録されていません" action={add}>
            売却案件を登録し、売手の承認を得ると、買手に匿名で公開されます。
          </EmptyState>
        }
      />
    </div>
  );
}
