import { useId } from "react";
import { Link } from "@/kit/Link";
import styles from "./Funnel.module.css";
import type { FunnelStep } from "./tasks";

const WIDTH = 320;
const ROW_HEIGHT = 30;
const BAR_HEIGHT = 21;
const LABEL_WIDTH = 128;
const NUMBER_WIDTH = 30;

/** The user's negotiations by status as bars, with a table of the numbers. */
export function Funnel({ steps }: { steps: readonly FunnelStep[] }) {
  const id = useId();
  const total = steps.reduce((sum, step) => sum + step.buyer + step.seller, 0);
  if (total === 0) return <p className={styles.empty}>交渉が始まると、段階ごとの件数が表示されます。</p>;
  const height = steps.length * ROW_HEIGHT;
  const max = Math.max(...steps.map((step) => step.buyer + step.seller));
  const barWidth = (count: number) => (count / max) * (WIDTH - LABEL_WIDTH - NUMBER_WIDTH);
  return (
    <>
      <p className={styles.legend}>
        <span data-side="buyer">買手側として</span>
        <span data-side="seller">売手側として</span>
      </p>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-table`}
      >
        <title id={`${id}-title`}>交渉の段階ごとの件数</title>
        {steps.map((step, n) => {
          const top = n * ROW_HEIGHT + (ROW_HEIGHT - BAR_HEIGHT) / 2;
          const middle = top + BAR_HEIGHT / 2;
          return (
            <g key={step.code}>
              <text x={LABEL_WIDTH - 8} y={middle} textAnchor="end" dominantBaseline="central">
                {step.label.replace(/（.*）$/, "")}
              </text>
              <rect
                x={LABEL_WIDTH}
                y={top}
                width={barWidth(step.buyer)}
                height={BAR_HEIGHT}
                className={styles.buyer}
              />
              <rect
                x={LABEL_WIDTH + barWidth(step.buyer)}
                y={top}
                width={barWidth(step.seller)}
                height={BAR_HEIGHT}
                className={styles.seller}
              />
              <text
                x={LABEL_WIDTH + barWidth(step.buyer + step.seller) + 6}
                y={middle}
                dominantBaseline="central"
              >
                {step.buyer + step.seller}
              </text>
            </g>
          );
        })}
      </svg>
      <details className={styles.details}>
        <summary>件数を表で見る</summary>
        <table id={`${id}-table`}>
          <thead>
            <tr>
              <th scope="col">段階</th>
              <th scope="col">買手側</th>
              <th scope="col">売手側</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step.code}>
                <th scope="row">{step.label}</th>
                <Count
                  side="買手側"
                  step={step.label}
                  count={step.buyer}
                  href={`/financial-support?searchStatus=${step.code}`}
                />
                <Count
                  side="売手側"
                  step={step.label}
                  count={step.seller}
                  href={`/seller-negotiation?searchStatus=${step.code}`}
                />
              </tr>
            ))}
          </tbody>
        </table>
        <p>買手と売手の両方を担当している交渉は、買手側に数えています。売手側の一覧には、これも並びます。</p>
      </details>
    </>
  );
}

/** A number of the table, which leads to what it counts. */
function Count({ side, step, count, href }: { side: string; step: string; count: number; href: string }) {
  return (
    <td>
      {count > 0 ? (
        <Link href={href} aria-label={`${side}の${step} ${count}件を開く`}>
          {count}
        </Link>
      ) : (
        0
      )}
    </td>
  );
}
