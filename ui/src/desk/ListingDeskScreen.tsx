import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "@/api/errors";
import { listingApprovalQuery, listingDetailsQuery, listingOverviewQuery } from "@/api/listing";
import { partnersQuery } from "@/api/negotiation";
import { pageFetch } from "@/api/query";
import { DutyPanel } from "@/duty/DutyPanel";
import { Deeds } from "@/kit/Deeds";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Tabs } from "@/kit/Tabs";
import { Tags } from "@/kit/Tag";
import { formatDate, formatRemaining, formatTime } from "@/lib/dates";
import { useNavigate } from "@/lib/location";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { AskedDialog, type DeedAsked } from "@/negotiation/dialog/AskedDialog";
import { PersonsPanel } from "@/persons/PersonsPanel";
import { TeamRoleNote } from "@/persons/TeamRoleNote";
import { useTeamRefusals } from "@/persons/useTeamRefusals";
import type { ScreenProps } from "@/screen";
import { Waiting } from "@/search/Waiting";
import { formAddress } from "./addresses";
import { ApprovalDialog } from "./approval/ApprovalDialog";
import { PaperConfirmDialog } from "./approval/PaperDialogs";
import styles from "./Desk.module.css";
import { codeLabel, useMasters } from "./masters";
import { NextSteps } from "./NextSteps";
import { type Deed, nextSteps } from "./next";
import { AudienceTab } from "./tab/AudienceTab";
import { ContentTab } from "./tab/ContentTab";
import { DocumentsTab } from "./tab/DocumentsTab";
import { HistoryTab } from "./tab/HistoryTab";
import { LedgerTab } from "./tab/LedgerTab";
import { OffersTab } from "./tab/OffersTab";
import { PapersTab } from "./tab/PapersTab";
import { PartnersTab } from "./tab/PartnersTab";
import { STATUS } from "./types";

const DEFAULTS = {
  tab: "content",
  negotiation: "",
  view: "list",
  sheet: "",
  // Conditions of the buyers to whom to offer. "own" is the listing's own industry.
  industry: "own",
  prefecture: "",
  needsName: "",
  without: [] as string[],
  pageNumber: 1,
};

/** The working screen of the seller's institution for one listing (domain.md 9). */
export default function ListingDeskScreen({ params }: ScreenProps) {
  const id = params.id ?? "";
  const { state, set, href } = useUrlState(DEFAULTS);
  const navigate = useNavigate();
  const masters = useMasters();
  const overview = useQuery({ ...listingOverviewQuery({ sellerBusinessId: id }), ...pageFetch });
  const details = useQuery({ ...listingDetailsQuery({ sellerBusinessId: id }), ...pageFetch });
  const approval = useQuery({ ...listingApprovalQuery(id), ...pageFetch });
  const partners = useQuery(partnersQuery(id));
  const refusals = useTeamRefusals(overview.data?.companyId ?? "");
  const tabs = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<"request" | "confirmPaper" | null>(null);
  const [asked, setAsked] = useState<{ buyerNegotiationId: string; deed: DeedAsked } | null>(null);
  useScreenTitle(overview.data?.businessName);
  const tab = state.negotiation ? "partners" : state.tab;

  if (!masters || !overview.data || details.isPending || approval.isPending)
    return (
      <>
        <Heading level={1}>売却案件</Heading>
        <Waiting rows={6} />
      </>
    );
  const listing = overview.data;
  // Another institution's listing has a page of its own; here it is treated as not existing.
  if (listing.version === undefined) throw new ApiError(400, "not_available", "");

  const steps = nextSteps(
    listing,
    details.data?.status,
    approval.data,
    partners.data ?? [],
    masters.limits.periodReminderDays,
  );
  const waiting =
    partners.data?.filter((partner) => partner.isUnreadMessage || partner.isApprovalMe).length ?? 0;

  // The tab may be open already, below the visible part.
  const scrollToTabs = () => requestAnimationFrame(() => tabs.current?.scrollIntoView({ block: "start" }));
  const openDeed = (deed: Deed) => {
    switch (deed.kind) {
      case "edit":
        navigate(formAddress(id, listing.companyId ?? "", "overview"));
        break;
      case "request":
      case "confirmPaper":
        setDialog(deed.kind);
        break;
      case "negotiation":
        if (deed.opens) {
          setAsked({ buyerNegotiationId: deed.buyerNegotiationId, deed: deed.opens });
          break;
        }
        set({ tab: "partners", negotiation: deed.buyerNegotiationId });
        scrollToTabs();
        break;
      default:
        set({ tab: deed.kind, negotiation: "" });
        scrollToTabs();
    }
  };

  return (
    <Deeds refusals={refusals}>
      <header className={styles.header}>
        <Heading level={1}>{listing.businessName}</Heading>
        <p className={styles.facts}>
          <strong className={styles.status}>{codeLabel(masters, "listingStatus", listing.status)}</strong>
          {listing.isStopped && (
            <span>
              受付停止中
              {listing.stoppedUntil && `（独占交渉期限の${formatDate(listing.stoppedUntil)}まで）`}
            </span>
          )}
          {listing.isPending && <span>承認待ち</span>}
          {listing.companyId && (
            <span>
              売手：
              <Link href={`/seller-company-manage/${listing.companyId}`}>
                {listing.companyName ?? "企業情報未設定"}
              </Link>
            </span>
          )}
          <span>
            公開期限：{formatDate(listing.dueDate)}（{formatRemaining(listing.dueDate)}）
          </span>
          <span>最終更新：{formatTime(listing.modified)}</span>
        </p>
        <Tags names={listing.tags} />
      </header>
      {listing.companyId && <TeamRoleNote companyId={listing.companyId} />}
      <NextSteps steps={steps} masters={masters} onGo={openDeed} />
      <PersonsPanel of="listing" id={id} title="案件の担当者" framed>
        {listing.companyId && (
          <Link href={`/seller-company-manage/${listing.companyId}`}>
            この案件を見られる人（売手の案件チーム）
          </Link>
        )}
      </PersonsPanel>
      <DutyPanel
        of={{ sellerBusinessId: id }}
        title="案件の確認事項"
        isFolded={listing.status !== STATUS.unapproved && listing.status !== STATUS.remand}
        framed
      />
      <div ref={tabs} className={styles.tabs}>
        <Tabs
          label="この案件の画面"
          selected={tab}
          onSelect={(key) => set({ tab: key, negotiation: "", sheet: "" })}
          items={[
            {
              key: "content",
              label: "内容",
              content: (
                <ContentTab
                  listing={listing}
                  details={details.data ?? null}
                  approval={approval.data ?? null}
                  masters={masters}
                  onRequest={() => setDialog("request")}
                  onConfirmPaper={() => setDialog("confirmPaper")}
                />
              ),
            },
            {
              key: "partners",
              label: "交渉先",
              count: waiting,
              content: (
                <PartnersTab
                  query={partners}
                  selected={state.negotiation}
                  view={state.view === "board" ? "board" : "list"}
                  listHref={href({ negotiation: "", tab: "partners" })}
                  href={(negotiation) => href({ negotiation, tab: "partners" })}
                  onView={(view) => set({ view, tab: "partners", negotiation: "" }, { replace: true })}
                  offersHref={href({ tab: "offers", negotiation: "" })}
                  masters={masters}
                />
              ),
            },
            {
              key: "offers",
              label: "オファー",
              content: (
                <OffersTab
                  listing={listing}
                  partners={partners.data ?? []}
                  masters={masters}
                  conditions={state}
                  page={state.pageNumber}
                  pageHref={(pageNumber) => href({ pageNumber })}
                  onConditions={(conditions) => set({ ...conditions, tab: "offers" })}
                />
              ),
            },
            {
              key: "audience",
              label: "公開範囲・期間",
              content: <AudienceTab listing={listing} partners={partners.data ?? []} masters={masters} />,
            },
            {
              key: "documents",
              label: "資料",
              content: <DocumentsTab sellerBusinessId={id} />,
            },
            {
              key: "papers",
              label: "書面",
              content: <PapersTab sellerBusinessId={id} />,
            },
            {
              key: "history",
              label: "履歴",
              content: <HistoryTab sellerBusinessId={id} masters={masters} />,
            },
            {
              key: "ledger",
              label: "開示台帳",
              content: (
                <LedgerTab
                  listing={listing}
                  sheet={state.sheet === "ledger" || state.sheet === "report" ? state.sheet : ""}
                  onSheet={(sheet) => set({ sheet, tab: "ledger", negotiation: "" })}
                />
              ),
            },
          ]}
        />
      </div>
      {asked && (
        <AskedDialog
          key={asked.buyerNegotiationId}
          {...asked}
          onClose={() => setAsked(null)}
          onElsewhere={() => {
            setAsked(null);
            set({ tab: "partners", negotiation: asked.buyerNegotiationId });
            scrollToTabs();
          }}
        />
      )}
      {dialog === "request" && (
        <ApprovalDialog listing={listing} masters={masters} onClose={() => setDialog(null)} />
      )}
      {dialog === "confirmPaper" && approval.data?.pending && (
        <PaperConfirmDialog
          listing={listing}
          pending={approval.data.pending}
          onClose={() => setDialog(null)}
        />
      )}
    </Deeds>
  );
}
