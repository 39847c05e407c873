import { download } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { CsvButton } from "@/kit/CsvButton";
import { FAILED_OWN } from "@/messages";

/** Exports the ledger of a listing as a CSV file, with the same content as the screen (domain.md 3.5). */
export function LedgerExport({ sellerBusinessId, count }: { sellerBusinessId: string; count: number }) {
  return (
    <CsvButton
      label="CSVを書き出す"
      title="開示台帳のCSVを書き出す"
      write={(encoding) =>
        download("/api/Csv/CsvExportDisclosureLedger", "DISCLOSURE_LEDGER.csv", {
          query: { sellerBusinessId, encoding },
        })
      }
      saved="CSVを保存しました。開示した相手の社名が入っています。取扱いにご注意ください。"
      failure={(error) => failureMessage(FAILED_OWN.ledgerExport, error)}
    >
      <p>
        この案件の{count.toLocaleString("ja-JP")}
        件の記録を、古い順に書き出します。まだ匿名の買手は「匿名」のままで、番号で見分けられます。担当者の氏名は入りません。
      </p>
    </CsvButton>
  );
}
