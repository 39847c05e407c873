// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { FigureTable } from "./FigureTable";
import { Bars, MonthColumns } from "./figureCharts";

const MONTHS = ["2026-09", "2026-10", "2026-11"];

it("describes the chart in its accessible name, and draws the bars on the given scale", () => {
  const { container } = render(<MonthColumns label="成約" months={MONTHS} counts={[0, 2, 4]} max={8} />);
  screen.getByRole("img", { name: "成約：合計6件。月ごとの数は表にあります。" });
  const bars = [...container.querySelectorAll("rect")];
  expect(bars).toHaveLength(2); // no bar for a count of 0
  const [low = 0, high = 0] = bars.map((bar) => Number(bar.getAttribute("height")));
  expect(high).toBeCloseTo(2 * low);
  expect(high).toBeLessThan(60); // less than half of the drawing area
  expect([...container.querySelectorAll("text")].map((text) => text.textContent)).toEqual([
    "26/09",
    "2",
    "26/10",
    "4",
    "26/11",
  ]);
});

it("labels only some months of a long period", () => {
  const months = Array.from({ length: 36 }, (_, i) => `20${24 + Math.floor(i / 12)}-${(i % 12) + 1}`);
  const chart = <MonthColumns label="公開" months={months} counts={months.map(() => 0)} />;
  expect(render(chart).container.querySelectorAll("text")).toHaveLength(3);
  const wide = <MonthColumns label="公開" months={months} counts={months.map(() => 0)} wide />;
  expect(render(wide).container.querySelectorAll("text")).toHaveLength(6);
});

it("shows the text of every bar, also of one with the value 0", () => {
  render(<Bars label="日数" bars={[{ label: "成約", value: 0, text: "該当なし" }]} />);
  within(screen.getByRole("list", { name: "日数" })).getByText("該当なし");
});

it("shows a row per month and the whole period below", () => {
  render(
    <FigureTable
      caption="成約"
      months={MONTHS}
      columns={[{ label: "件数", values: [0, 1200, 4], total: 1204 }]}
    />,
  );
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual(["月件数", "2026/090", "2026/101,200", "2026/114", "合計1,204"]);
});
