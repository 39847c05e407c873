import { Download } from "lucide-react";
import { useState } from "react";
import { download } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { CsvDialog } from "@/kit/CsvDialog";
import { notify } from "@/kit/notify";
import { FAILED_OWN } from "@/messages";

/** Buyers as a CSV file, with what the screen shows of them and no more. */
export function ExportButton({ companyIds }: { companyIds: string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Download aria-hidden size={18} />} onClick={() => setOpen(true)}>
        CSVを書き出す
      </Button>
      {open && (
        <CsvDialog
          title="ロングリストのCSVを書き出す"
          label="CSVを書き出す"
          onClose={() => setOpen(false)}
          onWrite={async (encoding) => {
            try {
              await download("/api/Csv/CsvExportLongList", "EXPORT_LONGLIST.csv", {
                query: { encoding },
                body: { companyIds },
              });
              notify.success("CSVを保存しました。");
              return true;
            } catch (error) {
              if (!(error instanceof ApiError)) throw error;
              notify.error(failureMessage(FAILED_OWN.longListExport, error));
              return false;
            }
          }}
        >
          <p>
            選んだ{companyIds.length.toLocaleString("ja-JP")}
            社を、画面に見えている範囲で書き出します。ほかの金融機関が担当する買手の名前は入りません。
          </p>
        </CsvDialog>
      )}
    </>
  );
}
