import { useQuery } from "@tanstack/react-query";
import { ActivityPanel } from "@/activity/ActivityPanel";
import { companyOverviewQuery } from "@/api/company";
import { pageFetch } from "@/api/query";
import { DutyPanel } from "@/duty/DutyPanel";
import { IssuedPanel } from "@/issued/IssuedPanel";
import { Deeds } from "@/kit/Deeds";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { type TabItem, Tabs } from "@/kit/Tabs";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { PersonsPanel } from "@/persons/PersonsPanel";
import { OwnResponse } from "@/persons/ResponseNote";
import { TeamPanel } from "@/persons/TeamPanel";
import { TeamRoleNote } from "@/persons/TeamRoleNote";
import { useTeamRefusals } from "@/persons/useTeamRefusals";
import type { ScreenProps } from "@/screen";
import { Waiting } from "@/search/Waiting";
import { CompanyStatus } from "./CompanyStatus";
import { CompanyTags } from "./CompanyTags";
import { type Kind, useKind } from "./kinds";
import { useMasters } from "./masters";
import { AvoidedPanel } from "./panel/AvoidedPanel";
import { DetailsPanel, OverviewPanel } from "./panel/CompanyPanels";
import { HistoryPanel } from "./panel/HistoryPanel";
import { ListingsPanel } from "./panel/ListingsPanel";
import { NameReadersPanel } from "./panel/NameReadersPanel";
import { NeedsPanel } from "./panel/NeedsPanel";
import { NegotiationsPanel } from "./panel/NegotiationsPanel";
import { UsersPanel } from "./panel/UsersPanel";
import { RegistrationReview } from "./registration/RegistrationReview";
import { COMPANY } from "./types";

/** edit: what is being edited: "1" for the tab's own form, "new" or an id for a list's. */
const DEFAULTS = { tab: "overview", edit: "" };

/** One company of the own institution: /seller-company-manage/:id and /buyer-company-manage/:id. */
export default function ManageScreen({ params }: ScreenProps) {
  const kind = useKind();
  const companyId = params.id ?? "";
  const masters = useMasters();
  const { state, set } = useUrlState(DEFAULTS);
  const { data } = useQuery({ ...companyOverviewQuery(kind.kind, companyId), ...pageFetch });
  const refusals = useTeamRefusals(data?.companyId ?? "");
  useScreenTitle(data?.displayName);
  if (!data || !masters)
    return (
      <>
        <Heading level={1}>{kind.name}</Heading>
        <Waiting lines={6} />
      </>
    );
  const open = (edit: string) => set({ edit });
  // An address that opens a form shows what is stored to who may not send it.
  const editing = refusals.acts ? "" : state.edit;
  const form = { editing: editing === "1", onEdit: (editing: boolean) => open(editing ? "1" : "") };
  const list = { editing, onEdit: open, masters };
  const common = { kind, companyId: data.companyId, masters };
  const tabs: TabItem[] = [
    { key: "overview", label: "概要", content: <OverviewPanel {...common} {...form} /> },
    { key: "details", label: "詳細", content: <DetailsPanel {...common} {...form} /> },
    {
      key: "users",
      label: kind.person,
      content: (
        <UsersPanel
          {...list}
          owner={kind}
          clientId={data.companyId}
          invitesCompany={
            kind.kind === "buyer" &&
            !data.isTrial &&
            (data.status === COMPANY.noData || data.status === COMPANY.notCreated)
          }
        />
      ),
    },
    ...(kind.kind === "seller"
      ? [
          {
            key: "listings",
            label: "案件",
            content: <ListingsPanel companyId={data.companyId} canAdd={data.status === COMPANY.enabled} />,
          },
          {
            key: "avoided",
            label: "打診しない先",
            content: <AvoidedPanel companyId={data.companyId} />,
          },
          {
            key: "readers",
            label: "名前を知った相手",
            content: <NameReadersPanel companyId={data.companyId} />,
          },
        ]
      : [
          { key: "needs", label: "ニーズ", content: <NeedsPanel {...list} clientId={data.companyId} /> },
          { key: "negotiations", label: "交渉", content: <NegotiationsPanel companyId={data.companyId} /> },
        ]),
    {
      key: "papers",
      label: "書面",
      content: <IssuedPanel of={{ companyId: data.companyId }} framed always />,
    },
    { key: "history", label: "履歴", content: <HistoryPanel kind={kind} companyId={data.companyId} /> },
  ];
  return (
    <Deeds refusals={refusals}>
      <Heading
        level={1}
        actions={
          data.status === COMPANY.enabled && (
            <NextStep kind={kind} companyId={data.companyId} tab={state.tab} />
          )
        }
      >
        {data.displayName}
      </Heading>
      <CompanyTags company={data} />
      <TeamRoleNote companyId={data.companyId} />
      {kind.kind === "buyer" && <OwnResponse companyId={data.companyId} />}
      {data.status === COMPANY.notApproved && <RegistrationReview data={data} masters={masters} />}
      <CompanyStatus kind={kind} data={data} onDetails={() => set({ tab: "details", edit: "1" })} />
      <PersonsPanel of="company" id={data.companyId} title="自機関の担当者" framed />
      <TeamPanel companyId={data.companyId} />
      <ActivityPanel of={{ companyId: data.companyId }} framed />
      <DutyPanel of={{ companyId: data.companyId }} framed />
      <Tabs
        label={`${kind.name}の情報`}
        items={tabs}
        selected={tabs.some((tab) => tab.key === state.tab) ? state.tab : DEFAULTS.tab}
        onSelect={(tab) => set({ tab, edit: "" })}
      />
      {state.tab === DEFAULTS.tab && editing === "" && <CompanyStatus kind={kind} data={data} />}
    </Deeds>
  );
}

/** Tabs with a next step of their own. */
const OWN_STEP: readonly string[] = ["users", "needs"];

/** The usual next step for an enabled company, if the tab has none of its own. */
function NextStep({ kind, companyId, tab }: { kind: Kind; companyId: string; tab: string }) {
  const button = OWN_STEP.includes(tab) ? "secondary" : "primary";
  if (kind.kind === "seller")
    return tab === "listings" ? null : (
      <Link part="acts" href={`/seller-business/new?companyId=${companyId}`} button={button}>
        売却案件を登録する
      </Link>
    );
  return (
    <Link href={`/seller-business?buyerCompanyId=${companyId}`} button={button}>
      この買手に合う案件を探す
    </Link>
  );
}
