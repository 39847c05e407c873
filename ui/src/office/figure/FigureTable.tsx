import styles from "./Figures.module.css";

interface FigureColumn {
  label: string;
  values: readonly (number | string)[];
  total: number | string;
}

/** The numbers of a chart as a table: a row per month, and the whole period in the last row. */
export function FigureTable({
  caption,
  months,
  columns,
  totalName = "合計",
}: {
  caption: string;
  months: readonly string[];
  columns: readonly FigureColumn[];
  totalName?: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
    <section className={styles.scroll} aria-label={`${caption}の表`} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">月</th>
            {columns.map((column) => (
              <th key={column.label} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month, i) => (
            <tr key={month}>
              <th scope="row">{month.replace("-", "/")}</th>
              {columns.map((column) => (
                <td key={column.label}>{formatNumber(column.values[i])}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{totalName}</th>
            {columns.map((column) => (
              <td key={column.label}>{formatNumber(column.total)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function formatNumber(value: number | string | undefined): string {
  return typeof value === "number" ? value.toLocaleString("ja-JP") : (value ?? "");
}
