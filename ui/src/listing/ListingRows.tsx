import { Link } from "@/kit/Link";
import { Tags } from "@/kit/Tag";
import { formatDate, formatRemaining } from "@/lib/dates";
import { bandShort, peopleText, priceText } from "./bands";
import styles from "./ListingRows.module.css";
import { industryText, type Names, placeText } from "./names";
import { ScoreButton } from "./Score";
import { LISTING, type ListingRow } from "./types";

/**
 * The hits of a search: rows whose figures stand under each other, cards on narrow screens.
 * No table: what a listing is takes more words than a column has room for.
 */
export function ListingRows({
  rows,
  names,
  isFIN,
  href,
  stale,
}: {
  rows: readonly ListingRow[];
  names: Names;
  /** Banks see which institution is in charge (domain.md 3.5). */
  isFIN: boolean;
  href: (row: ListingRow) => string;
  /** New rows are on their way; the old ones stay readable. */
  stale: boolean;
}) {
  return (
    <ul
      className={styles.rows}
      aria-label="売却案件"
      data-stale={stale || undefined}
      aria-busy={stale || undefined}
    >
      {rows.map((row) => (
        <li key={row.sellerBusinessId} className={styles.row}>
          <div className={styles.head}>
            <h3 className={styles.name}>
              <Link href={href(row)}>{row.businessName}</Link>
            </h3>
            {row.score !== undefined && (
              <ScoreButton
                score={row.score}
                reasons={row.reasons ?? []}
                isRecommended={row.isRecommended}
                name={row.businessName}
              />
            )}
          </div>
          <Tags names={row.tags} />
          <p className={styles.about}>
            <span>{industryText(row.industryTypes, names.classes) || "業種は未登録"}</span>
            <span>{placeText(row, names)}</span>
            {isFIN && row.inChargeFinancialInstitutionName && (
              <span>担当：{row.inChargeFinancialInstitutionName}</span>
            )}
          </p>
          <Figures row={row} names={names} />
        </li>
      ))}
    </ul>
  );
}

function Figures({ row, names: { items } }: { row: ListingRow; names: Names }) {
  const figures = [
    { term: "売上高", value: bandShort(items.salesAmount.items, row.salesAmount) },
    { term: "営業利益", value: bandShort(items.operatingProfit.items, row.operatingProfit) },
    {
      term: "希望価格",
      value: priceText(items.acquisitionPrice.items, row.salesPrice, row.salesPriceTo),
    },
    { term: "従業員数", value: peopleText(row.numberOfManagersFrom, row.numberOfManagersTo) },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>公開期限</dt>
        <dd>
          {formatDate(row.dueDate)}{" "}
          {row.status === LISTING.showing && (
            <span className={styles.left}>{formatRemaining(row.dueDate)}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}
