import { Plus } from "lucide-react";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Skeleton } from "@/kit/Skeleton";
import { CompanySearch } from "./CompanySearch";
import { CompanyTable } from "./CompanyTable";
import { useKind } from "./kinds";
import { useMasters } from "./masters";
import { ReportButton } from "./ReportButton";

/** The own customers: /seller-company-manage and /buyer-company-manage. */
export default function ManageListScreen() {
  const kind = useKind();
  const masters = useMasters();
  const add = (
    <Link href={`${kind.manage}/new`} button="primary" icon={<Plus aria-hidden size={18} />}>
      {kind.name}を登録する
    </Link>
  );
  return (
    <>
      <Heading
        level={1}
        actions={
          <>
            {kind.kind === "buyer" && masters && <ReportButton kind={kind} masters={masters} />}
            {add}
          </>
        }
      >
        {kind.name}管理
      </Heading>
      {masters ? (
        <CompanySearch
          kind={kind}
          scope="own"
          masters={masters}
          rows={(rows, stale) => (
            <CompanyTable
              kind={kind}
              masters={masters}
              rows={rows}
              stale={stale}
              href={(row) => `${kind.manage}/${row.companyId}`}
            />
          )}
          none={
            <EmptyState title={`${kind.name}はまだ登録されていません`} action={add}>
              担当する{kind.name}を登録すると、ここに表示されます。
            </EmptyState>
          }
        />
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  );
}
