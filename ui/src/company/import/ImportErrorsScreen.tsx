import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { download } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { importErrorsQuery, importQuery, latestImportQuery } from "@/api/import";
import { pageFetch } from "@/api/query";
import { CsvButton } from "@/kit/CsvButton";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Pagination } from "@/kit/Pagination";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { useUrlState } from "@/lib/urlstate";
import styles from "../company.module.css";
import { type Kind, useKind } from "../kinds";
import { CorrectRowsButton } from "./CorrectRowsButton";
import { ColumnsLink, ImportCounts } from "./ImportResult";
import { ERRORS_ON_PAGE, importPath } from "./imports";

const STATE = { importId: "", column: "", pageNumber: 1 };

/** A cell's beginning: enough to find it again. */
const shorten = (value: string) => (value.length > 40 ? `${value.slice(0, 40)}…` : value);

/** What is wrong with a file, cell by cell: /buyer-company-manage/import-err (domain.md 9). */
export default function ImportErrorsScreen() {
  const kind = useKind();
  const { state } = useUrlState(STATE);
  const latest = useQuery({ ...latestImportQuery(kind.clientType), enabled: state.importId === "" });
  const importId = state.importId || latest.data;
  return (
    <>
      <Heading level={1}>CSVのエラー</Heading>
      {importId ? (
        <Errors kind={kind} importId={importId} />
      ) : importId === "" ? (
        <EmptyState
          title="読み込んだCSVはありません"
          action={
            <Link href={importPath(kind)} button="primary">
              CSVを読み込む
            </Link>
          }
        >
          読み込んだ内容は、1日で消えます。
        </EmptyState>
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  );
}

function Errors({ kind, importId }: { kind: Kind; importId: string }) {
  const { state, set, href } = useUrlState(STATE);
  const one = useQuery({ ...importQuery(importId), ...pageFetch }).data;
  const errors = useQuery({
    ...importErrorsQuery({
      importId,
      column: state.column || undefined,
      pageNumber: state.pageNumber,
      limit: ERRORS_ON_PAGE,
    }),
    ...pageFetch,
    placeholderData: keepPreviousData,
  });
  if (!one || !errors.data) return <Skeleton rows={6} />;
  const isWrong = one.wrongCount > 0;
  const isDone = one.state === "done";
  const again = (
    <Link href={importPath(kind)} button={isWrong ? "primary" : "secondary"}>
      {isWrong ? "直したCSVを読み込む" : "別のCSVを読み込む"}
    </Link>
  );
  return (
    <>
      <section className={panel.panel} aria-label="読み込みの結果">
        {isWrong && (
          <p>
            <strong>
              {isDone
                ? "正しい行だけを登録しました。エラーのある行は登録していません。"
                : "エラーのある行があるため、1件も登録していません。"}
            </strong>
            下の一覧の行をもとのファイルで直して、もう一度読み込んでください。エラーの行だけを、理由付きのCSVで保存することもできます（エラーの無い行は入りません）。
          </p>
        )}
        <ImportCounts one={one} />
        <div className={styles.actions}>
          {again}
          <CorrectRowsButton kind={kind} one={one} />
          <ColumnsLink kind={kind} one={one} />
          {isWrong && (
            <CsvButton
              label="エラーの行をCSVで保存する"
              title="エラーの行をCSVで保存する"
              write={(encoding) =>
                download("/api/Csv/ImportErrorRows", "IMPORT_ERRORS.csv", { query: { importId, encoding } })
              }
              saved="エラーの行を保存しました。"
              failure={(error) => failureMessage(kind.failed.export, error)}
            >
              <p>最後の列に「エラーの理由」が付きます。その列は残したまま読み込めます。</p>
            </CsvButton>
          )}
          {one.state === "ready" && (
            <Link href={`${importPath(kind)}?importId=${importId}`} button="primary">
              確認の画面に戻る
            </Link>
          )}
        </div>
      </section>
      {errors.data.columnList.length > 1 && (
        <Select
          label="列で絞り込む"
          badge={false}
          value={state.column}
          options={[
            {
              value: "",
              label: `すべての列（${(one.errorCount + one.warningCount).toLocaleString("ja-JP")}件）`,
            },
            ...errors.data.columnList.map((column) => ({
              value: column.column,
              label: `${column.column}（${column.count.toLocaleString("ja-JP")}件）`,
            })),
          ]}
          onChange={(event) => set({ column: event.target.value })}
        />
      )}
      <DataList
        caption="エラーの一覧"
        rows={errors.data.errorList}
        stale={errors.isPlaceholderData}
        rowKey={(row) => `${row.row}.${row.column}.${row.reason}`}
        columns={[
          { key: "row", header: "行", primary: true, nowrap: true, cell: (row) => `${row.row}行目` },
          { key: "column", header: "列", cell: (row) => row.column },
          { key: "value", header: "値", cell: (row) => shorten(row.value) || "（空）" },
          {
            key: "reason",
            header: "理由と直し方",
            cell: (row) => (row.isWarning ? `確認：${row.reason}` : row.reason),
          },
        ]}
        empty={<EmptyState title="エラーはありません" action={again} />}
      />
      {errors.data.allCount > ERRORS_ON_PAGE && (
        <Pagination
          page={state.pageNumber}
          allCount={errors.data.allCount}
          pageSize={ERRORS_ON_PAGE}
          href={(pageNumber) => href({ pageNumber })}
        />
      )}
    </>
  );
}
