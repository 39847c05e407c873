import { save } from "@/api/client";
import { failureText, officeFile } from "@/api/officeClient";
import { FileButton } from "@/kit/CsvButton";
import { FAILED_OWN } from "@/messages";
import { LIST_FORMATS } from "@/search/ListFile";

/** Writes all rows of a list of the console, with the conditions in force, into a file. */
export function OfficeListFile({
  list,
  name,
  unit,
  total,
  conditions,
}: {
  /** The call's name without its beginning: InstitutionList. */
  list: string;
  name: string;
  unit: string;
  /** How many rows the list has in all; undefined until they are known. */
  total: number | undefined;
  conditions: Readonly<Record<string, string | number>>;
}) {
  const { pageNumber: _page, ...set } = conditions;
  return (
    <FileButton
      label="一覧を書き出す"
      title={`${name}の一覧を書き出す`}
      legend="ファイルの種類"
      formats={LIST_FORMATS}
      disabledReason={total === 0 ? "条件に合うものがありません" : undefined}
      write={async (format) => {
        const file = {
          format: format === "xlsx" ? format : "csv",
          encoding: format === "cp932" ? format : "",
        };
        await save(await officeFile(`/api/Office/Export${list}`, { ...set, ...file }), `${name}の一覧`);
      }}
      saved="一覧を保存しました。会員の情報が入っています。書き出したことも記録されます。"
      failure={(error) => `${FAILED_OWN.listFile}${failureText(error, "もう一度お試しください。")}`}
    >
      <p>
        いまの条件に合う{total?.toLocaleString("ja-JP") ?? ""}
        {unit}すべてを、画面の並び順で書き出します。入るのは、この一覧で見える内容だけです。
      </p>
    </FileButton>
  );
}
