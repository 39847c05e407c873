import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { officeTeamsQuery } from "@/api/office";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { PAGE_SIZE } from "@/kit/Pagination";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { formatDate } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { IN_CHARGE, removable } from "@/persons/teamWords";
import { isADM } from "@/session/office";
import { OfficeList, State } from "../list";
import { officePage } from "../page";
import { WordSearch } from "../WordSearch";
import { AddDialog, AssignDialog, RemoveDialog, type Row } from "./TeamDialogs";
import { TeamRulePanel } from "./TeamRulePanel";
import styles from "./Teams.module.css";

/** `person`: in whose teams; `none`: "1" for companies that nobody is in charge of. */
const DEFAULTS = { word: "", person: "", none: "", pageNumber: 1 };

type Open = { what: "add" | "remove" | "assign"; row: Row };

/**
 * /office/teams: for an institution's administrator, who of the institution may see its deals, and who is in which team since when. By
 * numbers alone: names of customers are not told at the console (team.md 2).
 */
function TeamsScreen() {
  if (isADM.value)
    return (
      <>
        <Heading level={1}>案件チーム</Heading>
        <EmptyState title="金融機関の管理者の画面です">
          だれがどの案件を見られるかは、それぞれの金融機関が決めます。「全員」にする申し出の確認は、「金融機関」の画面で、その金融機関を開いて行います。
        </EmptyState>
      </>
    );
  return <Teams />;
}

function Teams() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const [open, setOpen] = useState<Open | null>(null);
  const query = useQuery({
    ...officeTeamsQuery({
      word: state.word || undefined,
      userId: state.person || undefined,
      isUnattended: state.none === "1" || undefined,
      pageNumber: state.pageNumber,
      limit: PAGE_SIZE,
    }),
    placeholderData: keepPreviousData,
  });
  const candidates = query.data?.candidates ?? [];
  const close = () => setOpen(null);
  const isNarrowed = state.word !== "" || state.person !== "" || state.none !== "";
  return (
    <>
      <Heading level={1}>案件チーム</Heading>
      <p>
        この金融機関で、だれがどの企業（と、その売却案件・交渉）を見られるかです。番号だけを表示します。お客さまの名前や内容は、管理画面には表示されません。
      </p>
      <TeamRulePanel />
      <section className={panel.stack} aria-labelledby="teams">
        <Heading level={2} id="teams">
          {state.none === "1" ? "担当者のいない企業" : "企業ごとの案件チーム"}
          {query.data && `　${query.data.allCount.toLocaleString("ja-JP")}社`}
        </Heading>
        <WordSearch label="企業の番号（C-）" word={state.word} onSearch={(word) => set({ word })}>
          <Select
            label="チームにいる人"
            badge={false}
            empty="すべての人"
            options={candidates.map(({ userId, userName }) => ({ value: userId, label: userName }))}
            value={state.person}
            onChange={(event) => set({ person: event.target.value })}
          />
          <Select
            label="担当者"
            badge={false}
            empty="すべて"
            options={[{ value: "1", label: "いない企業だけ" }]}
            value={state.none}
            onChange={(event) => set({ none: event.target.value })}
          />
        </WordSearch>
        <OfficeList
          query={query}
          page={state.pageNumber}
          href={(pageNumber) => href({ pageNumber })}
          caption="企業ごとの案件チーム"
          rowKey={(row) => row.companyId}
          rowName={(row) => row.caseNumber}
          columns={[
            { key: "number", header: "番号", primary: true, cell: (row) => row.caseNumber },
            { key: "label", header: "種類", nowrap: true, cell: (row) => row.label },
            { key: "team", header: "案件チーム", cell: (row) => <Members row={row} /> },
          ]}
          actions={(row) => (
            <>
              {!hasPerson(row) && (
                <Button onClick={() => setOpen({ what: "assign", row })}>
                  主担当を決める<span className="visually-hidden">：{row.caseNumber}</span>
                </Button>
              )}
              <Button onClick={() => setOpen({ what: "add", row })}>
                加える<span className="visually-hidden">：{row.caseNumber}</span>
              </Button>
              {removable(row.memberList).length > 0 && (
                <Button onClick={() => setOpen({ what: "remove", row })}>
                  外す<span className="visually-hidden">：{row.caseNumber}</span>
                </Button>
              )}
            </>
          )}
          empty={
            <EmptyState
              title={isNarrowed ? "条件に合う企業はありません" : "企業はまだありません"}
              action={isNarrowed ? <Button onClick={() => set(DEFAULTS)}>条件を消す</Button> : undefined}
            >
              {isNarrowed
                ? "番号は、C-で始まる8文字の番号です。案件チームや担当の変更のメールにあります。"
                : "企業が登録されると、ここに並びます。"}
            </EmptyState>
          }
        />
      </section>
      {open?.what === "add" && <AddDialog row={open.row} candidates={candidates} onClose={close} />}
      {open?.what === "remove" && <RemoveDialog row={open.row} onClose={close} />}
      {open?.what === "assign" && <AssignDialog row={open.row} candidates={candidates} onClose={close} />}
    </>
  );
}

/** Whether somebody who may act is in charge. */
const hasPerson = ({ memberList }: Row) =>
  memberList.some(({ role, isEnabled }) => role === IN_CHARGE && isEnabled);

/** The team in lines: who, as what, since when. */
function Members({ row }: { row: Row }) {
  return (
    <ul className={styles.members}>
      {!hasPerson(row) && (
        <li>
          <State kind="bad">担当者がいません</State>
        </li>
      )}
      {row.memberList.map((member) => (
        <li key={member.userId}>
          {member.userName}（{member.roleLabel}、{formatDate(member.since)}から
          {!member.isEnabled && "、利用停止"}）
        </li>
      ))}
    </ul>
  );
}

export default officePage(TeamsScreen, { fad: true });
