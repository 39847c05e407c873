import { memo } from "react";
import { useEnumerations } from "@/api/enumerations";
import { Link } from "@/kit/Link";
import { Tags } from "@/kit/Tag";
import { bandShort, peopleText, priceText } from "@/lib/bands";
import { formatDate, formatRemaining } from "@/lib/dates";
import { usePersons } from "@/persons/usePersons";
import { personsText } from "@/persons/words";
import { industryText, placeText } from "@/sale/names";
import type { ListingRow } from "@/sale/types";
import type { Names } from "@/search/names";
import { Facts, Result, ResultList } from "@/search/ResultList";
import { Score } from "@/search/Score";
import styles from "./ListingRows.module.css";
import { LISTING, ROUTE } from "./types";

/**
 * The hits of a search, with their figures aligned. Rendered again only when they have changed, as
 * the conditions' lists of choices load later.
 */
export const ListingRows = memo(function ListingRows({
  rows,
  names,
  isFIN,
  offered,
  recommended,
  buyer,
}: {
  rows: readonly ListingRow[];
  names: Names;
  /** Banks see which institution is in charge (domain.md 3.5). */
  isFIN: boolean;
  /**
   * Whether the conditions ask for offers, or for what fits the needs: the reader's route to a
   * listing is recorded.
   */
  offered: boolean;
  recommended: boolean;
  /** The buyer for whom the search is made; empty for none. */
  buyer: string;
}) {
  const limits = useEnumerations()?.limits;
  const persons = usePersons(
    "listing",
    rows.filter(({ tags }) => tags.includes("ChargeSellerBusiness")).map((row) => row.sellerBusinessId),
  );
  const inChargeOf = (row: ListingRow) => {
    const found = persons?.get(row.sellerBusinessId);
    return found && personsText(found);
  };
  const band = (score: number) =>
    limits && score >= limits.recommendedScore
      ? "おすすめ"
      : limits && score >= limits.candidateScore
        ? "候補"
        : undefined;
  return (
    <ResultList label="売却案件">
      {rows.map((row, place) =>
        // Asked for one buyer, who may not see a listing that its bank knows of.
        row.sellerBusinessId === "" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: such a row has nothing of its own.
          <Result key={place} title="この買手には公開されていない案件">
            <Facts>
              <span>選んだ買手からは見えないため、内容を表示しません。</span>
            </Facts>
          </Result>
        ) : (
          <Result
            key={row.sellerBusinessId}
            title={<Link href={href(row, offered, recommended, buyer)}>{row.businessName}</Link>}
            end={<Tags names={row.tags} />}
          >
            <Facts>
              <span>{industryText(row.industryTypes, names.classes) || "業種は未登録"}</span>
              <span>{placeText(row, names)}</span>
              {isFIN && row.inChargeFinancialInstitutionName && (
                <span>担当：{row.inChargeFinancialInstitutionName}</span>
              )}
              {inChargeOf(row) && <span>担当者：{inChargeOf(row)}</span>}
            </Facts>
            <Figures row={row} names={names} />
            {row.score !== undefined && (
              <Score
                score={row.score}
                band={band(row.score)}
                reasons={row.reasons ?? []}
                isRecommended={row.isRecommended}
                name={row.businessName}
              />
            )}
          </Result>
        ),
      )}
    </ResultList>
  );
});

/** Where a hit leads, and by which way (SPEC.md section 7 UserAction). */
function href(row: ListingRow, offered: boolean, recommended: boolean, buyer: string): string {
  const query = new URLSearchParams();
  const route =
    row.isOffered && offered ? ROUTE.offer : row.isRecommended && recommended ? ROUTE.recommend : 0;
  if (route !== 0) query.set("actionRouteType", String(route));
  if (buyer) query.set("companyId", buyer);
  const text = query.toString();
  return `/seller-business/${row.sellerBusinessId}${text && `?${text}`}`;
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
