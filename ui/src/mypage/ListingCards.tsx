import { useState } from "react";
import { itemLabel, useItemLists } from "@/api/enumerations";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { Link } from "@/kit/Link";
import { Tags } from "@/kit/Tag";
import { formatDate, formatRemaining } from "@/lib/dates";
import { industryNames } from "@/negotiation/buyer";
import styles from "./Listing.module.css";

type ListingRow = components["schemas"]["ListingRow"];

const FIRST = 4;

/** What stands first in a list that is longer than what was asked for, and where all of it is. */
const MORE = {
  1: { first: "一致度の高い", href: "/seller-business?isRecommended=true&isNotRead=true" },
  2: { first: "新しい", href: "/seller-business?isOffered=true&isNotRead=true" },
} as const;

/** Listings in short, with the reasons of their score (domain.md 8). `route`: 1 おすすめ, 2 オファー. */
export function ListingCards({
  rows,
  count = rows.length,
  route,
  empty,
}: {
  rows: readonly ListingRow[];
  /** How many there are in all. */
  count?: number;
  route: 1 | 2;
  empty: string;
}) {
  const items = useItemLists();
  const industries = useMaster<components["schemas"]["IndustryClass"][]>("industries").data;
  const [all, setAll] = useState(false);
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <>
      <ul className={styles.list}>
        {(all ? rows : rows.slice(0, FIRST)).map((row) => (
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
                industryNames(row.industryTypes, industries),
                row.formattedLocation,
                itemLabel(items, "salesAmount", row.salesAmount) &&
                  `売上高 ${itemLabel(items, "salesAmount", row.salesAmount)}`,
                `公開期限 ${formatDate(row.dueDate)}（${formatRemaining(row.dueDate)}）`,
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
      {rows.length > FIRST && (
        <Button kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all
            ? "一部だけを表示する"
            : count > rows.length
              ? `${MORE[route].first}${rows.length}件を表示する（全${count.toLocaleString("ja-JP")}件）`
              : `すべて表示する（${rows.length}件）`}
        </Button>
      )}
      {all && count > rows.length && (
        <p>
          <Link href={MORE[route].href}>売却案件検索ですべて見る（{count.toLocaleString("ja-JP")}件）</Link>
        </p>
      )}
    </>
  );
}

/** The two reasons that weigh most; the rest opens. */
function mainReason(reasons: NonNullable<ListingRow["reasons"]>): string {
  return [...reasons]
    .sort((a, b) => b.points - a.points)
    .slice(0, 2)
    .map((reason) => reason.text)
    .join("、");
}
