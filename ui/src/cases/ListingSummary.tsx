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
import { bandShort } from "@/lib/bands";
import { formatDate, formatRemaining } from "@/lib/dates";
import { NARROW, useMedia } from "@/lib/media";
import { industryNames } from "@/negotiation/buyer";
import type { NegotiationRow } from "@/negotiation/types";
import styles from "./Summary.module.css";

type Overview = components["schemas"]["ListingOverview"];

/** A summary of the listing at the disclosure level of the chosen buyer, with a link to all of it (domain.md 5). */
export function ListingSummary({ sellerBusinessId, row }: { sellerBusinessId: string; row: NegotiationRow }) {
  const narrow = useMedia(NARROW);
  const query = useQuery(listingOverviewQuery({ sellerBusinessId, companyId: row.buyerCompanyId }));
  const items = useItemLists();
  const industries = useMaster<components["schemas"]["IndustryClass"][]>("industries").data;
  if (query.isPending) return <Skeleton lines={4} />;
  const overview = query.data;
  if (!overview)
    return (
      <p>
        <Lock>この案件の内容は、現在表示できません。公開が終わったか、公開先が変わりました。</Lock>
      </p>
    );
  return (
    <details className={styles.box} open={!narrow}>
      <summary>案件の概要</summary>
      <Tags names={overview.tags} />
      <p className={styles.description}>{overview.description}</p>
      <DescriptionList
        items={summaryOf(overview, items, industryNames(overview.industryTypes, industries))}
      />
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

/** The overview's items; a withheld company name is shown with the reason (domain.md 3.5). */
function summaryOf(overview: Overview, items: ItemLists | undefined, industry: string): Description[] {
  const price = [
    itemLabel(items, "acquisitionPrice", overview.salesPrice),
    itemLabel(items, "salesPriceTo", overview.salesPriceTo),
  ]
    .filter(Boolean)
    .join(" 〜 ");
  const staff =
    overview.numberOfManagersFrom === undefined && overview.numberOfManagersTo === undefined
      ? ""
      : `${overview.numberOfManagersFrom ?? ""}〜${overview.numberOfManagersTo ?? ""}人`;
  const withheld = overview.opensAt.companyName;
  return [
    {
      term: "会社名",
      value:
        overview.companyName ??
        (withheld === undefined ? (
          ""
        ) : (
          <Lock>{overview.withheldReasons[String(withheld)] ?? undefined}</Lock>
        )),
    },
    { term: "業種", value: industry },
    { term: "地域", value: overview.formattedLocation },
    { term: "売上高", value: bandShort(items?.salesAmount.items, overview.salesAmount) },
    { term: "営業利益", value: itemLabel(items, "operatingProfit", overview.operatingProfit) },
    { term: "希望価格", value: price },
    { term: "従業員数", value: staff },
    { term: "公開期限", value: `${formatDate(overview.dueDate)}（${formatRemaining(overview.dueDate)}）` },
  ];
}
