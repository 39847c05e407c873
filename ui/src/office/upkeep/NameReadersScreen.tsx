import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { officeNameReadersQuery } from "@/api/office";
import { failureText } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { officePage } from "../page";
import { WordSearch } from "../WordSearch";

const DEFAULTS = { word: "" };

/** /office/name-readers: which institutions learned the name of a listing's company, and when; without any name. */
function NameReadersScreen() {
  const { state, set } = useUrlState(DEFAULTS);
  const query = useQuery({ ...officeNameReadersQuery(state.word), placeholderData: keepPreviousData });
  return (
    <>
      <Heading level={1}>名前を知った相手</Heading>
      <p>
        案件の会社の名前を、どの金融機関が、いつ知ったかを、開示台帳から示します。会社の名前は、事務局には表示されません。買手は番号で区別します。会社の名前では探せません。
      </p>
      <WordSearch
        label="案件（L-）または交渉（N-）の番号"
        word={state.word}
        onSearch={(word) => set({ word })}
      />
      {state.word === "" ? null : query.isPending ? (
        <Skeleton rows={4} />
      ) : query.isError ? (
        <div role="alert" className={panel.problem}>
          <p>{failureText(query.error, "読み込めませんでした。")}</p>
          <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
        </div>
      ) : (
        <DataList
          caption={`${query.data.caseNumber}の名前を知った相手`}
          rows={query.data.readerList}
          rowKey={(row) => `${row.reader} ${row.buyerNumber ?? ""} ${row.institutionName}`}
          stale={query.isPlaceholderData}
          empty={
            <EmptyState title="名前を知った相手の記録はありません">
              番号が正しいかを確かめてください。実名交渉がまだ承認されていない案件では、だれも名前を知りません。
            </EmptyState>
          }
          columns={[
            {
              key: "bank",
              header: "金融機関",
              primary: true,
              atLeast: "9em",
              cell: (row) => row.institutionName || "―",
            },
            {
              key: "side",
              header: "立場",
              cell: (row) =>
                row.buyerNumber ? `${row.readerLabel}（買手${row.buyerNumber}）` : row.readerLabel,
            },
            {
              key: "opened",
              header: "名前の開示",
              cell: (row) =>
                row.openedAt ? (
                  <>
                    {formatTime(row.openedAt)}
                    <br />
                    {row.openedLabel}
                  </>
                ) : (
                  "―"
                ),
            },
            {
              key: "learned",
              header: "初めて知った",
              nowrap: true,
              cell: (row) => (row.learnedAt ? formatTime(row.learnedAt) : "まだ読んでいません"),
            },
            { key: "last", header: "最後に読んだ", nowrap: true, cell: (row) => formatTime(row.lastAt) },
            { key: "count", header: "閲覧", align: "end", cell: (row) => `${row.readingCount}回` },
          ]}
        />
      )}
    </>
  );
}

export default officePage(NameReadersScreen);
