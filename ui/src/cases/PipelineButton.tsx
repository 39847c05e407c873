import { useQuery } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { download } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { pipelineTablesQuery } from "@/api/negotiation";
import { FileButton } from "@/kit/CsvButton";
import { FAILED_OWN } from "@/messages";

const NO_FEE = { value: "", label: "計算しない", help: "手数料の列は空になります。" };

/** All that the bank works on, on both sides, as a workbook (papers.md 2). */
export function PipelineButton() {
  const { data } = useQuery(pipelineTablesQuery());
  const tables =
    data?.tableList.map((label) => ({
      value: label,
      label,
      help: "譲渡額を算定の基準とする、いま使っている手数料表です。",
    })) ?? [];
  return (
    <FileButton
      icon={<FileSpreadsheet aria-hidden size={18} />}
      label="進行中の全案件を書き出す"
      title="案件一覧（進行中の全案件）を書き出す"
      legend="予想手数料を計算する手数料表"
      formats={[NO_FEE, ...tables]}
      write={(table) =>
        download("/api/Report/ExportPipeline", "案件一覧.xlsx", {
          query: { format: "xlsx", table: table || undefined },
        })
      }
      saved="案件一覧を保存しました。取扱いにご注意ください。"
      failure={(error) => failureMessage(FAILED_OWN.listFile, error)}
    >
      <p>
        売手側と買手側の、進んでいる交渉のすべてを一つの表にします（絞り込みは効きません）。状況と経過日数、次回対応日、担当者が入ります。
        手数料表を選ぶと、双方が確認した金額（まだないときは希望価格の帯）から、予想手数料（税抜き、月額を除く）を計算します。
      </p>
    </FileButton>
  );
}
