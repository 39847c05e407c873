import { Plus, Upload } from "lucide-react";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { MoreActions } from "@/kit/MoreActions";
import { useNames } from "@/search/names";
import { WithNames } from "@/search/Search";
import { TagLegend } from "@/search/TagLegend";
import { BuyerSearch, SellerSearch } from "./CompanySearch";
import { CompanyTable } from "./CompanyTable";
import { BuyerExportButton, SellerExportButton } from "./ExportButton";
import { importPath } from "./import/imports";
import { BUYER, SELLER, useKind } from "./kinds";
import { ReportButton } from "./ReportButton";

/** The own institution's companies: /seller-company-manage and /buyer-company-manage. */
export default function ManageListScreen() {
  const kind = useKind();
  const { names } = useNames();
  const add = (
    <Link href={`${kind.manage}/new`} button="primary" icon={<Plus aria-hidden size={18} />}>
      {kind.name}を登録する
    </Link>
  );
  const emptyState = (
    <EmptyState title={`${kind.name}はまだ登録されていません`} action={add}>
      担当する{kind.name}を登録すると、ここに表示されます。
    </EmptyState>
  );
  return (
    <>
      <Heading
        level={1}
        actions={
          <>
            <MoreActions>
              {kind === BUYER && <TagLegend isFIN />}
              {kind === SELLER && (
                <Link href={SELLER.read} button="quiet">
                  閲覧用の一覧へ
                </Link>
              )}
              {names &&
                (kind === BUYER ? <BuyerExportButton names={names} /> : <SellerExportButton names={names} />)}
              <Link href={importPath(kind)} button="secondary" icon={<Upload aria-hidden size={18} />}>
                CSVを読み込む
              </Link>
              {kind === BUYER && names && <ReportButton names={names} />}
            </MoreActions>
            {add}
          </>
        }
      >
        {kind.name}管理
      </Heading>
      <WithNames>
        {(all) =>
          kind === BUYER ? (
            <BuyerSearch
              key="buyer"
              area="buyer-company-manage"
              scope="own"
              names={all}
              emptyState={emptyState}
              rows={(rows, hasScore) => (
                <CompanyTable
                  kind={BUYER}
                  masters={all}
                  isManaged
                  rows={rows}
                  hasScore={hasScore}
                  href={(row) => `${BUYER.manage}/${row.companyId}`}
                />
              )}
            />
          ) : (
            <SellerSearch
              key="seller"
              area="seller-company-manage"
              names={all}
              emptyState={emptyState}
              rows={(rows) => (
                <CompanyTable
                  kind={SELLER}
                  masters={all}
                  isManaged
                  rows={rows}
                  href={(row) => `${SELLER.manage}/${row.companyId}`}
                />
              )}
            />
          )
        }
      </WithNames>
    </>
  );
}
