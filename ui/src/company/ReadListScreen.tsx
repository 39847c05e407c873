import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Skeleton } from "@/kit/Skeleton";
import { CompanySearch } from "./CompanySearch";
import { CompanyTable } from "./CompanyTable";
import { SELLER } from "./kinds";
import { useMasters } from "./masters";

/** The sellers in charge, to look at: /seller-company. */
export default function ReadListScreen() {
  const masters = useMasters();
  const manage = (
    <Link href={SELLER.manage} button="secondary">
      売手管理へ
    </Link>
  );
  return (
    <>
      <Heading level={1} actions={manage}>
        担当する売手
      </Heading>
      {masters ? (
        <CompanySearch
          kind={SELLER}
          scope="own"
          masters={masters}
          rows={(rows, stale) => (
            <CompanyTable
              kind={SELLER}
              masters={masters}
              rows={rows}
              stale={stale}
              href={(row) => `${SELLER.read}/${row.companyId}`}
            />
          )}
          none={
            <EmptyState title="担当する売手はまだありません" action={manage}>
              売手管理で登録すると、ここに表示されます。
            </EmptyState>
          }
        />
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  );
}
