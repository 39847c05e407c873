import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { NO_COLUMNS, useMedia } from "@/lib/media";
import { ColumnChoice, useShownColumns } from "./ColumnChoice";
import type { Column } from "./column";
import styles from "./DataList.module.css";
import { Link } from "./Link";

export interface DataListProps<Row> {
  /** What is listed, for screen readers. */
  caption: string;
  /** The name of a table whose columns its reader may choose, and under which his choice is kept. */
  table?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** Name of a row in words, for its check box. */
  rowName?: (row: Row) => string;
  sort?: { propertyName: string; isDescending: boolean };
  onSort?: (sort: { propertyName: string; isDescending: boolean }) => void;
  /** The keys of the selected rows, if rows can be selected. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: Set<string>) => void;
  /** Buttons for the selected rows, while there are any; they stay in sight. */
  deeds?: ReactNode;
  /** Buttons of a row. */
  actions?: (row: Row) => ReactNode;
  /** True while new rows are being loaded; the old ones stay readable. */
  stale?: boolean;
  /** Shown instead of rows if there are none: an <EmptyState/>. */
  empty?: ReactNode;
}

/** The content of an empty cell. */
const EMPTY_CELL = "―";

/** Rows as a table, or as cards where the screen is too narrow for columns. */
export function DataList<Row>(props: DataListProps<Row>) {
  const narrow = useMedia(NO_COLUMNS);
  const { columns, shown, choose } = useShownColumns(props.table, props.columns);
  if (props.rows.length === 0 && props.empty) return props.empty;
  const isChosen = props.selected !== undefined && props.selected.size > 0;
  return (
    <div className={styles.box} data-stale={props.stale || undefined} aria-busy={props.stale || undefined}>
      <div className={styles.tools} data-stays={isChosen || undefined}>
        {isChosen && props.deeds}
        {props.table && !narrow && <ColumnChoice columns={props.columns} shown={shown} onChoose={choose} />}
      </div>
      {narrow ? <Cards {...props} columns={columns} /> : <WideTable {...props} columns={columns} />}
    </div>
  );
}

function toggled(selected: ReadonlySet<string>, keys: readonly string[], on: boolean): Set<string> {
  const next = new Set(selected);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return next;
}

function WideTable<Row>(props: DataListProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, rowName, sort, onSort, selected, onSelect, actions } =
    props;
  const keys = rows.map(rowKey);
  const all = selected !== undefined && keys.length > 0 && keys.every((key) => selected.has(key));
  const some = selected !== undefined && !all && keys.some((key) => selected.has(key));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selected && onSelect && (
              <th scope="col" className={styles.tick}>
                <label className={styles.box44}>
                  <input
                    type="checkbox"
                    aria-label="このページのすべてを選択"
                    checked={all}
                    ref={(box) => {
                      if (box) box.indeterminate = some;
                    }}
                    onChange={(event) => onSelect(toggled(selected, keys, event.target.checked))}
                  />
                </label>
              </th>
            )}
            {columns.map((column) => {
              const sorted = sort !== undefined && sort.propertyName === column.sortKey;
              return (
                <th
                  key={column.key}
                  scope="col"
                  data-align={column.align}
                  style={{ minWidth: column.atLeast }}
                  aria-sort={sorted ? (sort.isDescending ? "descending" : "ascending") : undefined}
                >
                  {column.sortKey && onSort ? (
                    <button
                      type="button"
                      className={styles.sort}
                      onClick={() =>
                        onSort({
                          propertyName: column.sortKey as string,
                          isDescending: sorted ? !sort.isDescending : true,
                        })
                      }
                    >
                      <Head column={column} />
                      {sorted ? (
                        sort.isDescending ? (
                          <ArrowDown aria-hidden size={16} />
                        ) : (
                          <ArrowUp aria-hidden size={16} />
                        )
                      ) : (
                        <ArrowUpDown aria-hidden size={16} className={styles.idle} />
                      )}
                    </button>
                  ) : (
                    <Head column={column} />
                  )}
                </th>
              );
            })}
            {actions && (
              <th scope="col">
                <span className="visually-hidden">操作</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <tr key={key} data-selected={selected?.has(key) || undefined}>
                {selected && onSelect && (
                  <td className={styles.tick}>
                    <Tick {...{ selected, onSelect }} id={key} name={rowName?.(row) ?? key} />
                  </td>
                )}
                {columns.map((column) =>
                  column.primary ? (
                    <th key={column.key} scope="row" data-align={column.align}>
                      <Primary row={row} column={column} href={rowHref?.(row)} />
                    </th>
                  ) : (
                    <td key={column.key} data-align={column.align} data-nowrap={column.nowrap}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
                {actions && <td className={styles.actions}>{actions(row)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Cards<Row>(props: DataListProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, rowName, selected, onSelect, actions } = props;
  const primary = columns.find((column) => column.primary) ?? columns[0];
  return (
    <ul className={styles.cards} aria-label={caption}>
      {rows.map((row) => {
        const key = rowKey(row);
        return (
          <li key={key} className={styles.card} data-selected={selected?.has(key) || undefined}>
            <div className={styles.cardHead}>
              {selected && onSelect && (
                <Tick {...{ selected, onSelect }} id={key} name={rowName?.(row) ?? key} />
              )}
              {primary && <Primary row={row} column={primary} href={rowHref?.(row)} />}
            </div>
            <dl className={styles.cardBody}>
              {columns
                .filter((column) => column !== primary && !column.wideOnly)
                .map((column) => ({ column, content: column.cell(row) }))
                .filter(({ content }) => content !== EMPTY_CELL)
                .map(({ column, content }) => (
                  <div key={column.key}>
                    <dt>
                      <Head column={column} />
                    </dt>
                    <dd>{content}</dd>
                  </div>
                ))}
            </dl>
            {actions && <div className={styles.cardActions}>{actions(row)}</div>}
          </li>
        );
      })}
    </ul>
  );
}

function Head<Row>({ column }: { column: Column<Row> }) {
  return (
    <>
      {column.header}
      {column.unit && <span className={styles.unit}>（{column.unit}）</span>}
    </>
  );
}

function Primary<Row>({ row, column, href }: { row: Row; column: Column<Row>; href?: string }) {
  const content = column.cell(row);
  const name = href ? <Link href={href}>{content}</Link> : content;
  const under = column.under?.(row);
  return under ? (
    <span className={styles.name}>
      {name}
      <span className={styles.under}>{under}</span>
    </span>
  ) : (
    name
  );
}

function Tick({
  id,
  name,
  selected,
  onSelect,
}: {
  id: string;
  name: string;
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
}) {
  return (
    <label className={styles.box44}>
      <input
        type="checkbox"
        aria-label={`${name}を選択`}
        checked={selected.has(id)}
        onChange={(event) => onSelect(toggled(selected, [id], event.target.checked))}
      />
    </label>
  );
}
