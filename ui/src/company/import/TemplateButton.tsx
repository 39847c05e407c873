import { FileDown } from "lucide-react";
import { download } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { FileButton } from "@/kit/CsvButton";
import type { Kind } from "../kinds";

const FORMATS = [
  {
    value: "xlsx",
    label: "Excel（.xlsx）",
    help: "迷ったときは、こちら。記入例と、業種などの選べる値の一覧が付きます。記入したら、そのまま読み込めます。",
  },
  { value: "csv", label: "CSV（UTF-8）", help: "見出しだけのCSVです。ほかのシステムから書き出すとき。" },
  {
    value: "cp932",
    label: "CSV（Shift_JIS）",
    help: "見出しだけのCSVです。古いExcelや、銀行のシステムで使うとき。",
  },
] as const;

/** An empty file to be filled in. */
export function TemplateButton({ kind }: { kind: Kind }) {
  const noun = kind.kind === "seller" ? "Seller" : "Buyer";
  return (
    <FileButton
      icon={<FileDown aria-hidden size={18} />}
      label="ひな形を保存する"
      title={`${kind.name}のひな形を保存する`}
      legend="ファイルの種類"
      formats={FORMATS}
      write={(format) =>
        download(
          `/api/Csv/${noun}CompanyTemplate`,
          `COMPANY_TEMPLATE.${format === "xlsx" ? "xlsx" : "csv"}`,
          {
            query: {
              format: format === "xlsx" ? format : "csv",
              encoding: format === "cp932" ? format : undefined,
            },
          },
        )
      }
      saved="ひな形を保存しました。2行目から入力してください。"
      failure={(error) => failureMessage(kind.failed.template, error)}
    >
      <p>見出しの下の2行目から、1行に1社ずつ入力してください。</p>
    </FileButton>
  );
}
