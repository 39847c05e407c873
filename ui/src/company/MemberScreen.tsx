import { IssuedPanel } from "@/issued/IssuedPanel";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { type TabItem, Tabs } from "@/kit/Tabs";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { AdviserPanel } from "@/persons/AdviserPanel";
import { OwnWorkPanel } from "@/persons/OwnWorkPanel";
import { Waiting } from "@/search/Waiting";
import { isFIN } from "@/session/session";
import { BUYER } from "./kinds";
import { useMasters } from "./masters";
import { CalendarPanel } from "./panel/CalendarPanel";
import { DetailsPanel, OverviewPanel } from "./panel/CompanyPanels";
import { InstitutionPanel } from "./panel/InstitutionPanel";
import { MailPanel } from "./panel/MailPanel";
import { NeedsPanel } from "./panel/NeedsPanel";
import { SavedNoticesPanel } from "./panel/SavedNoticesPanel";
import { UsersPanel } from "./panel/UsersPanel";

const DEFAULTS = { tab: "", edit: "" };

/** What a bank's user decides about his mails. */
function MailTab() {
  return (
    <div className={panel.stack}>
      <MailPanel />
      <OwnWorkPanel />
      <AdviserPanel />
      <SavedNoticesPanel />
    </div>
  );
}

/**
 * The user's own data: a bank's institution, users and mail; a buyer's company, users and needs
 * (domain.md 9 /member).
 */
export default function MemberScreen() {
  const masters = useMasters();
  const { state, set } = useUrlState(DEFAULTS);
  const forBank = isFIN.value;
  const title = forBank ? "会員情報管理" : "会員情報";
  useScreenTitle(title);
  if (!masters)
    return (
      <>
        <Heading level={1}>{title}</Heading>
        <Waiting lines={6} />
      </>
    );
  const form = {
    masters,
    editing: state.edit === "1",
    onEdit: (editing: boolean) => set({ edit: editing ? "1" : "" }),
  };
  const list = { masters, editing: state.edit, onEdit: (edit: string) => set({ edit }) };
  const tabs: TabItem[] = forBank
    ? [
        { key: "institution", label: "金融機関", content: <InstitutionPanel {...form} /> },
        { key: "users", label: "利用者", content: <UsersPanel {...list} owner="bank" clientId="" /> },
        { key: "mail", label: "担当とメール", content: <MailTab /> },
        { key: "calendar", label: "カレンダー", content: <CalendarPanel /> },
      ]
    : [
        {
          key: "overview",
          label: "企業の概要",
          content: <OverviewPanel {...form} kind={BUYER} companyId="" />,
        },
        {
          key: "details",
          label: "企業の詳細",
          content: <DetailsPanel {...form} kind={BUYER} companyId="" />,
        },
        { key: "users", label: BUYER.person, content: <UsersPanel {...list} owner={BUYER} clientId="" /> },
        { key: "needs", label: "ニーズ", content: <NeedsPanel {...list} clientId="" /> },
        { key: "papers", label: "書面", content: <IssuedPanel of={{ companyId: "" }} framed always /> },
        { key: "mail", label: "新着のお知らせ", content: <SavedNoticesPanel /> },
      ];
  return (
    <>
      <Heading level={1}>{title}</Heading>
      <Tabs
        label={title}
        items={tabs}
        selected={tabs.some((tab) => tab.key === state.tab) ? state.tab : (tabs[0]?.key ?? "")}
        onSelect={(tab) => set({ tab, edit: "" })}
      />
    </>
  );
}
