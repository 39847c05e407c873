import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { save } from "@/api/client";
import { dutyCheckQuery, exportDutyCheck } from "@/api/office";
import { failureText } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import { PAGE_SIZE } from "@/kit/Pagination";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { formatDate } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { isADM } from "@/session/office";
import { OfficeList, State } from "../list";
import office from "../office.module.css";
import { officePage } from "../page";
import { WordSearch } from "../WordSearch";
import styles from "./DutyCheck.module.css";
import { abilityOf, type CheckRow, EXPIRIES, groupsOf, LACKS, ORDERS, SIDES, STATES } from "./words";

const DEFAULTS = {
  word: "",
  side: "",
  state: "live",
  kind: "",
  lack: "",
  expiry: "",
  person: "",
  order: "lack",
  pageNumber: 1,
};

/**
 * /office/duty-check: for an institution's administrator, where the duties of every deal stand (点検表, compliance.md 3). By numbers
 * alone: names of customers are not told at the console (team.md 2).
 */
function DutyCheckScreen() {
  if (isADM.value)
    return (
      <>
        <Heading level={1}>点検表</Heading>
        <EmptyState title="金融機関の管理者の画面です">
          確認事項の記録は、それぞれの金融機関のものです。事務局には表示されません。
        </EmptyState>
      </>
    );
  return <DutyCheck />;
}

function DutyCheck() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const conditions = {
    word: state.word || undefined,
    side: state.side as "bf" | "sf" | "",
    state: (state.state === "all" ? "" : state.state) as "live" | "signed" | "ended" | "",
    kind: Number(state.kind) || undefined,
    lack: state.lack as "must" | "any" | "",
    expiry: state.expiry as "soon" | "past" | "",
    personInCharge: state.person || undefined,
    order: state.order as "lack" | "expiry" | "new" | "",
  };
  const query = useQuery({
    ...dutyCheckQuery({ ...conditions, pageNumber: state.pageNumber, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const kinds = query.data?.kinds ?? [];
  const write = async () => {
    try {
      await save(await exportDutyCheck(conditions), "DUTY_CHECK.xlsx");
      notify.success("点検表を保存しました。取扱いにご注意ください。書き出したことも記録されます。");
    } catch (error) {
      notify.error(`点検表を保存できませんでした。${failureText(error, "もう一度お試しください。")}`);
    }
  };
  return (
    <>
      <Heading
        level={1}
        actions={
          <Button icon={<Download aria-hidden size={18} />} onClick={write}>
            Excelで保存する
          </Button>
        }
      >
        点検表
      </Heading>
      <p>
        この金融機関の売却案件と交渉ごとに、「確認事項」のどれが済み、次の操作に何が足りないかです。番号だけを表示します。お客さまの名前や記録の内容は、管理画面には表示されません。
      </p>
      <section className={panel.stack} aria-label="点検表の一覧">
        <WordSearch label="番号（N-、L-、C-）" word={state.word} onSearch={(word) => set({ word })}>
          <Select
            label="側"
            badge={false}
            empty="両方"
            options={SIDES}
            value={state.side}
            onChange={(event) => set({ side: event.target.value })}
          />
          <Select
            label="状況"
            badge={false}
            options={STATES}
            value={state.state}
            onChange={(event) => set({ state: event.target.value })}
          />
          <Select
            label="次の操作に足りないもの"
            badge={false}
            empty="条件なし"
            options={LACKS}
            value={state.lack}
            onChange={(event) => set({ lack: event.target.value })}
          />
          <Select
            label="済んでいない種類"
            badge={false}
            empty="条件なし"
            options={kinds.map(({ kind, label }) => ({ value: String(kind), label }))}
            value={state.kind}
            onChange={(event) => set({ kind: event.target.value })}
          />
          <Select
            label="期限"
            badge={false}
            empty="条件なし"
            options={EXPIRIES}
            value={state.expiry}
            onChange={(event) => set({ expiry: event.target.value })}
          />
          <Select
            label="担当者"
            badge={false}
            empty="すべての人"
            options={[
              { value: "none", label: "主担当のいないもの" },
              ...(query.data?.users ?? []).map(({ userId, userName }) => ({
                value: userId,
                label: userName,
              })),
            ]}
            value={state.person}
            onChange={(event) => set({ person: event.target.value })}
          />
          <Select
            label="並び順"
            badge={false}
            options={ORDERS}
            value={state.order}
            onChange={(event) => set({ order: event.target.value })}
          />
        </WordSearch>
        {query.data && (
          <p className={styles.counts} role="status">
            <span>{count(query.data.allCount)}</span>
            <span>必須が足りない：{count(query.data.mustCount)}</span>
            <span>警告だけ：{count(query.data.warnCount)}</span>
            <span>30日以内に期限：{count(query.data.soonCount)}</span>
          </p>
        )}
        <OfficeList
          query={query}
          page={state.pageNumber}
          href={(pageNumber) => href({ pageNumber })}
          caption="点検表"
          rowKey={(row: CheckRow) => `${row.caseNumber} ${row.sideLabel}`}
          rowName={(row: CheckRow) => `${row.caseNumber} ${row.sideLabel}`}
          columns={[
            {
              key: "number",
              header: "番号",
              primary: true,
              nowrap: true,
              cell: (row: CheckRow) => (
                <>
                  {row.caseNumber}
                  <br />
                  <span className={office.small}>企業 {row.companyNumber}</span>
                </>
              ),
            },
            {
              key: "side",
              header: "側・状況",
              cell: (row: CheckRow) => (
                <>
                  {row.sideLabel}
                  <br />
                  {row.statusLabel}
                </>
              ),
            },
            {
              key: "person",
              header: "主担当",
              nowrap: true,
              cell: (row: CheckRow) => row.personName ?? "いません",
            },
            { key: "next", header: "次の操作", cell: (row: CheckRow) => <Next row={row} /> },
            {
              key: "states",
              header: "確認事項",
              cell: (row: CheckRow) => (
                <ul className={styles.states}>
                  {groupsOf(row, kinds).map(({ label, look, kinds: some }) => (
                    <li key={label}>
                      <State kind={look}>{label}</State>：{some.join("、")}
                    </li>
                  ))}
                </ul>
              ),
            },
            {
              key: "expiry",
              header: "早い期限",
              nowrap: true,
              cell: (row: CheckRow) => (row.expiry ? formatDate(row.expiry) : ""),
            },
          ]}
          empty={
            <EmptyState
              title="条件に合うものはありません"
              action={<Button onClick={() => set({ ...DEFAULTS, state: "all" })}>条件を消す</Button>}
            >
              売却案件を登録するか、交渉が始まると、ここに並びます。
            </EmptyState>
          }
        />
      </section>
    </>
  );
}

const count = (n: number) => `${n.toLocaleString("ja-JP")}件`;

/** The next step, and what it lacks. */
function Next({ row }: { row: CheckRow }) {
  const ability = abilityOf(row);
  if (!ability) return <>ありません</>;
  return (
    <>
      {row.nextLabel}
      <br />
      <State kind={ability.look}>{ability.label}</State>
      {row.missingList.length > 0 && (
        <>
          <br />
          {row.missingList.length}件：{row.missingList.join("、")}
        </>
      )}
    </>
  );
}

export default officePage(DutyCheckScreen, { fad: true });
