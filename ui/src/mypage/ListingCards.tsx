import { useState } from "react";
import { useItemLists } from "@/api/enumerations";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { Link } from "@/kit/Link";
import { Tags } from "@/kit/Tag";
import { bandShort, peopleText } from "@/lib/bands";
import { formatDate, formatRemaining } from "@/lib/dates";
import { industryNames } from "@/negotiation/buyer";
import styles from "./Listing.module.css";

type ListingRow = components["schemas"]["ListingRow"];

/** How many rows the collapsed list shows. */
const COLLAPSED_COUNT = 4;

/** By route: the order of the rows, for a list of which only a part was fetched, and a link to all of it. */
const FULL_LISTS = {
  1: { order: "一致度の高い", href: "/seller-business?isRecommended=true&isNotRead=true" },
  2: { order: "新しい", href: "/seller-business?isOffered=true&isNotRead=true" },
} as const;

/** Short descriptions of listings with the reasons of their score (domain.md 8). `route`: 1 おすすめ, 2 オファー. */
export function ListingCards({
  rows,
  count = rows.length,
  route,
  empty,
}: {
  rows: readonly ListingRow[];
  /** The number of all listings, of which `rows` may be a part. */
  count?: number;
  route: 1 | 2;
  empty: string;
}) {
  const items = useItemLists();
  const industries = useMaster<components["schemas"]["IndustryClass"][]>("industries").data;
  const [isExpanded, setExpanded] = useState(false);
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <>
      <ul className={styles.list}>
        {(isExpanded ? rows : rows.slice(0, COLLAPSED_COUNT)).map((row) => (
          <li key={row.sellerBusinessId}>
            <p className={styles.name}>
              <Link href={`/seller-business/${row.sellerBusinessId}?actionRouteType=${route}`}>
                {row.businessName}
              </Link>
              {row.score !== undefined && <span className={styles.score}>一致度 {row.score}点</span>}
            </p>
            <Tags names={row.tags} />
            <ul className={styles.facts}>
              {[
                told(industryNames(row.industryTypes, industries), row.formattedLocation),
                items &&
                  told(
                    row.salesAmount > 0 && `売上高 ${bandShort(items.salesAmount.items, row.salesAmount)}`,
                    row.operatingProfit > 0 &&
                      `営業利益 ${bandShort(items.operatingProfit.items, row.operatingProfit)}`,
                    row.numberOfManagersTo !== undefined &&
                      `従業員 ${peopleText(row.numberOfManagersFrom, row.numberOfManagersTo)}`,
                  ),
                told(
                  items &&
                    row.negotiationTarget.length > 0 &&
                    `希望 ${schemes(row.negotiationTarget, items.negotiationTarget.items)}`,
                  `公開期限 ${formatDate(row.dueDate)}（${formatRemaining(row.dueDate)}）`,
                ),
              ]
                .filter(Boolean)
                .map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
            </ul>
            {row.reasons && row.reasons.length > 0 && (
              <details className={styles.reasons}>
                <summary>{mainReason(row.reasons)}</summary>
                <ul>
                  {row.reasons.map((reason) => (
                    <li key={reason.item}>{reason.text}</li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
      {rows.length > COLLAPSED_COUNT && (
        <Button kind="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded
            ? "一部だけを表示する"
            : count > rows.length
              ? `${FULL_LISTS[route].order}${rows.length}件を表示する（全${count.toLocaleString("ja-JP")}件）`
              : `すべて表示する（${rows.length}件）`}
        </Button>
      )}
      {isExpanded && count > rows.length && (
        <p>
          <Link href={FULL_LISTS[route].href}>
            売却案件検索ですべて見る（{count.toLocaleString("ja-JP")}件）
          </Link>
        </p>
      )}
    </>
  );
}

/** One line of what is known. */
const told = (...facts: readonly (string | false | undefined)[]): string => facts.filter(Boolean).join("／");

/** The first two ways in which a listing can change hands. */
function schemes(keys: readonly number[], items: readonly { key: number; label: string }[]): string {
  const labels = items.filter(({ key }) => keys.includes(key)).map(({ label }) => label);
  return labels.length > 2 ? `${labels.slice(0, 2).join("、")}など` : labels.join("、");
}

/** The two reasons with the most points; all of them are in the details below. */
function mainReason(reasons: NonNullable<ListingRow["reasons"]>): string {
  return [...reasons]
    .sort((a, b) => b.points - a.points)
    .slice(0, 2)
    .map((reason) => reason.text)
    .join("、");
}
