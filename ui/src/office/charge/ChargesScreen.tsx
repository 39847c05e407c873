import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { officeChargesQuery, officeLoadsQuery } from "@/api/office";
import { failureText } from "@/api/officeClient";
import type { Charge, Load } from "@/api/persons";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { PAGE_SIZE } from "@/kit/Pagination";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { isADM } from "@/session/office";
import { OfficeList, State } from "../list";
import { officePage } from "../page";
import { HandOverDialog } from "./HandOverDialog";

/** `person`: whose records are listed; "" for those that nobody looks after. */
const DEFAULTS = { person: "", pageNumber: 1 };

type Open = { rows: readonly Charge[] } | { from: Load };

/**
 * /office/charges: for an institution's administrator, what nobody looks after, who has how much, and handing it over.
 * By numbers alone: names of customers are not told at the console (team.md 1).
 */
function ChargesScreen() {
  if (isADM.value)
    return (
      <>
        <Heading level={1}>担当の状況</Heading>
        <EmptyState title="金融機関の管理者の画面です">
          だれが何を担当するかは、それぞれの金融機関が決めます。事務局には表示されません。
        </EmptyState>
      </>
    );
  return <Charges />;
}

function Charges() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open | null>(null);
  const loads = useQuery(officeLoadsQuery);
  const charges = useQuery({
    ...officeChargesQuery({
      personInCharge: state.person || undefined,
      pageNumber: state.pageNumber,
      limit: PAGE_SIZE,
    }),
    placeholderData: keepPreviousData,
  });
  const rows = charges.data?.rows ?? [];
  // Of another page nothing is chosen: a deed on rows that are out of sight would surprise.
  const chosen = rows.filter((row) => selected.has(keyOf(row)));
  const people = loads.data?.loads ?? [];
  const person = people.find(({ userId }) => userId === state.person);
  const title = state.person === "" ? "担当者のいない案件" : `${person?.userName ?? ""}さんの担当`;
  return (
    <>
      <Heading level={1}>担当の状況</Heading>
      <p>
        この金融機関の進行中の企業・売却案件・交渉を、だれが担当しているかです。番号と状態だけを表示します。お客さまの名前や内容は、管理画面には表示されません。
      </p>
      <section className={panel.stack} aria-labelledby="charges">
        <Heading
          level={2}
          id="charges"
          actions={
            person &&
            person.companyCount + person.listingCount + person.buyerSideCount + person.sellerSideCount > 0 ? (
              <Button onClick={() => setOpen({ from: person })}>この人の担当をすべて引き継ぐ</Button>
            ) : undefined
          }
        >
          {title}
          {charges.data && `　${charges.data.allCount.toLocaleString("ja-JP")}件`}
        </Heading>
        <Select
          label="だれの担当を表示するか"
          badge={false}
          empty="担当者のいない案件"
          options={people.map(({ userId, userName }) => ({ value: userId, label: userName }))}
          value={state.person}
          onChange={(event) => set({ person: event.target.value })}
        />
        <OfficeList
          query={charges}
          page={state.pageNumber}
          href={(pageNumber) => href({ pageNumber })}
          caption={title}
          rowKey={keyOf}
          rowName={(row) => `${row.caseNumber} ${row.label}`}
          selected={new Set(chosen.map(keyOf))}
          onSelect={setSelected}
          deeds={
            <>
              <Button onClick={() => setOpen({ rows: chosen })}>選んだ担当を引き継ぐ</Button>
              <span role="status">{chosen.length}件を選んでいます</span>
            </>
          }
          columns={[
            { key: "number", header: "番号", primary: true, cell: (row) => row.caseNumber },
            { key: "label", header: "種類", cell: (row) => row.label },
            { key: "status", header: "状態", cell: (row) => row.statusLabel },
            { key: "person", header: "主担当", cell: (row) => mainOf(row) },
            {
              key: "since",
              header: "主担当になった日時",
              nowrap: true,
              cell: (row) => (row.since ? formatTime(row.since) : "―"),
            },
          ]}
          empty={
            <EmptyState
              title={state.person === "" ? "担当者のいない案件はありません" : "担当しているものはありません"}
            >
              {state.person === ""
                ? "主担当がいない、利用を停止した、または代理を置かずに不在のときに、ここに並びます。"
                : "ほかの人を選ぶと、その人の担当を表示します。"}
            </EmptyState>
          }
        />
      </section>
      <section className={panel.stack} aria-labelledby="loads">
        <Heading level={2} id="loads">
          利用者ごとの件数
        </Heading>
        {loads.isError ? (
          <div role="alert" className={panel.problem}>
            <p>{failureText(loads.error, "件数を読み込めませんでした。")}</p>
            <Button onClick={() => loads.refetch()}>もう一度読み込む</Button>
          </div>
        ) : !loads.data ? (
          <Skeleton rows={4} />
        ) : (
          <DataList
            caption="利用者ごとの件数"
            rows={people}
            rowKey={(row) => row.userId}
            rowHref={(row) => href({ person: row.userId })}
            columns={[
              { key: "name", header: "利用者", primary: true, cell: (row) => row.userName },
              { key: "company", header: "企業", align: "end", cell: (row) => row.companyCount },
              { key: "listing", header: "案件", align: "end", cell: (row) => row.listingCount },
              { key: "buyer", header: "買手側", align: "end", cell: (row) => row.buyerSideCount },
              { key: "seller", header: "売手側", align: "end", cell: (row) => row.sellerSideCount },
              {
                key: "late",
                header: "期限超過",
                align: "end",
                cell: (row) => (row.lateCount > 0 ? <State kind="bad">{row.lateCount}</State> : 0),
              },
              {
                key: "state",
                header: "状況",
                cell: (row) => (row.isEnabled && !row.awayUntil ? "―" : <Away person={row} />),
              },
            ]}
          />
        )}
      </section>
      {open && (
        <HandOverDialog
          {...open}
          people={people}
          onDone={() => setSelected(new Set())}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** A record is known by its kind and its id: both sides of a negotiation have the same one. */
const keyOf = ({ of, id }: Pick<Charge, "of" | "id">) => `${of} ${id}`;

function mainOf({ personInCharge: main }: Charge) {
  if (!main) return "なし";
  return (
    <>
      {main.userName} <Away person={main} />
    </>
  );
}

function Away({ person }: { person: Pick<Load, "isEnabled" | "awayUntil" | "deputyName"> }) {
  if (!person.isEnabled) return <State kind="quiet">利用停止</State>;
  if (!person.awayUntil) return "";
  return (
    <State kind={person.deputyName ? "waiting" : "bad"}>
      {formatDate(person.awayUntil)}まで不在（
      {person.deputyName ? `代理：${person.deputyName}` : "代理なし"}）
    </State>
  );
}

export default officePage(ChargesScreen, { fad: true });
