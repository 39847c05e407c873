import { useQuery } from "@tanstack/react-query";
import { companyDetailsQuery, companyOverviewQuery } from "@/api/company";
import { needsQuery } from "@/api/needs";
import { pageFetch } from "@/api/query";
import { DescriptionList } from "@/kit/DescriptionList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Tags } from "@/kit/Tag";
import { useScreenTitle } from "@/lib/title";
import type { ScreenProps } from "@/screen";
import { buyerTitle } from "@/search/names";
import { Waiting } from "@/search/Waiting";
import { describeDetails, describeNeeds, describeOverview } from "./describe";
import { BUYER } from "./kinds";
import { useMasters } from "./masters";
import { OfferButton } from "./OfferButton";
import { OfferListingButton } from "./OfferListingButton";
import { FOUND, IN_CHARGE } from "./types";

/** A buyer as far as the reader's bank may see it: /buyer-company/:id. */
export default function BuyerScreen({ params }: ScreenProps) {
  const companyId = params.id ?? "";
  const masters = useMasters();
  const { data } = useQuery({ ...companyOverviewQuery("buyer", companyId), ...pageFetch });
  const details = useQuery({ ...companyDetailsQuery("buyer", companyId), ...pageFetch }).data;
  const needs = useQuery({ ...needsQuery(companyId), ...pageFetch }).data;
  const title = data && masters ? buyerTitle(masters, data) : undefined;
  useScreenTitle(title);
  if (!data || details === undefined || !needs || !masters)
    return (
      <>
        <Heading level={1}>買手</Heading>
        <Waiting lines={6} />
      </>
    );
  const inCharge = data.view === IN_CHARGE;
  return (
    <>
      <Heading
        level={1}
        actions={
          <>
            {inCharge && (
              <Link href={`${BUYER.manage}/${companyId}`} button="secondary">
                編集する（買手管理へ）
              </Link>
            )}
            {data.tags.includes("Public") && data.view === FOUND && !data.isOfferable && (
              <OfferListingButton />
            )}
            {data.tags.includes("Public") && data.isOfferable && (
              <OfferButton
                companyId={companyId}
                displayName={title ?? data.displayName}
                inCharge={inCharge}
                onlyListing={data.sellerBusinessId}
              />
            )}
          </>
        }
      >
        {title}
      </Heading>
      <Tags names={data.tags} />
      {!inCharge && (
        <p className={panel.note}>
          ほかの金融機関が担当する買手です。企業名や連絡先は、交渉が進み、買手が実名交渉を希望すると表示されます。
        </p>
      )}
      <section className={panel.panel}>
        <Heading>概要</Heading>
        <DescriptionList items={describeOverview(BUYER, data, masters)} />
      </section>
      <section className={panel.panel}>
        <Heading>ニーズ</Heading>
        {needs.length === 0 ? (
          <EmptyState title="ニーズは登録されていません" />
        ) : (
          needs.map((one) => (
            <div key={one.needsId} className={panel.stack}>
              <Heading level={3}>{one.title}</Heading>
              <DescriptionList items={describeNeeds(one, masters)} />
            </div>
          ))
        )}
      </section>
      <section className={panel.panel}>
        <Heading>企業名と詳細</Heading>
        <DescriptionList items={describeDetails(details, masters, data.view)} />
      </section>
    </>
  );
}
