import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useEffect, useRef } from "react";
import { listingDetailsQuery } from "@/api/listing";
import { ownNegotiationQuery } from "@/api/negotiation";
import { rereadAfter } from "@/api/reread";
import { IssuedPanel } from "@/issued/IssuedPanel";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Skeleton } from "@/kit/Skeleton";
import { Tabs } from "@/kit/Tabs";
import { Tags } from "@/kit/Tag";
import { useHash } from "@/lib/location";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { NegotiationPanel } from "@/negotiation/NegotiationPanel";
import { PrintHead } from "@/negotiation/PrintHead";
import { DocumentList, DocumentLock } from "@/negotiation/section/DocumentList";
import { StepSection } from "@/negotiation/section/StepSection";
import type { Negotiation } from "@/negotiation/types";
import { DescriptionSection, ListingSections, Section } from "@/sale/DetailsSections";
import { Summary } from "@/sale/Summary";
import type { ListingDetails, ListingOverview } from "@/sale/types";
import type { ScreenProps } from "@/screen";
import { type Names, useNames } from "@/search/names";
import { Waiting } from "@/search/Waiting";
import { isFIN } from "@/session/session";
import { Aside } from "./Aside";
import { recordClick } from "./deeds";
import styles from "./ListingScreen.module.css";
import { NonNameSheet } from "./NonNameSheet";
import { Notices } from "./Notices";
import { RARELY_REFETCHED, type Read, useListing } from "./queries";
import { LEVEL, ROUTE } from "./types";

/** The parameters in a listing's address. */
const ADDRESS = {
  /** For a bank: the buyer as which it reads. */
  companyId: "",
  /** The route by which the reader came (SPEC.md section 3 Action route type). */
  actionRouteType: 0,
  tab: "content",
  /** "sheet": the ノンネームシート. */
  view: "",
};

/** A listing as its reader may see it (domain.md 3.5, 9). */
export default function ListingScreen({ params }: ScreenProps) {
  const id = params.id ?? "";
  const { state } = useUrlState(ADDRESS);
  const companyId = isFIN.value ? state.companyId : "";
  const listingRead = useListing(id, companyId);
  const { names } = useNames();
  useScreenTitle(listingRead?.listing.businessName);
  useRecordedClick(id, state.actionRouteType, listingRead !== undefined);
  useFocusOnNewView(`${companyId} ${state.view}`, listingRead !== undefined && names !== undefined);
  if (!listingRead || !names)
    return (
      <>
        <Heading level={1}>売却案件</Heading>
        <Waiting rows={6} />
      </>
    );
  return <Listing {...listingRead} names={names} companyId={companyId} />;
}

/** Records the opening of a listing once it has loaded; failures are ignored (SPEC.md section 7). */
function useRecordedClick(id: string, route: number, opened: boolean) {
  useEffect(() => {
    if (!opened) return;
    const validRoute = route === ROUTE.recommend || route === ROUTE.offer ? route : ROUTE.none;
    // The list shows which listings were read: it is fetched again when the reader goes back.
    void recordClick(id, validRoute).then((recorded) => {
      if (recorded) void rereadAfter("click");
    });
  }, [id, route, opened]);
}

/** Another view of the same listing starts at its title, as after a navigation. */
function useFocusOnNewView(view: string, ready: boolean) {
  const shown = useRef(view);
  useEffect(() => {
    if (!ready || shown.current === view) return;
    shown.current = view;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [view, ready]);
}

function Listing({
  listing,
  isPublished,
  names,
  companyId,
}: Read & {
  names: Names;
  companyId: string;
}) {
  const { state, set, href } = useUrlState(ADDRESS);
  const hash = useHash();
  const isBank = isFIN.value;
  const details = useQuery({
    ...listingDetailsQuery({ sellerBusinessId: listing.sellerBusinessId, companyId, isPublished }),
    ...RARELY_REFETCHED,
  });
  const own = useQuery({
    ...ownNegotiationQuery(listing.sellerBusinessId, companyId),
    enabled: !isBank || companyId !== "",
  });
  const negotiation = own.data ?? null;

  if (state.view === "sheet")
    return (
      <>
        <div className="no-print">
          <Heading
            level={1}
            actions={
              <Link href={href({ view: "" })} button="secondary">
                案件の画面に戻る
              </Link>
            }
          >
            ノンネームシート
          </Heading>
          <IssuedPanel of={{ sellerBusinessId: listing.sellerBusinessId }} framed />
        </div>
        {details.isPending ? (
          <Skeleton rows={6} />
        ) : details.isError ? (
          <DetailsFailed retry={details.refetch} />
        ) : !isPublished ? (
          <EmptyState title="ノンネームシートを印刷できません">
            この案件はまだ公開されていません。売手の承認を受けて公開した後に印刷できます。
          </EmptyState>
        ) : (
          <NonNameSheet listing={listing} details={details.data} names={names} />
        )}
      </>
    );

  const content = (
    <Content listing={listing} names={names} companyId={companyId} own={own} details={details} />
  );
  // A buyer's own negotiation is on this page; a bank's has a page of its own.
  const panel = !isBank && negotiation?.buyerNegotiationId ? negotiation : null;
  return (
    <>
      {listing.level >= LEVEL.realName && <PrintHead />}
      <Heading
        level={1}
        actions={
          <Link href={href({ view: "sheet" })} button="secondary" icon={<FileText aria-hidden size={18} />}>
            ノンネームシート
          </Link>
        }
      >
        {listing.businessName}
      </Heading>
      <Tags names={listing.tags} />
      <Notices
        listing={listing}
        isPublished={isPublished}
        negotiation={negotiation}
        messagesHref={panel ? href({ tab: "negotiation" }) : null}
        backHref={companyId ? href({ companyId: "" }) : null}
      />
      {panel ? (
        <Tabs
          label="案件の画面"
          selected={state.tab === "negotiation" || hash === "#contact" ? "negotiation" : "content"}
          onSelect={(tab) => set({ tab })}
          items={[
            { key: "content", label: "案件の内容", content },
            {
              key: "negotiation",
              label: "交渉",
              count: panel.unreadCount,
              content: <NegotiationPanel buyerNegotiationId={panel.buyerNegotiationId} />,
            },
          ]}
        />
      ) : (
        content
      )}
    </>
  );
}

function Content({
  listing,
  names,
  companyId,
  own,
  details,
}: {
  listing: ListingOverview;
  names: Names;
  companyId: string;
  own: UseQueryResult<Negotiation | null>;
  details: UseQueryResult<ListingDetails | null>;
}) {
  const negotiation = own.data;
  return (
    <div className={styles.page}>
      <div className={styles.summary}>
        {negotiation?.buyerNegotiationId && <StepSection negotiation={negotiation} />}
        <Summary listing={listing} names={names} />
        <DescriptionSection listing={listing} />
      </div>
      <aside className={styles.aside} aria-label="この案件でできること">
        <Aside listing={listing} companyId={companyId} own={own} />
      </aside>
      <div className={styles.details}>
        {details.isPending ? (
          <Skeleton rows={6} />
        ) : details.isError ? (
          <DetailsFailed retry={details.refetch} />
        ) : (
          <>
            <ListingSections listing={listing} details={details.data} names={names} />
            {listing.level !== LEVEL.inCharge && (
              <Section title="資料">
                <Documents listing={listing} negotiation={negotiation} />
              </Section>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** The documents that are open to the reader, or the sentence that stands in their place. */
function Documents({
  listing: { sellerBusinessId, level },
  negotiation,
}: {
  listing: ListingOverview;
  negotiation: Negotiation | null | undefined;
}) {
  if (level < LEVEL.realName) return <DocumentLock />;
  if (negotiation?.buyerNegotiationId)
    return (
      <DocumentList sellerBusinessId={sellerBusinessId} buyerNegotiationId={negotiation.buyerNegotiationId} />
    );
  // A bank that searches for all of its buyers at once: documents are disclosed to one buyer each.
  return (
    <Link href={`/financial-support/seller-business/${sellerBusinessId}`}>
      開示されている資料は、交渉案件の画面で、買手ごとに表示されます
    </Link>
  );
}

function DetailsFailed({ retry }: { retry: () => unknown }) {
  return (
    <EmptyState
      title="詳細を取得できませんでした"
      action={<Button onClick={() => retry()}>もう一度読み込む</Button>}
    >
      しばらくたってから、もう一度お試しください。
    </EmptyState>
  );
}
