import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { figuresQuery } from "@/api/office";
import { failureText, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { NARROW, useMedia } from "@/lib/media";
import { useUrlState } from "@/lib/urlstate";
import { isADM } from "@/session/office";
import { InstitutionSelect } from "../institution/InstitutionSelect";
import { officePage } from "../page";
import styles from "./Figures.module.css";
import { FigureTable } from "./FigureTable";
import { Bars, MonthColumns } from "./figureCharts";
import { MonthEnd } from "./MonthEnd";

type Figures = Schemas["OfficeFigures"];
const DEFAULTS = { months: 12, financialId: "", month: "" };
const PERIODS = [6, 12, 24, 36].map((n) => ({ value: n, label: `${n}か月` }));

/** A label without its part in parentheses: 実名交渉希望（承認待ち） → 実名交渉希望. */
const shortLabel = (label: string) => label.replace(/（.*）$/, "");
const days = (value: number | null) => (value === null ? "―" : `${value.toLocaleString("ja-JP")}日`);
const sum = (counts: readonly number[]) => counts.reduce((all, n) => all + n, 0);

/**
 * /office/figures: counts by month, as charts with tables; for an administrator those of its own
 * institution.
 */
function FiguresScreen() {
  const { state, set } = useUrlState(DEFAULTS);
  const page = useRef<HTMLDivElement>(null);
  const query = useQuery({
    ...figuresQuery({ months: state.months, financialId: state.financialId || undefined }),
    placeholderData: keepPreviousData,
  });
  const print = () => {
    // The tables must be open on the printed page.
    for (const table of page.current?.querySelectorAll("details") ?? []) table.open = true;
    window.print();
  };
  return (
    <div ref={page} className={styles.page}>
      <Heading
        level={1}
        actions={
          <Button icon={<Printer aria-hidden size={18} />} onClick={print}>
            印刷する
          </Button>
        }
      >
        数値
      </Heading>
      <p>
        {isADM.value
          ? "月ごとの件数です。案件や企業の名前は含まれません。"
          : "自機関の月ごとの件数です。自機関が知り得る案件と交渉だけを数えています。"}
      </p>
      <MonthEnd month={state.month} onMonth={(month) => set({ month })} />
      <Heading>月ごとの推移</Heading>
      <div className={styles.choices}>
        <Select
          label="期間"
          badge={false}
          size="short"
          options={PERIODS}
          value={state.months}
          onChange={(event) => set({ months: Number(event.target.value) })}
        />
        {isADM.value && (
          <InstitutionSelect
            label="金融機関"
            badge={false}
            size="short"
            empty="ネットワーク全体"
            value={state.financialId}
            onChange={(financialId) => set({ financialId })}
          />
        )}
      </div>
      {query.isPending ? (
        <Skeleton rows={8} />
      ) : query.isError ? (
        <EmptyState
          title="数値を読み込めませんでした"
          action={<Button onClick={() => query.refetch()}>もう一度読み込む</Button>}
        >
          {failureText(query.error, "しばらくたってから、もう一度お試しください。")}
        </EmptyState>
      ) : (
        <div className={query.isPlaceholderData ? styles.stale : undefined}>
          <Charts figures={query.data} />
        </div>
      )}
    </div>
  );
}

function Charts({ figures }: { figures: Figures }) {
  const { months, moves, days: times, endings } = figures;
  const wide = !useMedia(NARROW);
  const scope = figures.financialName || "ネットワーク全体";
  const max = Math.max(...moves.flatMap((move) => move.counts), 1);
  const maxOffers = Math.max(...figures.offersSent, ...figures.offersOpened, 1);
  const ended = endings.filter((reason) => reason.total > 0);
  return (
    <>
      <p className={styles.scope}>
        {scope}　{months[0]?.replace("-", "年")}月〜{months.at(-1)?.replace("-", "年")}
        月（今月は今日まで）
      </p>
      <Part
        title="公開した案件"
        note="売手の承認を得て、新たに公開した案件の数です。"
        table={
          <FigureTable
            caption="公開した案件"
            months={months}
            columns={[{ label: "公開した案件", values: figures.published, total: sum(figures.published) }]}
          />
        }
      >
        <MonthColumns label="公開した案件" months={months} counts={figures.published} wide={wide} />
      </Part>
      <Part
        title="交渉の進み"
        note="その月に、それぞれの状況に進んだ交渉の数です。縦の目盛りはそろえてあります。"
        table={
          <FigureTable
            caption="交渉の進み"
            months={months}
            columns={moves.map((move) => ({ label: moveName(move), values: move.counts, total: move.total }))}
          />
        }
      >
        <div className={styles.multiples}>
          {moves.map((move) => (
            <MonthColumns
              key={move.code}
              label={moveName(move)}
              months={months}
              counts={move.counts}
              max={max}
            />
          ))}
        </div>
      </Part>
      <Part
        title="進むまでの日数"
        note="交渉の開始から、その状況に進むまでの日数の中央値です。"
        table={
          <FigureTable
            caption="進むまでの日数の中央値"
            months={months}
            columns={times.map((time) => ({
              label: shortLabel(time.label),
              values: time.medians.map(days),
              total: days(time.median),
            }))}
            totalName="期間全体"
          />
        }
      >
        <Bars
          label="交渉の開始から進むまでの日数の中央値"
          bars={times.map((time) => ({
            label: shortLabel(time.label),
            value: time.median ?? 0,
            text: time.median === null ? "該当なし" : `${days(time.median)}（${time.total}件）`,
          }))}
        />
      </Part>
      <Part
        title="終了の理由"
        note={
          isADM.value && !figures.financialName
            ? "その期間に終了した交渉の数です。"
            : "その期間に終了した交渉の数です。相手方が明かさない理由は「その他の事情」に数えます。"
        }
        table={
          <FigureTable
            caption="終了した交渉の理由"
            months={months}
            columns={ended.map((reason) => ({
              label: reason.label,
              values: reason.counts,
              total: reason.total,
            }))}
          />
        }
        emptyText={ended.length === 0 ? "この期間に終了した交渉はありません。" : undefined}
      >
        <Bars
          label="終了した交渉の理由"
          bars={ended.map((reason) => ({
            label: reason.label,
            value: reason.total,
            text: `${reason.total.toLocaleString("ja-JP")}件`,
          }))}
        />
      </Part>
      <Part
        title="オファー"
        note="送ったオファーと、買手が開封したオファーの数です。"
        table={
          <FigureTable
            caption="オファー"
            months={months}
            columns={[
              { label: "送信", values: figures.offersSent, total: sum(figures.offersSent) },
              { label: "開封", values: figures.offersOpened, total: sum(figures.offersOpened) },
            ]}
          />
        }
      >
        <div className={styles.multiples}>
          <MonthColumns label="送信" months={months} counts={figures.offersSent} max={maxOffers} />
          <MonthColumns label="開封" months={months} counts={figures.offersOpened} max={maxOffers} />
        </div>
      </Part>
    </>
  );
}

function moveName({ code, label }: { code: number; label: string }): string {
  return code === 1 ? "交渉の開始" : shortLabel(label);
}

/** A chart with a note on what it counts above and its table below. */
function Part({
  title,
  note,
  table,
  emptyText,
  children,
}: {
  title: string;
  note: string;
  table: ReactNode;
  emptyText?: string;
  children: ReactNode;
}) {
  return (
    <section className={styles.part}>
      <Heading>{title}</Heading>
      <p className={panel.note}>{note}</p>
      {emptyText ? (
        <p>{emptyText}</p>
      ) : (
        <>
          {children}
          <details className={styles.details}>
            <summary>
              表で見る<span className="visually-hidden">：{title}</span>
            </summary>
            {table}
          </details>
        </>
      )}
    </section>
  );
}

export default officePage(FiguresScreen, { fad: true });
