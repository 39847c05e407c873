import { useQuery } from "@tanstack/react-query";
import { type ItemLists, useItemLists } from "@/api/enumerations";
import { listingOverviewQuery } from "@/api/listing";
import { useMaster } from "@/api/master";
import type { components } from "@/api/schema.gen";
import { type Description, DescriptionList } from "@/kit/DescriptionList";
import { Link } from "@/kit/Link";
import { Lock } from "@/kit/Lock";
import { Skeleton } from "@/kit/Skeleton";
import { Tags } from "@/kit/Tag";
import { bandShort, peopleText, priceText } from "@/lib/bands";
import { formatDate, formatRemaining } from "@/lib/dates";
import { ROOMY, useMedia } from "@/lib/media";
import { industryNames } from "@/negotiation/buyer";
import type { NegotiationRow } from "@/negotiation/types";
import { LABELS } from "@/sale/labels";
import styles from "./Summary.module.css";

type Overview = components["schemas"]["ListingOverview"];

/** A summary of the listing at the disclosure level of the chosen buyer, with a link to all of it (domain.md 5). */
export function ListingSummary({ sellerBusinessId, row }: { sellerBusinessId: string; row: NegotiationRow }) {
  const isRoomy = useMedia(ROOMY);
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
    <details className={styles.box} open={isRoomy}>
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
  const withheld = overview.opensAt.companyName;
  return [
    {
      term: LABELS.companyName,
      value:
        overview.companyName ??
        (withheld === undefined ? (
          ""
        ) : (
          <Lock>{overview.withheldReasons[String(withheld)] ?? undefined}</Lock>
        )),
    },
    { term: LABELS.industryTypes, value: industry },
    { term: LABELS.formattedLocation, value: overview.formattedLocation },
    { term: LABELS.salesAmount, value: bandShort(items?.salesAmount.items, overview.salesAmount) },
    {
      term: LABELS.operatingProfit,
      value: bandShort(items?.operatingProfit.items, overview.operatingProfit),
    },
    {
      term: LABELS.salesPrice,
      value: priceText(items?.acquisitionPrice.items, overview.salesPrice, overview.salesPriceTo),
    },
    {
      term: LABELS.numberOfManagers,
      value: peopleText(overview.numberOfManagersFrom, overview.numberOfManagersTo),
    },
    {
      term: LABELS.dueDate,
      value: `${formatDate(overview.dueDate)}（${formatRemaining(overview.dueDate)}）`,
    },
  ];
}
