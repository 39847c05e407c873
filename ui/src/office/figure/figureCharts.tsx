import { scaleBand, scaleLinear } from "d3-scale";
import { useId } from "react";
import styles from "./Figures.module.css";

/* The height of a chart and of its margins above and below the bars, in SVG units. */
const HEIGHT = 132;
const TOP_MARGIN = 18;
const BOTTOM_MARGIN = 22;

/** Counts by month as vertical bars, with the number above each bar if there is room. */
export function MonthColumns({
  label,
  months,
  counts,
  max = Math.max(...counts, 1),
  wide = false,
}: {
  label: string;
  months: readonly string[];
  counts: readonly number[];
  /** The highest count on the scale; charts to be compared share it. */
  max?: number;
  wide?: boolean;
}) {
  const id = useId();
  const width = wide ? 720 : 300;
  const x = scaleBand<number>()
    .domain(months.map((_, i) => i))
    .range([0, width])
    .padding(0.25);
  const y = scaleLinear()
    .domain([0, max])
    .range([HEIGHT - BOTTOM_MARGIN, TOP_MARGIN]);
  const total = counts.reduce((all, n) => all + n, 0);
  // Every `step`-th month is labelled, as many as there is room for.
  const step = [1, 2, 3, 6].find((each) => months.length / each <= (wide ? 8 : 5)) ?? 12;
  const hasLabel = (i: number) => (months.length - 1 - i) % step === 0;
  const summary = `${label}：合計${total.toLocaleString("ja-JP")}件。月ごとの数は表にあります。`;
  return (
    <figure className={styles.figure}>
      <figcaption>
        <span id={id}>{label}</span>
        <b>
          {total.toLocaleString("ja-JP")}
          <small>件</small>
        </b>
      </figcaption>
      <svg className={styles.chart} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={summary}>
        <line
          x1={0}
          x2={width}
          y1={HEIGHT - BOTTOM_MARGIN}
          y2={HEIGHT - BOTTOM_MARGIN}
          className={styles.axis}
        />
        {months.map((month, i) => {
          const count = counts[i] ?? 0;
          const left = x(i) ?? 0;
          const middle = left + x.bandwidth() / 2;
          return (
            <g key={month}>
              {count > 0 && (
                <>
                  <rect
                    x={left}
                    y={y(count)}
                    width={x.bandwidth()}
                    height={HEIGHT - BOTTOM_MARGIN - y(count)}
                    className={styles.bar}
                  />
                  {(x.step() > 18 || count === max) && (
                    <text x={middle} y={y(count) - 5} textAnchor="middle">
                      {count}
                    </text>
                  )}
                </>
              )}
              {hasLabel(i) && (
                <text
                  x={Math.min(Math.max(middle, 22), width - 22)}
                  y={HEIGHT - 6}
                  textAnchor="middle"
                  className={styles.month}
                >
                  {month.slice(2).replace("-", "/")}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

/** Labelled values as horizontal bars, each with its text. */
export function Bars({
  label,
  bars,
}: {
  label: string;
  bars: readonly { label: string; value: number; text: string }[];
}) {
  const max = Math.max(...bars.map((bar) => bar.value), 1);
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <span>{bar.label}</span>
          <svg
            className={styles.horizontalBar}
            viewBox="0 0 100 16"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect width={(bar.value / max) * 100} height={16} className={styles.bar} />
          </svg>
          <span className={styles.barText}>{bar.text}</span>
        </li>
      ))}
    </ul>
  );
}
