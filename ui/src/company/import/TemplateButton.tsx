import { FileDown } from "lucide-react";
import { download } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { CsvButton } from "@/kit/CsvButton";
import type { Kind } from "../kinds";

/** The file with the head row alone, to be filled in. */
export function TemplateButton({ kind }: { kind: Kind }) {
  const noun = kind.kind === "seller" ? "Seller" : "Buyer";
  return (
    <CsvButton
      icon={<FileDown aria-hidden size={18} />}
      label="ひな形を保存する"
      title={`${kind.name}のひな形を保存する`}
      write={(encoding) =>
        download(`/api/Csv/${noun}CompanyTemplate`, "COMPANY_TEMPLATE.csv", { query: { encoding } })
      }
      saved="ひな形を保存しました。2行目から入力してください。"
      failure={(error) => failureMessage(kind.failed.template, error)}
    >
      <p>見出しだけのCSVです。2行目から、1行に1社ずつ入力してください。</p>
    </CsvButton>
  );
}
