import { expect, it } from "vitest";
import { monthOf, rateOf, rateText, stepProblem, termsOf, typedTable } from "./feeTable";

it("reads rates with two decimals and no more", () => {
  for (const [text, rate] of [
    ["5", 500],
    ["0.75", 75],
    ["４．５％", 450],
    [" 100 ", 10_000],
  ] as const)
    expect(rateOf(text)).toBe(rate);
  for (const text of ["", "五", "1.234", "-1", "1,5", "5.", "1e2"]) expect(rateOf(text)).toBeNaN();
});

it("writes a rate as it is typed", () => {
  for (const rate of [0, 5, 10, 75, 100, 450, 500, 10_000]) expect(rateOf(rateText(rate))).toBe(rate);
  expect(rateText(450)).toBe("4.5");
  expect(rateText(500)).toBe("5");
  expect(rateText(5)).toBe("0.05");
});

it("begins a new table with the usual steps, the last one without an end", () => {
  const sent = termsOf({ ...typedTable(), name: "標準", minimum: 5000 });
  expect(sent.stepList[0]).toEqual({ upTo: 500_000, rate: 500 });
  expect(sent.stepList.at(-1)).toEqual({ upTo: null, rate: 100 });
  expect(sent).toMatchObject({ base: 1, minimum: 5000, interim: 0, interimShare: 0 });
});

it("sends an amount or a share, and no end of the last step", () => {
  const typed = { ...typedTable(), interim: 1000, interimShare: 10, stepList: [{ upTo: 77, rate: "5" }] };
  expect(termsOf({ ...typed, interimBy: "share" })).toMatchObject({ interim: 0, interimShare: 10 });
  expect(termsOf({ ...typed, interimBy: "amount" })).toMatchObject({ interim: 1000, interimShare: 0 });
  expect(termsOf(typed).stepList).toEqual([{ upTo: null, rate: 500 }]);
});

it("says which step is not complete", () => {
  expect(stepProblem(typedTable().stepList)).toBe("");
  expect(
    stepProblem([
      { upTo: null, rate: "5" },
      { upTo: null, rate: "4" },
    ]),
  ).toContain("1段目の上限");
  expect(
    stepProblem([
      { upTo: 1.5, rate: "5" },
      { upTo: null, rate: "4" },
    ]),
  ).toContain("1段目の上限");
  expect(stepProblem([{ upTo: null, rate: "五" }])).toContain("1段目の料率");
});

it("joins a year and a month, and leaves what is half for the server to refuse", () => {
  expect(monthOf(2018, "4")).toBe("2018-04");
  expect(monthOf(null, "")).toBe("");
  expect(monthOf(2018, "")).toBe("2018-00");
});
