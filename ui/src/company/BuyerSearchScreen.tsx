import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Skeleton } from "@/kit/Skeleton";
import { Tags } from "@/kit/Tag";
import { formatDate } from "@/lib/dates";
import { CompanySearch } from "./CompanySearch";
import styles from "./company.module.css";
import { needsPrice, needsRegions } from "./describe";
import { BUYER } from "./kinds";
import { buyerTitle, industryShort, itemTexts, type Masters, useMasters } from "./masters";
import type { CompanyRow } from "./types";

/** The buyers of the whole network, those of other banks anonymously: /buyer-company. */
export default function BuyerSearchScreen() {
  const masters = useMasters();
  return (
    <>
      <Heading level={1}>買手検索</Heading>
      <p className={styles.note}>
        ネットワークの全金融機関の、公開中の買手を探せます。ほかの金融機関が担当する買手は匿名で表示されます。
      </p>
      {masters ? (
        <CompanySearch
          kind={BUYER}
          scope="network"
          masters={masters}
          rows={(rows, stale) => (
            <ul className={styles.cards} aria-label="買手の一覧" aria-busy={stale || undefined}>
              {rows.map((row) => (
                <BuyerCard key={row.companyId} row={row} masters={masters} />
              ))}
            </ul>
          )}
          none={
            <EmptyState
              title="公開中の買手はまだありません"
              action={
                <Link href={BUYER.manage} button="primary">
                  買手管理へ
                </Link>
              }
            >
              担当する買手を登録すると、ここに表示されます。
            </EmptyState>
          }
        />
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  );
}

function BuyerCard({ row, masters }: { row: CompanyRow; masters: Masters }) {
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2>
          <Link href={`${BUYER.read}/${row.companyId}`}>{buyerTitle(masters, row)}</Link>
        </h2>
        <Tags names={row.tags} />
      </div>
      <p>
        {industryShort(masters, row.industryType, 5)}／年間売上高{" "}
        {itemTexts(masters, "annualSales", [row.salesAmount])}／M&Aの経験{" "}
        {itemTexts(masters, "mAndAExperience", [row.mAndAExperience ?? 0]) || "未登録"}
      </p>
      {row.needsList && row.needsList.length > 0 ? (
        <ul className={styles.needs} aria-label="ニーズ">
          {row.needsList.map((one) => (
            <li key={one.needsId}>
              <strong>{one.title}</strong>
              <span className={styles.note}>
                {[
                  industryShort(masters, one.acquisitionIndustry, 3),
                  needsRegions(one, masters),
                  needsPrice(one, masters),
                ]
                  .filter(Boolean)
                  .join("／")}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.note}>ニーズは登録されていません。</p>
      )}
      <p className={styles.note}>最終更新：{formatDate(row.modified)}</p>
    </li>
  );
}
