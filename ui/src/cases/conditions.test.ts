import { expect, it } from "vitest";
import { columnsOf } from "./case";
import { DEFAULTS, filtersOf, isFiltered, NO_FILTERS, queryOf, rangeError } from "./conditions";

it("the board asks for all at once, the table page by page", () => {
  const at3 = { ...DEFAULTS, pageNumber: 3, isDescending: false };
  expect(queryOf(at3, 10)).toMatchObject({ pageNumber: 3, limit: 10, isDescending: "false", searchType: 0 });
  expect(queryOf({ ...at3, view: "board" }, 300)).toMatchObject({ pageNumber: 1, limit: 300 });
});

it.each([
  ["4", 4],
  ["", 0],
  ["9", 0],
  ["1 OR 1", 0],
])("searchType %s is %i", (searchType, expected) =>
  expect(queryOf({ ...DEFAULTS, searchType }, 10).searchType).toBe(expected),
);

it.each([
  ["2026-11-01", "2026-11-30", false],
  ["2026-11-30", "2026-11-01", true],
  ["2026-11-30", "", false],
  ["", "2026-11-01", false],
  ["2026-11-01", "2026-11-01", false],
])("%s to %s", (dueDateF, dueDateT, wrong) =>
  expect(rangeError({ dueDateF, dueDateT }) !== undefined).toBe(wrong),
);

it("neither page nor order is a filter", () => {
  expect(isFiltered(filtersOf({ ...DEFAULTS, pageNumber: 2, view: "board", propertyName: "status" }))).toBe(
    false,
  );
  expect(isFiltered({ ...NO_FILTERS, searchStatus: "0" })).toBe(true);
});

it("every status has its column, in the order of the codes", () => {
  const codes = [
    { code: 1, label: "匿名交渉中" },
    { code: 0, label: "未交渉" },
  ];
  const rows = [{ status: 0 }, { status: 1 }, { status: 0 }] as never[];
  expect(columnsOf(codes, rows).map((column) => [column.label, column.rows.length])).toEqual([
    ["匿名交渉中", 1],
    ["未交渉", 2],
  ]);
});
