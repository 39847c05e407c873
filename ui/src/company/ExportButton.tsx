import { download } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { CsvButton } from "@/kit/CsvButton";
import { useUrlState } from "@/lib/urlstate";
import { errorsOf, validState } from "@/search/filter";
import type { Names } from "@/search/names";
import {
  BUYER_CONDITIONS,
  buyerSpec,
  SELLER_CONDITIONS,
  sellerSpec,
  toFileQuery,
  toReportQuery,
  toSellerQuery,
} from "./conditions";
import { BUYER, type Kind, SELLER } from "./kinds";

const BUYER_SPEC = buyerSpec("own", undefined);
const SELLER_SPEC = sellerSpec();

/** Exports the buyers in the list as a CSV file that can be imported again. */
export function BuyerExportButton({ names }: { names: Names }) {
  const state = validState(BUYER_SPEC, useUrlState(BUYER_CONDITIONS).state, names);
  const conditionError = Object.values(errorsOf(BUYER_SPEC, state, names))[0];
  return <ExportButton kind={BUYER} error={conditionError} query={toReportQuery(state, names)} />;
}

/** The same for sellers. */
export function SellerExportButton({ names }: { names: Names }) {
  const state = validState(SELLER_SPEC, useUrlState(SELLER_CONDITIONS).state, names);
  const conditionError = Object.values(errorsOf(SELLER_SPEC, state, names))[0];
  return (
    <ExportButton kind={SELLER} error={conditionError} query={toFileQuery(toSellerQuery(state, names))} />
  );
}

function ExportButton({ kind, error, query }: { kind: Kind; error?: string; query: Record<string, string> }) {
  const noun = kind.kind === "seller" ? "Seller" : "Buyer";
  return (
    <CsvButton
      label="CSVを書き出す"
      disabledReason={error}
      title={`${kind.name}のCSVを書き出す`}
      write={(encoding) =>
        download(`/api/Csv/CsvExport${noun}Company`, `EXPORT_${noun.toUpperCase()}COMPANY.csv`, {
          query: { ...query, encoding },
        })
      }
      saved="CSVを保存しました。お客さまの情報が入っています。取扱いにご注意ください。"
      failure={(error) => failureMessage(kind.failed.export, error)}
    >
      <p>
        いま一覧に表示している条件に合う、担当の{kind.name}
        すべてを書き出します。Excelなどで直して、「CSVを読み込む」で戻せます。
      </p>
    </CsvButton>
  );
}
