import type { ReactNode } from "react";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { Badge } from "@/kit/Badge";
import { Button } from "@/kit/Button";
import type { Column } from "@/kit/column";
import { DataList } from "@/kit/DataList";
import { TAGS, Tag, type TagName } from "@/kit/Tag";
import { formatDate, formatRemaining } from "@/lib/dates";
import { duty } from "@/negotiation/duty";
import { negotiationHref } from "@/negotiation/href";
import type { NegotiationRow } from "@/negotiation/types";
import { personColumn } from "@/persons/columns";
import { usePersons } from "@/persons/usePersons";
import styles from "./Cases.module.css";
import { CLOSED_NAME } from "./case";

interface TableProps {
  rows: readonly NegotiationRow[];
  /** The keys of the rows that are chosen for a deed. */
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
  deeds: ReactNode;
  sort: { propertyName: string; isDescending: boolean };
  onSort: (sort: { propertyName: string; isDescending: boolean }) => void;
}

const NEXT: Column<NegotiationRow> = {
  key: "nextAction",
  header: "次回対応日",
  sortKey: "nextAction",
  nowrap: true,
  cell: ({ nextAction: next }) =>
    next?.date ? <Deadline day={next.date} name={next.userName} /> : next?.userName || "―",
};

const idOf = ({ buyerNegotiationId }: NegotiationRow) => buyerNegotiationId;

const rowName = (row: NegotiationRow) => `${row.displayName} ${row.businessName || CLOSED_NAME}`;

/** The negotiations as a table; as cards on narrow screens. */
export function CaseTable({
  rows,
  sort,
  onSort,
  onOffer,
  ...chosen
}: TableProps & { onOffer: (row: NegotiationRow, forward: boolean) => void }) {
  const all = useEnumerations();
  const persons = usePersons("bf", rows.map(idOf));
  const columns: Column<NegotiationRow>[] = [
    {
      key: "displayName",
      header: "買手",
      sortKey: "displayName",
      atLeast: "8em",
      cell: (row) => row.displayName,
    },
    {
      key: "businessName",
      header: "案件名",
      primary: true,
      atLeast: "11em",
      sortKey: "businessName",
      cell: (row) => row.businessName || CLOSED_NAME,
      // A column of its own would make the table wider than a laptop.
      under: (row) => row.unreadCount > 0 && <Badge count={row.unreadCount} label="未読" />,
    },
    {
      key: "status",
      header: "交渉状況",
      sortKey: "status",
      cell: (row) => <StatusTag row={row} />,
    },
    {
      key: "interestStatus",
      header: "興味",
      sortKey: "interestStatus",
      nowrap: true,
      cell: (row) => (row.interestStatus ? codeLabel(all, "interestStatus", row.interestStatus) : "―"),
    },
    {
      key: "offerSendStatus",
      header: "オファー",
      sortKey: "offerSendStatus",
      cell: (row) =>
        row.offerSendStatus === 1 ? (
          <>
            {row.offerSendStatusLabel}
            <OfferButtons row={row} onOffer={onOffer} />
          </>
        ) : row.offerSendStatus ? (
          row.offerSendStatusLabel
        ) : (
          "―"
        ),
    },
    {
      key: "financialSupportStatus",
      header: "資金支援",
      sortKey: "financialSupportStatus",
      cell: (row) => codeLabel(all, "financialSupportStatus", row.financialSupportStatus) || "―",
    },
    personColumn(persons, idOf, { sortKey: "personInCharge", atLeast: "6em" }),
    NEXT,
    {
      key: "dueDate",
      header: "公開期限",
      sortKey: "dueDate",
      nowrap: true,
      cell: (row) => (row.dueDate ? <Deadline day={row.dueDate} /> : "―"),
    },
  ];
  return (
    <DataList
      caption="交渉"
      table="financial-support"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.buyerNegotiationId}
      rowName={rowName}
      rowHref={negotiationHref}
      sort={sort}
      onSort={onSort}
      {...chosen}
    />
  );
}

/** The negotiations of the sellers in charge as a table. */
export function SellerCaseTable({ rows, sort, onSort, ...chosen }: TableProps) {
  const persons = usePersons("sf", rows.map(idOf));
  const columns: Column<NegotiationRow>[] = [
    {
      key: "businessName",
      header: "案件名",
      primary: true,
      atLeast: "11em",
      sortKey: "businessName",
      cell: (row) => row.businessName || CLOSED_NAME,
      under: (row) => row.sellerDisplayName ?? "",
    },
    {
      key: "displayName",
      header: "買手",
      atLeast: "8em",
      cell: (row) => row.displayName,
      under: (row) => row.buyerFinancialName ?? "",
    },
    { key: "status", header: "交渉状況", sortKey: "status", cell: (row) => <StatusTag row={row} /> },
    { key: "duty", header: "こちらがすること", atLeast: "8em", cell: (row) => duty(row) || "―" },
    {
      key: "offerSendStatus",
      header: "オファー",
      sortKey: "offerSendStatus",
      cell: (row) => (row.offerSendStatus ? row.offerSendStatusLabel : "―"),
    },
    personColumn(persons, idOf, { sortKey: "personInCharge", atLeast: "6em" }),
    NEXT,
    {
      key: "unread",
      header: "未読",
      cell: (row) => (row.unreadCount > 0 ? <Badge count={row.unreadCount} label="未読" /> : "―"),
    },
  ];
  return (
    <DataList
      caption="交渉"
      table="seller-negotiation"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.buyerNegotiationId}
      rowName={rowName}
      rowHref={(row) => negotiationHref(row, "sf")}
      sort={sort}
      onSort={onSort}
      {...chosen}
    />
  );
}

/** The status as a tag, or as text if it has no tag (未交渉). */
function StatusTag({ row }: { row: Pick<NegotiationRow, "tag" | "statusLabel"> }) {
  if (row.tag && Object.hasOwn(TAGS, row.tag)) return <Tag name={row.tag as TagName} />;
  return row.statusLabel;
}

/** Forwards or declines an offer that waits for the buyer's institution. */
export function OfferButtons({
  row,
  onOffer,
}: {
  row: NegotiationRow;
  onOffer: (row: NegotiationRow, forward: boolean) => void;
}) {
  return (
    <span className={styles.offer}>
      <Button onClick={() => onOffer(row, true)}>買手へ送る</Button>
      <Button kind="quiet" onClick={() => onOffer(row, false)}>
        見送る
      </Button>
    </span>
  );
}

function Deadline({ day, name }: { day: string; name?: string }) {
  return (
    <span className={styles.deadline}>
      {formatDate(day)}
      <small>{formatRemaining(day)}</small>
      {name && <small>{name}</small>}
    </span>
  );
}
