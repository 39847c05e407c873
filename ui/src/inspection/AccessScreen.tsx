import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { failureMessage } from "@/api/errors";
import { type NameAccess, nameAccessQuery } from "@/api/issued";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { DateField } from "@/kit/DateField";
import { EmptyState } from "@/kit/EmptyState";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { PAGE_SIZE, Pagination } from "@/kit/Pagination";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { FAILED_OWN } from "@/messages";
import { ListFile } from "@/search/ListFile";

const DEFAULTS = { word: "", from: "", to: "", pageNumber: 1 };

/**
 * /name-access: 「この会社の名前を、だれが・いつ・何を根拠に知ったか」 (papers.md 4), of the institution's own customers, by number, name or
 * 法人番号.
 */
export default function AccessScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const conditions = { word: state.word, from: state.from || undefined, to: state.to || undefined };
  const query = useQuery({
    ...nameAccessQuery({ ...conditions, pageNumber: state.pageNumber, limit: PAGE_SIZE }),
    enabled: state.word !== "",
    placeholderData: keepPreviousData,
  });
  const data = query.data;
  return (
    <>
      <Heading
        level={1}
        actions={
          data &&
          data.allCount > 0 && (
            <ListFile
              path="/api/Inspection/ExportNameAccess"
              name="会社の名前を知った人"
              unit="件"
              total={data.allCount}
              conditions={conditions}
            />
          )
        }
      >
        会社の名前を知った人
      </Heading>
      <p>
        担当するお客さまの会社の名前を、だれが、いつ、何を根拠に知ったかを、開示台帳と自機関の操作の記録から調べます。
        相手方の利用者の名前は表示しません。
      </p>
      <search>
        <Form
          row
          label="条件を入力する"
          onSubmit={(event) => {
            const typed = new FormData(event.currentTarget);
            const text = (name: string) => String(typed.get(name) ?? "").trim();
            set({ word: text("word"), from: text("from"), to: text("to"), pageNumber: 1 });
          }}
        >
          <TextField
            // A changed word in the address remounts the field, so that it shows the new word.
            key={`word ${state.word}`}
            label="番号（L-、N-）、会社の名前、法人番号"
            badge={false}
            size="medium"
            type="search"
            name="word"
            data-search="page"
            maxLength={100}
            defaultValue={state.word}
          />
          <DateField
            key={`from ${state.from}`}
            label="この日から"
            badge={false}
            name="from"
            defaultValue={state.from}
          />
          <DateField
            key={`to ${state.to}`}
            label="この日まで"
            badge={false}
            name="to"
            defaultValue={state.to}
          />
          <Button type="submit" kind="primary">
            検索
          </Button>
        </Form>
      </search>
      {state.word === "" && (
        <EmptyState title="番号か会社の名前を入力してください">
          案件の番号（L-）、交渉の番号（N-）、担当するお客さまの会社の名前の一部、法人番号のどれかで調べられます。
        </EmptyState>
      )}
      {state.word !== "" && !data && query.isError && (
        <EmptyState
          title={failureMessage(FAILED_OWN.nameAccess, query.error)}
          action={<Button onClick={() => query.refetch()}>もう一度読み込む</Button>}
        />
      )}
      {state.word !== "" && !data && !query.isError && <Skeleton rows={5} />}
      {state.word !== "" && data && <Found data={data} stale={query.isPlaceholderData} />}
      {state.word !== "" && data && (
        <Pagination
          page={state.pageNumber}
          allCount={data.allCount}
          href={(pageNumber) => href({ pageNumber })}
        />
      )}
      <p>
        案件ごとの確認事項の一覧（点検表）は、金融機関の管理者が、管理画面の「点検表」からExcelで保存できます。
      </p>
    </>
  );
}

interface Answer {
  rowList: readonly NameAccess[];
  companyList: readonly { companyName: string }[];
  allCount: number;
  isTooMany: boolean;
}

function Found({ data, stale }: { data: Answer; stale: boolean }) {
  if (data.isTooMany)
    return (
      <EmptyState title="この名前に合う企業が、20社より多くあります">
        会社の名前をもう少し長く入力するか、法人番号を入力してください。
      </EmptyState>
    );
  const rows = data.rowList.map((row, index) => ({ ...row, index }));
  const names = data.companyList.map(({ companyName }) => companyName).join("、");
  return (
    <>
      <p role="status">
        {names && `${names}　`}
        {data.allCount.toLocaleString("ja-JP")}件
      </p>
      <DataList<NameAccess & { index: number }>
        caption="会社の名前を知った人"
        rows={rows}
        stale={stale}
        rowKey={(row) => `${row.at} ${row.index}`}
        empty={
          names ? (
            <EmptyState title="名前を知った記録はありません">
              この条件では、お客さまの名前が開示された記録も、使われた記録もありません。
            </EmptyState>
          ) : (
            <EmptyState title="条件に合う、担当するお客さまの企業・案件・交渉はありません">
              番号か名前を確かめてください。ほかの金融機関のお客さまは表示されません。
            </EmptyState>
          )
        }
        columns={[
          { key: "at", header: "日時", nowrap: true, cell: (row) => formatTime(row.at) },
          {
            key: "who",
            header: "だれが",
            primary: true,
            cell: (row) => [row.readerLabel, row.readerName].filter(Boolean).join("　"),
          },
          { key: "bank", header: "金融機関", cell: (row) => row.institutionName || "―" },
          {
            key: "what",
            header: "できごと",
            cell: (row) =>
              row.subject && row.subject !== row.what ? `${row.what}：${row.subject}` : row.what,
          },
          { key: "level", header: "開示の段階", cell: (row) => row.levelLabel || "―" },
          { key: "basis", header: "根拠", cell: (row) => row.basis || "―" },
          { key: "company", header: "会社", cell: (row) => row.companyName },
          { key: "number", header: "番号", nowrap: true, cell: (row) => row.caseNumber || "―" },
        ]}
      />
    </>
  );
}
