import { download } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { CsvButton } from "@/kit/CsvButton";
import { FAILED_OWN } from "@/messages";

/** Buyers as a CSV file, with what the screen shows of them and no more. */
export function ExportButton({ companyIds }: { companyIds: string[] }) {
  return (
    <CsvButton
      label="CSVを書き出す"
      title="ロングリストのCSVを書き出す"
      write={(encoding) =>
        download("/api/Csv/CsvExportLongList", "EXPORT_LONGLIST.csv", {
          query: { encoding },
          body: { companyIds },
        })
      }
      saved="CSVを保存しました。"
      failure={(error) => failureMessage(FAILED_OWN.longListExport, error)}
    >
      <p>
        選んだ{companyIds.length.toLocaleString("ja-JP")}
        社を、画面に見えている範囲で書き出します。ほかの金融機関が担当する買手の名前は入りません。
      </p>
    </CsvButton>
  );
}
