import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { save } from "@/api/client";
import { exportBenchmark, exportYearReport, yearReportQuery } from "@/api/office";
import { failureText, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { useUrlState } from "@/lib/urlstate";
import { FAILED_OWN } from "@/messages";
import { isADM } from "@/session/office";
import figures from "../figure/Figures.module.css";
import { officePage } from "../page";
import { RegistrationPanel } from "./RegistrationPanel";
import styles from "./YearReport.module.css";
import { yearsUntil } from "./yearReport";

type Report = Schemas["YearReport"];
const DEFAULTS = { year: 0 };
const number = (n: number) => n.toLocaleString("ja-JP");

/** /office/year-report: what an institution reports once a year, on the screen and as workbooks. */
function YearReportScreen() {
  if (isADM.value)
    return (
      <>
        <Heading level={1}>実績報告</Heading>
        <EmptyState title="金融機関の管理者の画面です">
          実績の報告は、それぞれの金融機関のものです。事務局には表示されません。
        </EmptyState>
      </>
    );
  return <YearReport />;
}

function YearReport() {
  const { state, set } = useUrlState(DEFAULTS);
  const years = yearsUntil(new Date());
  const year = years.includes(state.year) ? state.year : (years[0] ?? 0);
  const query = useQuery({ ...yearReportQuery(year), placeholderData: keepPreviousData });
  const write = async (exported: Promise<Response>, name: string, what: string) => {
    try {
      await save(await exported, name);
      notify.success(`${year}年度の${what}を保存しました。取扱いにご注意ください。`);
    } catch (error) {
      notify.error(`${FAILED_OWN.yearReport}${failureText(error, "もう一度お試しください。")}`);
    }
  };
  const icon = <Download aria-hidden size={18} />;
  return (
    <div className={figures.page}>
      <Heading level={1}>実績報告</Heading>
      <p>
        自機関の一年度（4月から翌年3月まで）の実績と、金融仲介機能のベンチマークの件数です。本システムに記録のない数は、Excelの入力欄に入力してください。
      </p>
      <RegistrationPanel />
      <div className={figures.choices}>
        <Select
          label="年度"
          badge={false}
          size="short"
          options={years.map((one) => ({ value: one, label: `${one}年度` }))}
          value={year}
          onChange={(event) => set({ year: Number(event.target.value) })}
        />
      </div>
      {query.isPending ? (
        <Skeleton rows={8} />
      ) : query.isError ? (
        <EmptyState
          title="実績報告を読み込めませんでした"
          action={<Button onClick={() => query.refetch()}>もう一度読み込む</Button>}
        >
          {failureText(query.error, "しばらくたってから、もう一度お試しください。")}
        </EmptyState>
      ) : (
        <div className={panel.stack} aria-busy={query.isPlaceholderData || undefined}>
          <section className={figures.part}>
            <Heading
              actions={
                <Button
                  icon={icon}
                  onClick={() => write(exportYearReport(year), `YEAR_REPORT_${year}.xlsx`, "実績報告")}
                >
                  実績報告をExcelで保存する
                </Button>
              }
            >
              実績報告
            </Heading>
            <Deals report={query.data} />
          </section>
          <section className={figures.part}>
            <Heading
              actions={
                <Button
                  icon={icon}
                  onClick={() => write(exportBenchmark(year), `BENCHMARK_${year}.xlsx`, "ベンチマークの件数")}
                >
                  ベンチマークをExcelで保存する
                </Button>
              }
            >
              金融仲介機能のベンチマーク
            </Heading>
            <Benchmark report={query.data} />
          </section>
        </div>
      )}
    </div>
  );
}

function Deals({ report }: { report: Report }) {
  const { dealList, closed, fees, outsideCount } = report;
  const signed = dealList.at(-1)?.signedCount ?? 0;
  return (
    <>
      <p className={panel.note}>
        {report.isOver ? "" : "この年度は終わっていません。いままでの数です。"}
        いま成約のものを、本システムで成約になった日で数えています。契約の種類と最低手数料は、確認事項の記録によります。
      </p>
      <Table
        caption="成約件数"
        heads={["自機関の側", "成約", "仲介", "FA", "仲介とFA", "契約の記録なし"]}
        rows={dealList.map((row) => [
          row.sideLabel,
          number(row.signedCount),
          number(row.brokerCount),
          number(row.advisorCount),
          number(row.mixedCount),
          number(row.unwrittenCount),
        ])}
      />
      <Table
        caption="成約金額と手数料"
        heads={["項目", "記録されている数"]}
        rows={[
          ["本システム外での成約（上の件数に含まない）", `${number(outsideCount)}件`],
          [
            "成約金額",
            closed.count === 0
              ? "記録なし"
              : `${number(closed.amount)}千円（${signed}件のうち${closed.count}件の記録）`,
          ],
          [
            "最低手数料",
            fees.count === 0
              ? "記録なし"
              : `${number(fees.lowest)}～${number(fees.highest)}千円（のべ${fees.count}人の記録、記録なし${fees.unwrittenCount}人）`,
          ],
          ["受け取った手数料、補助金", "記録なし（Excelに入力）"],
        ]}
      />
    </>
  );
}

function Benchmark({ report }: { report: Report }) {
  const { itemList, industryList, salesList } = report.benchmark;
  const bands = (list: typeof industryList) =>
    list.map((band) => [band.label, number(band.sellerCount), number(band.buyerCount)]);
  return (
    <>
      <p className={panel.note}>
        項目の名前は、本システムのものです。公表されているベンチマークの項目とは、自機関で照らし合わせてください。何から数えたかは、Excelにも入ります。
      </p>
      <Table
        caption="事業承継・M&Aの支援"
        heads={["項目", "件数"]}
        rows={itemList.map((item) => [
          <span key={item.label}>
            {item.label}
            <br />
            <span className={styles.from}>{item.from}</span>
          </span>,
          number(item.count),
        ])}
      />
      {industryList.length > 0 && (
        <Table
          caption="支援した企業の業種（大分類）"
          heads={["業種", "売手企業", "買手企業"]}
          rows={bands(industryList)}
        />
      )}
      {salesList.length > 0 && (
        <Table
          caption="支援した企業の年間売上高"
          heads={["年間売上高", "売手企業", "買手企業"]}
          rows={bands(salesList)}
        />
      )}
    </>
  );
}

/** A small table; the first cell of a row is its name. */
function Table({
  caption,
  heads,
  rows,
}: {
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <div>
      <h3>{caption}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
      <section className={`${figures.scroll} ${figures.lines}`} aria-label={`${caption}の表`} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className={heads.length < 4 ? styles.head : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells], i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move.
              <tr key={i}>
                <th scope="row">{name}</th>
                {cells.map((cell, j) => (
                  <td key={heads[j + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

export default officePage(YearReportScreen, { fad: true });
