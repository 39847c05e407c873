import { download } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { FileButton } from "@/kit/CsvButton";
import { FAILED_OWN } from "@/messages";

/** The kinds of file that a list can become, as the calls name them. */
export const LIST_FORMATS = [
  {
    value: "xlsx",
    label: "Excel（.xlsx）",
    help: "印刷や、Excelでの集計に。見出しと絞り込みが付きます。",
  },
  {
    value: "csv",
    label: "CSV（UTF-8）",
    help: "ほかのシステムに取り込むとき。どの文字も書き出せます。",
  },
  {
    value: "cp932",
    label: "CSV（Shift_JIS）",
    help: "古いExcelや、銀行のシステムに取り込むとき。表せない文字があるときは、場所をお知らせし、書き出しません。",
  },
] as const;

/** Writes all hits of a search, in its order, into a file. What the list does not show is not in it. */
export function ListFile({
  path,
  name,
  hint,
  unit,
  total,
  conditions,
}: {
  path: string;
  name: string;
  hint?: string;
  unit: string;
  total: number;
  /** The conditions of the list's own call. */
  conditions: object;
}) {
  const { pageNumber: _page, limit: _limit, ...query } = conditions as Record<string, string | undefined>;
  return (
    <FileButton
      label="一覧を書き出す"
      title={`${name}の一覧を書き出す`}
      legend="ファイルの種類"
      formats={LIST_FORMATS}
      write={(format) =>
        download(path, `${name}の一覧`, {
          query: {
            ...query,
            format: format === "xlsx" ? format : "csv",
            encoding: format === "cp932" ? format : undefined,
          },
        })
      }
      saved="一覧を保存しました。お客さまの情報が入っています。取扱いにご注意ください。"
      failure={(error) => failureMessage(FAILED_OWN.listFile, error)}
    >
      <p>
        いまの条件に合う{total.toLocaleString("ja-JP")}
        {unit}すべてを、画面の並び順で書き出します。入るのは、この一覧で見える内容だけです。
      </p>
      {hint && <p>{hint}</p>}
    </FileButton>
  );
}
