import type { components } from "@/api/schema.gen";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import panel from "@/kit/Panel.module.css";
import { Select } from "@/kit/Select";
import { useUrlState } from "@/lib/urlstate";
import { yenShort } from "@/lib/yen";
import styles from "./MarketPrices.module.css";
import { monthOf, tenths } from "./market";

type Prices = components["schemas"]["MarketPrices"];
type Cell = Prices["cellList"][number];
type Figure = Cell["price"];

const DEFAULTS = { industry: "" };

const ABOUT =
  "このネットワークで成約した案件の中央値です（成約金額は、双方が確認したもの）。個別の案件が分からないように、" +
  "3件以上・3つ以上の売手側金融機関の成約がそろった区分だけを公表します。" +
  "見直しは四半期に一度（1月・4月・7月・10月）で、新しい成約が3件以上増えた数字だけを改めます。";

const STEPS =
  "金額は、1億円未満は500万円、10億円未満は5,000万円、それ以上は1億円の刻みに丸めています。" +
  "売上高の倍率は0.1倍、EBITDAの倍率は0.5倍、期間は1か月の刻みです。EBITDAは「償却前営業利益」です。" +
  "「―」は、公表できる件数がそろっていない数字です。" +
  "一部の金融機関に公開しなかった案件は含みません。価格を約束するものではありません。";

/** The medians of what was concluded, by large class and band of sales; the same for members and the office. */
export function MarketPrices({ prices }: { prices: Prices }) {
  const { state, set } = useUrlState(DEFAULTS);
  const industries = new Map(prices.cellList.map((cell) => [cell.industryCode, cell.industryName]));
  const chosen = industries.has(state.industry) ? state.industry : "";
  const rows = prices.cellList.filter((cell) => !chosen || cell.industryCode === chosen);
  return (
    <div className={panel.stack}>
      <p className={styles.help}>
        {ABOUT}
        {prices.quarter && `最後の見直しは${monthOf(prices.quarter)}です。`}
      </p>
      {prices.cellList.length > 0 && (
        <>
          {industries.size > 1 && (
            <Select
              label="業種（大分類）"
              badge={false}
              size="medium"
              options={[
                { value: "", label: "すべて" },
                ...[...industries].map(([value, label]) => ({ value, label })),
              ]}
              value={chosen}
              onChange={(event) => set({ industry: event.target.value })}
            />
          )}
          <DataList<Cell>
            caption="相場"
            rows={rows}
            rowKey={(row) => `${row.industryCode}-${row.salesAmount}`}
            columns={[
              {
                key: "industry",
                header: "業種",
                cell: (row) => row.industryName,
                primary: true,
                atLeast: "9em",
              },
              { key: "sales", header: "売上高", cell: (row) => row.salesLabel, atLeast: "8em" },
              {
                key: "price",
                header: "成約金額",
                atLeast: "9em",
                cell: (row) => told(row.price, (value) => `約${yenShort(value)}`),
              },
              {
                key: "salesMultiple",
                header: "売上高の何倍か",
                atLeast: "9em",
                cell: (row) => told(row.salesMultiple, (value) => `約${tenths(value)}倍`),
              },
              {
                key: "ebitdaMultiple",
                header: "EBITDAの何倍か",
                atLeast: "9em",
                cell: (row) => told(row.ebitdaMultiple, (value) => `約${tenths(value)}倍`),
              },
              {
                key: "months",
                header: "公開から成約まで",
                atLeast: "9em",
                cell: (row) => told(row.months, (value) => `約${value}か月`),
              },
            ]}
          />
          <p className={styles.help}>{STEPS}</p>
        </>
      )}
      {prices.cellList.length === 0 && (
        <EmptyState title="公表できる相場は、まだありません">
          成約の件数がそろうと、次の四半期の見直しから、ここに表示されます。
        </EmptyState>
      )}
    </div>
  );
}

function told(figure: Figure | undefined, text: (value: number) => string) {
  if (!figure) return "―";
  return (
    <span className={styles.told}>
      {text(figure.value)}
      <span className={styles.from}>
        {figure.deals}件以上・{monthOf(figure.quarter)}
      </span>
    </span>
  );
}
