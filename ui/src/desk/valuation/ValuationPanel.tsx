import { useQuery } from "@tanstack/react-query";
import { Calculator, FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { download } from "@/api/client";
import { failureMessage } from "@/api/errors";
import { valuationQuery } from "@/api/listing";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { count } from "@/lib/yen";
import { FAILED_OWN } from "@/messages";
import styles from "./Valuation.module.css";
import { ValuationDialog } from "./ValuationDialog";
import type { Version } from "./values";

const range = (from: number, to: number) => `${count(from)} ～ ${count(to)}千円`;

/** What the seller's bank computed of the price for itself (papers.md 2). */
export function ValuationPanel({ sellerBusinessId }: { sellerBusinessId: string }) {
  const { data } = useQuery(valuationQuery(sellerBusinessId));
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!data) return <Skeleton rows={2} />;
  const write = async (version: number) => {
    setBusy(true);
    try {
      await download("/api/SellerBusiness/ExportValuation", "簡易株価.xlsx", {
        body: { sellerBusinessId, version },
      });
      notify.success("簡易株価を保存しました。取扱いにご注意ください。");
    } catch (error) {
      notify.error(failureMessage(FAILED_OWN.valuationExport, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={panel.panel} aria-label="簡易株価">
      <Heading
        actions={
          <Button part="acts" icon={<Calculator aria-hidden size={18} />} onClick={() => setOpen(true)}>
            簡易株価を計算する
          </Button>
        }
      >
        簡易株価（参考）
      </Heading>
      <p className={styles.help}>
        入力した数字から機械的に計算した目安で、価格を約束するものではありません。見られるのは、自機関の担当者だけです。
        <Link href="/market-price">成約の相場を見る</Link>
      </p>
      {data.versionList.length > 0 && (
        <DataList
          caption="簡易株価の版"
          rows={data.versionList}
          rowKey={(row) => String(row.version)}
          actions={(row) => (
            <Button
              part="acts"
              icon={<FileSpreadsheet aria-hidden size={18} />}
              busy={busy}
              onClick={() => write(row.version)}
            >
              Excel<span className="visually-hidden">：第{row.version}版</span>
            </Button>
          )}
          columns={[
            {
              key: "version",
              header: "版",
              primary: true,
              nowrap: true,
              cell: (row) => `第${row.version}版`,
            },
            {
              key: "net",
              header: "時価純資産＋営業権",
              atLeast: "12em",
              cell: (row) => range(row.result.netFrom, row.result.netTo),
            },
            { key: "multiple", header: "EBITDA倍率", atLeast: "12em", cell: multiple },
            { key: "created", header: "計算した日時", nowrap: true, cell: (row) => formatTime(row.created) },
            { key: "user", header: "計算した人", atLeast: "7em", cell: (row) => row.userName || "―" },
          ]}
        />
      )}
      {isOpen && <ValuationDialog valuation={data} onClose={() => setOpen(false)} />}
    </section>
  );
}

function multiple({ result }: Version) {
  if (!result.isMultiple) return "EBITDAが0以下のため、計算できません";
  return range(result.multipleFrom, result.multipleTo);
}
