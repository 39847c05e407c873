import { Download } from "lucide-react";
import { useState } from "react";
import { download } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { CsvDialog } from "@/kit/CsvDialog";
import { notify } from "@/kit/notify";
import { FAILED_OWN } from "@/messages";

/** The ledger of a listing as a CSV file, with what the screen shows and no more (domain.md 3.5). */
export function LedgerExport({ sellerBusinessId, count }: { sellerBusinessId: string; count: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Download aria-hidden size={18} />} onClick={() => setOpen(true)}>
        CSVを書き出す
      </Button>
      {open && (
        <CsvDialog
          title="開示台帳のCSVを書き出す"
          label="CSVを書き出す"
          onClose={() => setOpen(false)}
          onWrite={async (encoding) => {
            try {
              await download("/api/Csv/CsvExportDisclosureLedger", "DISCLOSURE_LEDGER.csv", {
                query: { sellerBusinessId, encoding },
              });
              notify.success("CSVを保存しました。開示した相手の社名が入っています。取扱いにご注意ください。");
              return true;
            } catch (error) {
              if (!(error instanceof ApiError)) throw error;
              notify.error(failureMessage(FAILED_OWN.ledgerExport, error));
              return false;
            }
          }}
        >
          <p>
            この案件の{count.toLocaleString("ja-JP")}
            件の記録を、古い順に書き出します。まだ匿名の買手は「匿名」のままで、番号で見分けられます。担当者の氏名は入りません。
          </p>
        </CsvDialog>
      )}
    </>
  );
}
