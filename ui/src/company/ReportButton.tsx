import { FileSpreadsheet } from "lucide-react";
import { download } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { notify } from "@/kit/notify";
import { useUrlState } from "@/lib/urlstate";
import { FAILED_OWN } from "@/messages";
import { errorsOf, validState } from "@/search/filter";
import type { Names } from "@/search/names";
import { BUYER_CONDITIONS, buyerSpec, toReportQuery } from "./conditions";

const SPEC = buyerSpec("own", undefined);

/** The buyers that the list shows, as a report in Excel (SPEC.md 7 CSV and reports). */
export function ReportButton({ names }: { names: Names }) {
  const url = useUrlState(BUYER_CONDITIONS);
  const state = validState(SPEC, url.state, names);
  const conditionError = Object.values(errorsOf(SPEC, state, names))[0];
  return (
    <Button
      icon={<FileSpreadsheet aria-hidden size={18} />}
      disabledReason={conditionError}
      onClick={async () => {
        notify.info("Excel報告書を作成しています。できあがると保存されます。");
        try {
          await download("/api/BuyerCompanyReport/ExportReport", "BUYER_COMPANY_REPORT_EXPORT.xlsx", {
            query: toReportQuery(state, names),
          });
          notify.success("Excel報告書を保存しました。お客さまの情報が入っています。取扱いにご注意ください。");
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          notify.error(failureMessage(FAILED_OWN.buyerReport, error));
        }
      }}
    >
      Excel報告書
    </Button>
  );
}
