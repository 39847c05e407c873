import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { save } from "@/api/client";
import { exportMonthEnd, monthEndQuery } from "@/api/office";
import { failureText, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED_OWN } from "@/messages";
import styles from "./Figures.module.css";

type Report = Schemas["MonthEnd"];
type Amount = Schemas["MonthAmount"];

const MONTHS = 24;

/** 2026-11 as 2026年11月. */
const monthName = (month: string) => month.replace(/^(\d+)-0?(\d+)$/, "$1年$2月");

/** The last months, the newest first. */
export function lastMonths(today: Date, count = MONTHS): string[] {
  return Array.from({ length: count }, (_, i) => {
    const first = new Date(Date.UTC(today.getFullYear(), today.getMonth() - i, 1));
    return first.toISOString().slice(0, 7);
  });
}

/** What a bank reports at a month's end, with its workbook; for the office counts of the network without amounts. */
export function MonthEnd({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
  const months = lastMonths(new Date());
  const chosen = months.includes(month) ? month : (months[0] ?? "");
  const query = useQuery({ ...monthEndQuery(chosen), placeholderData: keepPreviousData });
  const write = async () => {
    try {
      await save(await exportMonthEnd(chosen), `MONTH_END_${chosen}.xlsx`);
      notify.success(`${monthName(chosen)}の月末の報告を保存しました。取扱いにご注意ください。`);
    } catch (error) {
      notify.error(`${FAILED_OWN.monthEnd}${failureText(error, "もう一度お試しください。")}`);
    }
  };
  return (
    <section className={styles.part}>
      <Heading
        actions={
          <Button icon={<Download aria-hidden size={18} />} onClick={write}>
            Excelで保存する
          </Button>
        }
      >
        月末の報告
      </Heading>
      <div className={styles.choices}>
        <Select
          label="報告する月"
          badge={false}
          size="short"
          options={months.map((one) => ({ value: one, label: monthName(one) }))}
          value={chosen}
          onChange={(event) => onMonth(event.target.value)}
        />
      </div>
      {query.isPending ? (
        <Skeleton rows={4} />
      ) : query.isError ? (
        <EmptyState
          title="月末の報告を読み込めませんでした"
          action={<Button onClick={() => query.refetch()}>もう一度読み込む</Button>}
        >
          {failureText(query.error, "しばらくたってから、もう一度お試しください。")}
        </EmptyState>
      ) : (
        <div className={panel.stack} aria-busy={query.isPlaceholderData || undefined}>
          <Tables report={query.data} />
        </div>
      )}
    </section>
  );
}

function Tables({ report }: { report: Report }) {
  const { listings, sides, financing } = report;
  const isOwn = report.financialName !== "";
  const at = report.isOver ? "月末に" : "いま";
  return (
    <>
      <p className={panel.note}>
        {report.isOver
          ? `${monthName(report.month)}末の時点です。`
          : "この月は終わっていません。いままでの数です。"}
        {isOwn
          ? "いま担当している案件と、始まった交渉を数えています。成約金額は、クロージング完了のときに双方で確認した金額です。資金支援の金額は、いまの記録によります。"
          : "ネットワーク全体の件数です。金額は含まれません。"}
      </p>
      <Lines
        caption={isOwn ? "担当する売却案件" : "売却案件"}
        rows={[
          ["この月に公開", listings.new],
          [`${at}公開中`, listings.showing],
          ["この月に成約", listings.concluded],
          ["この月に無効（取下げなど）", listings.ended],
        ]}
      />
      {sides.map((side) => (
        <Lines
          key={side.side}
          caption={side.label}
          amounts={isOwn ? ["成約金額"] : []}
          rows={[
            ...side.stages.map((stage): Row => [`${at}「${stage.label}」`, stage.count]),
            ["この月に開始", side.started],
            ["この月に終了（成約を除く）", side.ended],
            ["この月に成約", side.signed, [side.signedAmount]],
            ["この月にクロージング完了", side.closed, [side.closedAmount]],
          ]}
        />
      ))}
      <Lines
        caption="買手の資金支援"
        amounts={isOwn ? ["希望額", "承認額"] : []}
        rows={financing.map((one): Row => [`${at}「${one.label}」`, one.count, [one.desired, one.approved]])}
      />
    </>
  );
}

type Row = [name: string, count: number, amounts?: (Amount | undefined)[]];

/** Counts as a table, with sums where the reader gets them: 千円, and how many are recorded. */
function Lines({
  caption,
  amounts = [],
  rows,
}: {
  caption: string;
  amounts?: readonly string[];
  rows: readonly Row[];
}) {
  return (
    <div>
      <h3>{caption}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
      <section className={`${styles.scroll} ${styles.lines}`} aria-label={`${caption}の表`} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">区分</th>
              <th scope="col">件数</th>
              {amounts.map((amount) => (
                <th key={amount} scope="col">
                  {amount}（千円）
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, count, sums]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{count.toLocaleString("ja-JP")}</td>
                {amounts.map((amount, i) => (
                  <td key={amount}>{count > 0 ? sumText(sums?.[i]) : "―"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** A sum with how many of the deals are in it; a stage has none. */
function sumText(sum: Amount | undefined): string {
  if (!sum) return "―";
  return sum.count === 0 ? "記録なし" : `${sum.amount.toLocaleString("ja-JP")}（${sum.count}件の記録）`;
}
