import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { codeLabel, codesOf, useEnumerations } from "@/api/enumerations";
import { officeUsersQuery } from "@/api/office";
import type { Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { isADM } from "@/session/office";
import { InstitutionSelect } from "../institution/InstitutionSelect";
import { OfficeList, optionsOf, State } from "../list";
import { OfficeListFile } from "../OfficeListFile";
import styles from "../office.module.css";
import { officePage } from "../page";
import { WordSearch } from "../WordSearch";
import { LoginChanges } from "./LoginChanges";
import { PasskeyDemand } from "./PasskeyDemand";
import { NewUserDialog, UserDialog } from "./UserDialogs";

const DEFAULTS = { word: "", role: "", status: "", approver: "", financialId: "", pageNumber: 1 };
/** The approver states (承認者) by the server's codes, as choices of a filter. */
const APPROVER_STATES = [
  { code: 0, label: "確認待ち" },
  { code: 2, label: "確認のお願い" },
  { code: 1, label: "承認者" },
  { code: 3, label: "承認者ではない" },
];
const APPROVER_KINDS = { 0: "waiting", 1: "done", 2: "waiting", 3: "quiet" } as const;
const KINDS = { 1: "waiting", 2: "done", 3: "bad", 4: "quiet" } as const;

/** /office/users: all users; for an administrator those of its own institution. */
function UsersScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const codes = useEnumerations();
  const [open, setOpen] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const { role, status, approver, ...rest } = state;
  const query = useQuery({
    ...officeUsersQuery({
      ...rest,
      role: Number(role),
      status: Number(status),
      approver: approver as "" | "0" | "1" | "2" | "3",
    }),
    placeholderData: keepPreviousData,
  });
  // The current row: after a deed the list behind the dialog is fetched again.
  const chosen = query.data?.rows.find((row) => row.userId === open);
  const roles = codesOf(codes, "role").filter((c) =>
    isADM.value ? c.code >= 2 && c.code <= 9 : c.code === 3 || c.code === 4,
  );
  const filtered = state.word || state.role || state.status || state.approver || state.financialId;
  return (
    <>
      <Heading
        level={1}
        actions={
          <>
            <OfficeListFile
              list="UserList"
              name="利用者"
              unit="人"
              total={query.data?.allCount}
              conditions={state}
            />
            <Button kind="primary" icon={<UserPlus aria-hidden size={18} />} onClick={() => setAdding(true)}>
              利用者を登録する
            </Button>
          </>
        }
      >
        利用者
      </Heading>
      {!isADM.value && <PasskeyDemand />}
      <LoginChanges />
      <WordSearch label="氏名・カナ・ログインID" word={state.word} onSearch={(word) => set({ word })}>
        <Select
          label="区分"
          badge={false}
          size="short"
          empty="すべて"
          options={optionsOf(roles)}
          value={state.role}
          onChange={(event) => set({ role: event.target.value })}
        />
        <Select
          label="状態"
          badge={false}
          size="medium"
          empty="すべて"
          options={optionsOf(
            codesOf(codes, "userStatus")
              .filter((c) => c.code > 0)
              .map((c) => (c.code === 1 ? { ...c, label: `案内済み・${c.label}` } : c)),
          )}
          value={state.status}
          onChange={(event) => set({ status: event.target.value })}
        />
        <Select
          label="承認者"
          badge={false}
          size="short"
          empty="すべて"
          options={optionsOf(APPROVER_STATES)}
          value={state.approver}
          onChange={(event) => set({ approver: event.target.value })}
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
      </WordSearch>
      {state.approver === "2" && (
        <p className={panel.note}>
          承認者の確認を始める前から、ほかの利用者が登録した書面などを確認できていた方です。登録した方と本人が別の方であることを確かめて、承認者として確認するか、承認者から外してください。決めるまで、これまでどおり確認できます（登録した方と登録された方の間を除きます）。
        </p>
      )}
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="利用者"
        rowKey={(row) => row.userId}
        columns={[
          {
            key: "name",
            header: "氏名",
            primary: true,
            cell: (row) => (
              <span>
                {row.userName || "（氏名未登録）"}
                {row.isMe && "（自分）"}
                <br />
                <span className={styles.login}>{row.loginId}</span>
              </span>
            ),
          },
          {
            key: "role",
            header: "区分",
            cell: (row) => (
              <>
                {codeLabel(codes, "role", row.role)}
                {row.business > 0 && (
                  <>
                    <br />
                    <span className={styles.login}>{row.businessLabel}</span>
                  </>
                )}
              </>
            ),
          },
          ...(isADM.value
            ? [
                {
                  key: "of",
                  header: "金融機関",
                  cell: (row: Schemas["OfficeUserRow"]) => row.financialName || "―",
                },
              ]
            : []),
          {
            key: "status",
            header: "状態",
            cell: (row) => (
              <>
                <State kind={KINDS[row.status as 1 | 2 | 3 | 4] ?? "quiet"}>{row.statusLabel}</State>
                {row.failureCount > 0 && (
                  <>
                    <br />
                    <span className={styles.login}>ログイン失敗 {row.failureCount}回</span>
                  </>
                )}
                {row.invitation && (
                  <>
                    <br />
                    <span className={styles.login}>{row.invitation}</span>
                  </>
                )}
              </>
            ),
          },
          {
            key: "approver",
            header: "承認者",
            cell: (row) =>
              row.approverState === undefined ? (
                "―"
              ) : (
                <>
                  <State kind={APPROVER_KINDS[row.approverState as 0 | 1 | 2 | 3] ?? "quiet"}>
                    {row.approverLabel}
                  </State>
                  <br />
                  <span className={styles.login}>
                    登録：{row.createdBy || "申請・初期設定"}（{formatTime(row.created)}）
                  </span>
                </>
              ),
          },
          {
            key: "login",
            header: "最後のログイン",
            cell: (row) => formatTime(row.lastLogin),
          },
        ]}
        actions={(row) => (
          <Button onClick={() => setOpen(row.userId)}>
            操作<span className="visually-hidden">：{row.userName}</span>
          </Button>
        )}
        empty={
          <EmptyState
            title={filtered ? "条件に合う利用者はいません" : "利用者はまだいません"}
            action={filtered ? <Button onClick={() => set(DEFAULTS)}>条件を外す</Button> : undefined}
          >
            {filtered
              ? "別の言葉で探すか、条件を外してください。"
              : "「利用者を登録する」から登録してください。"}
          </EmptyState>
        }
      />
      {chosen && <UserDialog user={chosen} onClose={() => setOpen(null)} />}
      {isAdding && <NewUserDialog onClose={() => setAdding(false)} />}
    </>
  );
}

export default officePage(UsersScreen, { fad: true });
