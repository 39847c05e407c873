import { Band } from "@/kit/Band";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Tags } from "@/kit/Tag";
import { bandShort } from "@/lib/bands";
import { formatDate } from "@/lib/dates";
import { buyerTitle, industryShort, itemText, type Names, nameOf, needsLine } from "@/search/names";
import { Facts, Result, ResultList } from "@/search/ResultList";
import { WithNames } from "@/search/Search";
import { TagLegend } from "@/search/TagLegend";
import { BuyerSearch } from "./CompanySearch";
import styles from "./company.module.css";
import { BUYER } from "./kinds";
import { RowScore } from "./RowScore";
import type { CompanyRow } from "./types";

/** The buyers of the whole network, those of other banks anonymously: /buyer-company. */
export default function BuyerSearchScreen() {
  return (
    <>
      <Heading level={1} actions={<TagLegend isFIN />}>
        買手検索
      </Heading>
      <p className={panel.note}>
        ネットワークの全金融機関の、公開中の買手を探せます。ほかの金融機関が担当する買手は匿名で表示されます。
      </p>
      <WithNames>
        {(names) => (
          <BuyerSearch
            area="buyer-company"
            scope="network"
            names={names}
            rows={(rows, hasScore) => (
              <ResultList label="買手の一覧">
                {rows.map((row) => (
                  <BuyerResult key={row.companyId} row={row} names={names} hasScore={hasScore} />
                ))}
              </ResultList>
            )}
            emptyState={
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
        )}
      </WithNames>
    </>
  );
}

/** What a buyer is called to who may not know its name (domain.md 3.5). */
const ANONYMOUS = "匿名";

function BuyerResult({ row, names, hasScore }: { row: CompanyRow; names: Names; hasScore: boolean }) {
  // An anonymous buyer is told from the next one by its industry in the title, which is not said again below.
  const isNamed = row.displayName !== ANONYMOUS;
  const title = isNamed ? row.displayName : buyerTitle(names, row);
  const further = isNamed ? row.industryType : row.industryType.slice(1);
  return (
    <Result
      title={<Link href={`${BUYER.read}/${row.companyId}`}>{title}</Link>}
      end={<Tags names={row.tags} />}
    >
      <Facts>
        {isNamed && <span>{nameOf(names.regions, row.location?.prefecturecode)}</span>}
        {row.industryType.length === 0 && <span>業種は未登録</span>}
        {further.length > 0 && (
          <span>
            {!isNamed && "ほかの業種 "}
            {industryShort(names, further, 5)}
          </span>
        )}
        <span>
          年間売上高{" "}
          <Band
            text={row.salesAmount ? bandShort(names.items.annualSales.items, row.salesAmount) : "未登録"}
          />
        </span>
        <span>M&Aの経験 {itemText(names, "mAndAExperience", [row.mAndAExperience ?? 0]) || "未登録"}</span>
        <span>更新 {formatDate(row.modified)}</span>
      </Facts>
      {row.needsList && row.needsList.length > 0 ? (
        <ul className={styles.needs} aria-label="ニーズ">
          {row.needsList.map((one) => (
            <li key={one.needsId}>
              <strong>{one.title}</strong>
              <span className={panel.note}>{needsLine(names, one)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={panel.note}>ニーズは登録されていません。</p>
      )}
      {hasScore && <RowScore row={row} title={title} names={names} />}
    </Result>
  );
}
