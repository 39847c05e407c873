import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Badge } from "@/kit/Badge";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Segments } from "@/kit/Segments";
import { Skeleton } from "@/kit/Skeleton";
import { StepLine } from "@/kit/StepLine";
import { formatDate, formatRemaining } from "@/lib/dates";
import { FAILED } from "@/messages";
import { duty } from "@/negotiation/duty";
import { NegotiationPanel } from "@/negotiation/NegotiationPanel";
import { personColumn } from "@/persons/columns";
import { usePersons } from "@/persons/usePersons";
import styles from "../Desk.module.css";
import type { Masters } from "../masters";
import type { Partner } from "../types";
import { PartnerBoard } from "./PartnerBoard";
import { traits } from "./partners";

const VIEWS = [
  { value: "list", label: "一覧" },
  { value: "board", label: "段階ごと" },
] as const;

/** The negotiations of this listing as a list or a board, or one of them if it is opened. */
export function PartnersTab({
  query,
  selected,
  view,
  listHref,
  href,
  onView,
  offersHref,
  masters,
}: {
  query: UseQueryResult<Partner[]>;
  /** The id of the opened negotiation, "" for none. */
  selected: string;
  view: "list" | "board";
  listHref: string;
  href: (buyerNegotiationId: string) => string;
  onView: (view: "list" | "board") => void;
  offersHref: string;
  masters: Masters;
}) {
  if (selected) {
    const partner = query.data?.find((row) => row.buyerNegotiationId === selected);
    return (
      <div className={styles.tab}>
        <div>
          <Link href={listHref} button="quiet" icon={<ArrowLeft aria-hidden size={18} />}>
            交渉先の一覧へ
          </Link>
        </div>
        <Heading level={2}>{partner ? `${partner.displayName}との交渉` : "交渉"}</Heading>
        <NegotiationPanel buyerNegotiationId={selected} />
      </div>
    );
  }
  if (query.isPending) return <Skeleton rows={4} />;
  if (!query.data)
    return (
      <EmptyState
        title={FAILED.negotiationList}
        action={<Button onClick={() => query.refetch()}>もう一度読み込む</Button>}
      >
        通信の状態を確認して、もう一度お試しください。
      </EmptyState>
    );
  const partners = query.data;
  if (partners.length === 0)
    return (
      <EmptyState
        title="まだ交渉先がありません"
        action={
          <Link part="acts" href={offersHref} button="primary">
            オファーを送る
          </Link>
        }
      >
        買手側の金融機関が交渉を始めるか、こちらからオファーを送ると、ここに並びます。
      </EmptyState>
    );
  return (
    <div className={styles.tab}>
      <Segments label="並べ方" value={view} options={VIEWS} onChange={onView} />
      {view === "board" ? (
        <PartnerBoard partners={partners} href={href} masters={masters} />
      ) : (
        <PartnerList partners={partners} href={href} masters={masters} />
      )}
    </div>
  );
}

function PartnerList({
  partners,
  href,
  masters,
}: {
  partners: readonly Partner[];
  href: (id: string) => string;
  masters: Masters;
}) {
  const persons = usePersons(
    "sf",
    partners.map((row) => row.buyerNegotiationId),
  );
  return (
    <DataList
      caption="交渉先"
      rows={partners}
      rowKey={(row) => row.buyerNegotiationId}
      rowHref={(row) => href(row.buyerNegotiationId)}
      rowName={(row) => row.displayName}
      columns={[
        {
          key: "buyer",
          header: "買手",
          primary: true,
          cell: (row) => (
            <>
              {row.displayName} <Badge count={row.unreadCount} label="未読" />
            </>
          ),
          under: (row) => traits(row.buyer, masters),
        },
        { key: "bank", header: "買手側金融機関", cell: (row) => row.buyerFinancialName ?? "―" },
        {
          key: "step",
          header: "交渉状況",
          cell: (row) => (
            <span className={styles.stepCell}>
              <StepLine compact status={row.status} viewer="seller" />
              <span>{row.statusLabel}</span>
            </span>
          ),
        },
        { key: "duty", header: "こちらがすること", cell: (row) => duty(row) || "―" },
        {
          key: "offer",
          header: "オファー",
          cell: (row) => (row.offerSendStatus ? row.offerSendStatusLabel : "―"),
        },
        {
          key: "financing",
          header: "資金",
          wideOnly: true,
          nowrap: true,
          cell: (row) => row.financing || "―",
        },
        personColumn(persons, (row: Partner) => row.buyerNegotiationId),
        {
          key: "next",
          header: "次回対応日",
          nowrap: true,
          cell: (row) =>
            row.nextAction?.date
              ? `${formatDate(row.nextAction.date)}（${formatRemaining(row.nextAction.date)}）`
              : "―",
        },
      ]}
    />
  );
}
