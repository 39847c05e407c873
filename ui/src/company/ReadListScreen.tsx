import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { WithNames } from "@/search/Search";
import { SellerSearch } from "./CompanySearch";
import { CompanyTable } from "./CompanyTable";
import { SELLER } from "./kinds";

/** The sellers in charge, read-only: /seller-company. */
export default function ReadListScreen() {
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
      <WithNames>
        {(names) => (
          <SellerSearch
            area="seller-company"
            names={names}
            rows={(rows) => (
              <CompanyTable
                kind={SELLER}
                masters={names}
                rows={rows}
                href={(row) => `${SELLER.read}/${row.companyId}`}
              />
            )}
            emptyState={
              <EmptyState title="担当する売手はまだありません" action={manage}>
                売手管理で登録すると、ここに表示されます。
              </EmptyState>
            }
          />
        )}
      </WithNames>
    </>
  );
}
