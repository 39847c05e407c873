import type { components } from "@/api/schema.gen";

export type Columns = components["schemas"]["ImportColumns"];
export type ColumnChoice = { column: string; number: number; unit: string };

/** Units of amounts in files. Of yen, what is below 千円 is cut off. */
export const UNITS = ["千円", "百万円", "億円", "万円", "円"] as const;

/** The columns that a whole address fills. */
const BY_ADDRESS = ["郵便番号", "都道府県", "市区町村"];

/** The columns that are parts of an address. */
const PARTS = ["都道府県", "市区町村", "町名", "番地・建物名"];

/** Says of a column that the whole address takes its place. */
export const isByAddress = (choice: readonly ColumnChoice[], column: string) =>
  BY_ADDRESS.includes(column) && choice.some((c) => c.column === "住所" && c.number > 0);

/** Says of a column that it is a part of the whole address that was chosen, so that there is nothing to choose. */
export const isSplit = (choice: readonly ColumnChoice[], column: string) =>
  PARTS.includes(column) &&
  choice.some((c) => c.column === "住所" && c.number > 0) &&
  choice.some((c) => c.column === column && c.number === 0);

/** What is still to be chosen, field by field. */
export function missingOf(columns: Columns, choice: readonly ColumnChoice[]) {
  return columns.columnList.flatMap(({ column, isNeeded, isAmount }) => {
    const chosen = choice.find((c) => c.column === column);
    if (!chosen || chosen.number === 0)
      return isNeeded && !isByAddress(choice, column)
        ? [{ name: column, message: `「${column}」にあたる見出しを選んでください。` }]
        : [];
    return isAmount && chosen.unit === ""
      ? [{ name: `${column}の単位`, message: `「${column}」の単位を選んでください。` }]
      : [];
  });
}
