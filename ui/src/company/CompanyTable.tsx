import { useState } from "react";
import { DataList } from "@/kit/DataList";
import { bandShort } from "@/lib/bands";
import { formatDate } from "@/lib/dates";
import { nextColumn, personColumn } from "@/persons/columns";
import { HandOverButton } from "@/persons/HandOver";
import { usePersons } from "@/persons/usePersons";
import { industryShort } from "@/search/names";
import { CompanyTags } from "./CompanyTags";
import { invitedPersonLine } from "./invitedPersonLine";
import type { Kind } from "./kinds";
import { codeText, type Masters, prefectureName } from "./masters";
import { RowScore } from "./RowScore";
import { COMPANY, type CompanyRow } from "./types";

/** The own customers as a table. */
export function CompanyTable({
  kind,
  masters,
  rows,
  hasScore,
  href,
  isManaged,
}: {
  kind: Kind;
  masters: Masters;
  rows: readonly CompanyRow[];
  /** A listing with which the buyers are compared has been chosen. */
  hasScore?: boolean;
  href: (row: CompanyRow) => string;
  /** Rows can be chosen and handed over. */
  isManaged?: boolean;
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // Of another page nothing is chosen: a deed on rows that are out of sight would surprise.
  const chosen = rows.filter((row) => selected.has(row.companyId));
  const persons = usePersons(
    "company",
    rows.map(({ companyId }) => companyId),
  );
  const idOf = ({ companyId }: CompanyRow) => companyId;
  return (
    <DataList
      caption={`${kind.name}の一覧`}
      table={`${kind.kind}-companies`}
      rows={rows}
      rowKey={(row) => row.companyId}
      rowHref={href}
      {...(isManaged && {
        rowName: (row: CompanyRow) => row.displayName,
        selected: new Set(chosen.map(idOf)),
        onSelect: setSelected,
        deeds: (
          <>
            <HandOverButton
              of="company"
              rows={chosen.map((row) => ({ id: row.companyId, name: row.displayName }))}
              persons={persons}
              onDone={() => setSelected(new Set())}
            />
            <span role="status">{chosen.length}社を選んでいます</span>
          </>
        ),
      })}
      columns={[
        {
          key: "companyName",
          header: "企業名",
          primary: true,
          atLeast: "10em",
          cell: (row) => row.displayName,
          under: invitedPersonLine,
        },
        {
          key: "registrationId",
          header: "顧客番号",
          optional: true,
          nowrap: true,
          cell: (row) => row.registrationId || "―",
        },
        {
          key: "industryType",
          header: "業種・所在地",
          atLeast: "9em",
          cell: (row) => (
            <>
              {industryShort(masters, row.industryType, 1)}
              <br />
              {prefectureName(masters, row.location?.prefecturecode)}
            </>
          ),
        },
        {
          key: "salesAmount",
          header: "年間売上高",
          nowrap: true,
          cell: (row) => (row.salesAmount ? bandShort(masters.items.annualSales.items, row.salesAmount) : ""),
        },
        kind.kind === "buyer"
          ? {
              key: "tags",
              header: "状態",
              cell: (row: CompanyRow) => <CompanyTags company={row} />,
            }
          : {
              key: "status",
              header: "登録",
              nowrap: true,
              cell: (row: CompanyRow) => registered(masters, row),
            },
        personColumn(persons, idOf, { atLeast: "6em" }),
        nextColumn(persons, idOf, { optional: true }),
        ...(hasScore
          ? [
              {
                key: "score",
                header: "一致度",
                cell: (row: CompanyRow) => <RowScore row={row} title={row.displayName} names={masters} />,
              },
            ]
          : []),
        { key: "modified", header: "更新日", nowrap: true, cell: (row) => formatDate(row.modified) },
      ]}
    />
  );
}

/** A seller is never public; shown is whether its details have been entered. */
function registered(masters: Masters, row: CompanyRow): string {
  return row.status === COMPANY.enabled ? "登録済み" : codeText(masters, "companyStatus", row.status);
}
