import { useQuery } from "@tanstack/react-query";
import { type ItemLists, itemLabel, useItemLists } from "@/api/enumerations";
import { listingOverviewQuery } from "@/api/listing";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import { type Description, DescriptionList } from "@/kit/DescriptionList";
import { Link } from "@/kit/Link";
import { Lock } from "@/kit/Lock";
import { Skeleton } from "@/kit/Skeleton";
import { Tags } from "@/kit/Tag";
import { formatDate, formatRemaining } from "@/lib/dates";
import { NARROW, useMedia } from "@/lib/media";
import { industryNames } from "@/negotiation/buyer";
import type { NegotiationRow } from "@/negotiation/types";
import styles from "./Summary.module.css";

type Overview = components["schemas"]["ListingOverview"];

/** The listing at the level of the chosen buyer: in short, with a way to the whole (domain.md 5). */
export function ListingSummary({ sellerBusinessId, row }: { sellerBusinessId: string; row: NegotiationRow }) {
  const narrow = useMedia(NARROW);
  const query = useQuery(listingOverviewQuery({ sellerBusinessId, companyId: row.buyerCompanyId }));
  const items = useItemLists();
  const industries = useMaster<components["schemas"]["IndustryClass"][]>("industries").data;
  if (query.isPending) return <Skeleton lines={4} />;
  const o = query.data;
  if (!o)
    return (
      <p>
        <Lock>この案件の内容は、現在表示できません。公開が終わったか、公開先が変わりました。</Lock>
      </p>
    );
  return (
    <details className={styles.box} open={!narrow}>
      <summary>案件の概要</summary>
      <Tags names={o.tags} />
      <p className={styles.description}>{o.description}</p>
      <DescriptionList items={summaryOf(o, items, industryNames(o.industryTypes, industries))} />
      <p>
        <Link
          href={`/seller-business/${sellerBusinessId}?${new URLSearchParams({ companyId: row.buyerCompanyId })}`}
        >
          案件の詳細を見る
        </Link>
      </p>
    </details>
  );
}

/** The bands of the overview, and what this level withholds with the reason (domain.md 3.5). */
function summaryOf(o: Overview, items: ItemLists | undefined, industry: string): Description[] {
  const price = [
    itemLabel(items, "acquisitionPrice", o.salesPrice),
    itemLabel(items, "salesPriceTo", o.salesPriceTo),
  ]
    .filter(Boolean)
    .join(" 〜 ");
  const people =
    o.numberOfManagersFrom === undefined && o.numberOfManagersTo === undefined
      ? ""
      : `${o.numberOfManagersFrom ?? ""}〜${o.numberOfManagersTo ?? ""}人`;
  const withheld = o.opensAt.companyName;
  return [
    {
      term: "会社名",
      value:
        o.companyName ??
        (withheld === undefined ? "" : <Lock>{o.withheldReasons[String(withheld)] ?? undefined}</Lock>),
    },
    { term: "業種", value: industry },
    { term: "地域", value: o.formattedLocation },
    { term: "売上高", value: itemLabel(items, "salesAmount", o.salesAmount) },
    { term: "営業利益", value: itemLabel(items, "operatingProfit", o.operatingProfit) },
    { term: "希望価格", value: price },
    { term: "従業員数", value: people },
    { term: "公開期限", value: `${formatDate(o.dueDate)}（${formatRemaining(o.dueDate)}）` },
  ];
}
