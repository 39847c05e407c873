import { useQuery } from "@tanstack/react-query";
import { companyDetailsQuery, companyOverviewQuery } from "@/api/company";
import { pageFetch } from "@/api/query";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Tags } from "@/kit/Tag";
import { useScreenTitle } from "@/lib/title";
import type { ScreenProps } from "@/screen";
import { Waiting } from "@/search/Waiting";
import { describeDetails, describeOverview } from "./describe";
import { SELLER } from "./kinds";
import { useMasters } from "./masters";
import { ListingsPanel } from "./panel/ListingsPanel";
import { COMPANY, IN_CHARGE } from "./types";

/** A seller in charge with its listings, read-only: /seller-company/:id. */
export default function ReadScreen({ params }: ScreenProps) {
  const companyId = params.id ?? "";
  const masters = useMasters();
  const { data } = useQuery({ ...companyOverviewQuery("seller", companyId), ...pageFetch });
  const details = useQuery({ ...companyDetailsQuery("seller", companyId), ...pageFetch }).data;
  useScreenTitle(data?.displayName);
  if (!data || details === undefined || !masters)
    return (
      <>
        <Heading level={1}>売手</Heading>
        <Waiting lines={6} />
      </>
    );
  return (
    <>
      <Heading
        level={1}
        actions={
          <Link href={`${SELLER.manage}/${companyId}`} button="secondary">
            編集する（売手管理へ）
          </Link>
        }
      >
        {data.displayName}
      </Heading>
      <Tags names={data.tags} />
      <ListingsPanel companyId={companyId} canAdd={data.status === COMPANY.enabled} />
      <section className={panel.panel}>
        <Heading>概要</Heading>
        <DescriptionList items={describeOverview(SELLER, data, masters)} />
      </section>
      {details && (
        <section className={panel.panel}>
          <Heading>詳細</Heading>
          <DescriptionList items={describeDetails(details, masters, IN_CHARGE)} />
        </section>
      )}
    </>
  );
}
