import { LockKeyhole } from "lucide-react";
import { Lock, LockedTerms } from "@/kit/Lock";
import { yenMillions, yenReading } from "@/lib/yen";
import styles from "./Figures.module.css";
import { type AmountField, BALANCE_ROWS, exactness, type FigureRow, figure, PROFIT_ROWS } from "./figures";
import type { ListingDetails } from "./types";
import { withheldReason } from "./withheld";

/** The heading of a column: its fiscal year, if the level discloses it. */
interface Head {
  name: string;
  year: number | undefined;
}

/** Two years side by side and the balances: locked, as bands, or exact (domain.md 3.5). */
export function Figures({ details }: { details: ListingDetails }) {
  const how = exactness(details);
  const year = details.fiscalYear;
  const heads: [Head, Head] = [
    { name: "前期", year: year === undefined ? undefined : year - 1 },
    { name: "直近期", year },
  ];
  const rows = [...PROFIT_ROWS, ...BALANCE_ROWS];
  const reason = withheldReason(details, `${rows[0]?.field}Band`);
  // As long as all of them are withheld, they are names alone, not two tables of locks.
  if (reason !== undefined && rows.every(({ field }) => figure(details, field).kind === "withheld"))
    return <LockedTerms reason={reason} terms={rows.map(({ label }) => label)} />;
  return (
    <div className={styles.figures}>
      {how === "band" && (
        <p className={styles.remark}>
          <LockKeyhole aria-hidden size={16} />
          金額は幅で表示しています。正確な金額は、{withheldReason(details, "amountOfSales")}。
        </p>
      )}
      <Table caption="損益" unit={how === "exact"} rows={PROFIT_ROWS} details={details} heads={heads} />
      <Table
        caption="資産と負債（直近期末）"
        unit={how === "exact"}
        rows={BALANCE_ROWS}
        details={details}
        heads={[heads[1]]}
      />
    </div>
  );
}

function Table({
  caption,
  unit,
  rows,
  details,
  heads,
}: {
  caption: string;
  unit: boolean;
  rows: readonly FigureRow[];
  details: ListingDetails;
  heads: readonly Head[];
}) {
  return (
    <table className={styles.table} data-columns={heads.length}>
      <caption>
        {caption}
        {unit && <span className={styles.unit}>（単位：百万円）</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">科目</span>
          </th>
          {heads.map((head) => (
            <th key={head.name} scope="col">
              {head.name}
              {head.year !== undefined && <span className={styles.year}>（{head.year}年度）</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, field, before }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            {figure(details, field).kind === "withheld" ? (
              <td colSpan={heads.length} className={styles.locked}>
                <Lock>{withheldReason(details, `${field}Band`)}</Lock>
              </td>
            ) : (
              <>
                {before && <Cell details={details} field={before} />}
                <Cell details={details} field={field} />
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Millions for comparison, and the exact amount below. */
function Cell({ details, field }: { details: ListingDetails; field: AmountField }) {
  const value = figure(details, field);
  if (value.kind === "exact")
    return (
      <td>
        {yenMillions(value.thousands)}
        <span className={styles.reading}>{yenReading(value.thousands)}</span>
      </td>
    );
  return <td data-kind={value.kind}>{value.kind === "band" ? value.text : "―"}</td>;
}
