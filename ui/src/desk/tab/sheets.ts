/** A column of a printed table: its width, and its text in a row. */
export interface SheetColumn<Row> {
  header: string;
  /** In millimetres; together the columns fill the 174 mm between the margins. */
  width: number;
  text: (row: Row) => string;
}

/** In millimetres: a full-width character at 8.5 points, the height of a line, the padding of a cell. */
const CHARACTER = 3;
const LINE = 4.5;
const PADDING = 3;

/** The width of a half-width character as a share of a full-width one. */
const HALF = 0.65;

/** The height available for a table on an A4 page below the header and the title, in millimetres. */
const HEIGHT = 205;

/**
 * Divides rows into pages onto which they certainly fit: widths are fixed and lines are counted
 * generously, so that the result does not depend on the browser's line breaks.
 *
 * @param before the height of the content above the table on the first page, in millimetres
 */
export function pagesOf<Row>(
  rows: readonly Row[],
  columns: readonly SheetColumn<Row>[],
  before = 0,
): Row[][] {
  const pages: Row[][] = [[]];
  let left = HEIGHT - before;
  for (const row of rows) {
    const lines = columns.map(({ width, text }) => linesOf(text(row), width - PADDING));
    const height = Math.max(...lines, 1) * LINE + PADDING;
    if (height > left && pages[pages.length - 1]?.length) {
      pages.push([]);
      left = HEIGHT;
    }
    left -= height;
    pages[pages.length - 1]?.push(row);
  }
  return pages;
}

function linesOf(text: string, width: number): number {
  const perLine = Math.max(1, Math.floor(width / CHARACTER));
  const widthOf = (line: string) =>
    Array.from(line).reduce((sum, character) => sum + (/[ -~]/.test(character) ? HALF : 1), 0);
  return text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / perLine)), 0);
}
