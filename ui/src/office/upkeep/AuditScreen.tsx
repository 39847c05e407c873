import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { save } from "@/api/client";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { auditQuery, exportAudit } from "@/api/office";
import { failureText, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DateField } from "@/kit/DateField";
import { DescriptionList } from "@/kit/DescriptionList";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import { Select } from "@/kit/Select";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { FAILED_OWN } from "@/messages";
import { isADM } from "@/session/office";
import { InstitutionSelect } from "../institution/InstitutionSelect";
import { OfficeList, optionsOf, State } from "../list";
import styles from "../office.module.css";
import { officePage } from "../page";

type Row = Schemas["OfficeAuditRow"];
const DEFAULTS = {
  caseNumber: "",
  company: "",
  person: "",
  financialId: "",
  event: "",
  dateFrom: "",
  dateTo: "",
  pageNumber: 1,
};
const RESULTS: Record<string, { kind: "done" | "bad"; label: string }> = {
  ok: { kind: "done", label: "成功" },
  refused: { kind: "bad", label: "拒否" },
  replay: { kind: "bad", label: "再使用のため終了" },
};

/** /office/audit: the audit log; for an administrator the entries of its own institution. */
function AuditScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const codes = useEnumerations();
  const [open, setOpen] = useState<Row | null>(null);
  const query = useQuery({
    ...auditQuery(state),
    placeholderData: keepPreviousData,
  });
  const filtered = Object.keys(DEFAULTS).some(
    (key) => key !== "pageNumber" && state[key as keyof typeof DEFAULTS] !== "",
  );
  const found = query.data?.allCount ?? 0;
  const exportAll = async () => {
    const { pageNumber: _page, ...conditions } = state;
    try {
      await save(await exportAudit(conditions), "AUDIT_LOG.csv");
      notify.success("監査ログをCSVで保存しました。書き出したことも記録されます。");
    } catch (error) {
      notify.error(`${FAILED_OWN.auditExport}${failureText(error, "もう一度お試しください。")}`);
    }
  };
  return (
    <>
      <Heading
        level={1}
        actions={
          <Button
            icon={<Download aria-hidden size={18} />}
            disabledReason={query.data && found === 0 ? "条件に合う記録がありません" : undefined}
            onClick={exportAll}
          >
            CSVを書き出す
          </Button>
        }
      >
        監査ログ
      </Heading>
      <p>
        {isADM.value
          ? "すべての操作の記録です。あとから変えることも消すこともできません。"
          : "自機関の利用者と、担当する買手企業の利用者の操作の記録です。あとから変えることも消すこともできません。"}
      </p>
      <Conditions state={state} set={set}>
        <Select
          label="操作"
          badge={false}
          size="short"
          empty="すべて"
          options={optionsOf(query.data?.events)}
          value={state.event}
          onChange={(event) => set({ event: event.target.value })}
        />
        {isADM.value && (
          <InstitutionSelect
            label="金融機関"
            badge={false}
            size="short"
            empty="すべて"
            value={state.financialId}
            onChange={(financialId) => set({ financialId })}
          />
        )}
        <DateField
          label="いつから"
          badge={false}
          value={state.dateFrom}
          onChange={(event) => set({ dateFrom: event.target.value })}
        />
        <DateField
          label="いつまで"
          badge={false}
          value={state.dateTo}
          onChange={(event) => set({ dateTo: event.target.value })}
        />
      </Conditions>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="監査ログ"
        rowKey={(row) => JSON.stringify(row)}
        columns={[
          { key: "sentence", header: "内容", primary: true, atLeast: "22em", cell: (row) => row.sentence },
          { key: "at", header: "日時", nowrap: true, cell: (row) => formatTime(row.at) },
          {
            key: "result",
            header: "結果",
            cell: (row) => {
              const result = RESULTS[row.result];
              return result ? <State kind={result.kind}>{result.label}</State> : row.result;
            },
          },
        ]}
        actions={(row) => (
          <Button onClick={() => setOpen(row)}>
            詳細
            <span className="visually-hidden">
              ：{formatTime(row.at)} {row.sentence}
            </span>
          </Button>
        )}
        empty={
          <EmptyState
            title={filtered ? "条件に合う記録はありません" : "記録はまだありません"}
            action={filtered ? <Button onClick={() => set(DEFAULTS)}>条件を外す</Button> : undefined}
          >
            {filtered
              ? "番号、企業ID、顧客番号は、最初から最後まで正しく入力してください。会社の名前では探せません。"
              : "利用者が操作すると、ここに並びます。"}
          </EmptyState>
        }
      />
      {open && (
        <Dialog open onClose={() => setOpen(null)} title={open.label}>
          <DescriptionList
            items={[
              { term: "内容", value: open.sentence },
              { term: "日時", value: formatTime(open.at) },
              { term: "操作した人", value: [open.userName, open.loginId].filter(Boolean).join("　") },
              { term: "区分", value: open.role > 0 ? codeLabel(codes, "role", open.role) : "" },
              { term: "金融機関", value: open.financialName },
              { term: "対象", value: [open.subjectName, open.subjectKind].filter(Boolean).join("　") },
              { term: "番号", value: open.caseNumber },
              { term: "対象のID", value: <span className={styles.small}>{open.subjectId}</span> },
              { term: "結果", value: RESULTS[open.result]?.label ?? open.result },
              { term: "補足", value: open.detail },
              { term: "接続元", value: open.ip },
              { term: "本人確認の方法", value: open.method },
            ]}
          />
        </Dialog>
      )}
    </>
  );
}

/** The conditions that are typed, each found exactly but for a part of a person's name, and those that are chosen. */
const TYPED = [
  { name: "caseNumber", label: "案件・交渉・申請などの番号", help: "L-、N-、A-、Q- の番号" },
  { name: "company", label: "企業IDまたは顧客番号", help: "会社の名前では探せません" },
  { name: "person", label: "利用者", help: "氏名またはログインIDの一部" },
] as const;

function Conditions({
  state,
  set,
  children,
}: {
  state: typeof DEFAULTS;
  set: (patch: Partial<typeof DEFAULTS>) => void;
  children: ReactNode;
}) {
  return (
    <search>
      <Form
        row
        label="絞り込む"
        onSubmit={(event) => {
          const form = new FormData(event.currentTarget);
          const of = (name: string) => String(form.get(name) ?? "").trim();
          set({ caseNumber: of("caseNumber"), company: of("company"), person: of("person") });
        }}
      >
        {TYPED.map(({ name, label, help }, index) => (
          <TextField
            // A changed word in the address remounts the field, so that it shows the new word.
            key={`${name} ${state[name]}`}
            label={label}
            help={help}
            badge={false}
            size="medium"
            type="search"
            name={name}
            data-search={index === 0 ? "page" : undefined}
            defaultValue={state[name]}
          />
        ))}
        {children}
        <Button type="submit" kind="primary">
          検索
        </Button>
      </Form>
    </search>
  );
}

export default officePage(AuditScreen, { fad: true });
