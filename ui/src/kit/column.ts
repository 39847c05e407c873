import type { ReactNode } from "react";

/** A column of a <DataList/>. */
export interface Column<Row> {
  key: string;
  header: string;
  /** Shown in the column's head, for example 百万円; cells then contain bare numbers. */
  unit?: string;
  /** The content; 「―」 alone means no value, and cards omit the line. */
  cell: (row: Row) => ReactNode;
  /** For the primary column: content below the name, outside its link. */
  under?: (row: Row) => ReactNode;
  align?: "start" | "end";
  /** The narrowest that the column may become, as a CSS length: text that wraps would shrink to one character. */
  atLeast?: string;
  /** Prevents wrapping, for dates and codes. */
  nowrap?: boolean;
  /** The column with the row's name: title of its card, row header, link to rowHref. Exactly one column. */
  primary?: boolean;
  /** The value of propertyName by which the call sorts this column. */
  sortKey?: string;
  /** Omitted from the card on narrow screens. */
  wideOnly?: boolean;
  /** Hidden until the reader chooses it. */
  optional?: boolean;
}
