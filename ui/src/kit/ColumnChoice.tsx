import { Columns3Cog } from "lucide-react";
import { useState } from "react";
import { keepShownColumns, readShownColumns, type ShownColumns } from "@/lib/shownColumns";
import { Button } from "./Button";
import { CheckboxGroup } from "./Checkbox";
import type { Column } from "./column";
import styles from "./DataList.module.css";
import { Dialog } from "./Dialog";

const isShown = <Row,>(column: Column<Row>, shown: ShownColumns): boolean =>
  column.primary || (shown[column.key] ?? !column.optional);

/** Those of a table's columns that its reader has chosen, and what changes the choice. Without a name, all of them. */
export function useShownColumns<Row>(table: string | undefined, columns: readonly Column<Row>[]) {
  const [shown, setShown] = useState<ShownColumns>(() => (table ? readShownColumns(table) : {}));
  return {
    columns: columns.filter((column) => (table ? isShown(column, shown) : !column.optional)),
    shown,
    choose(next: ShownColumns) {
      setShown(next);
      if (table) keepShownColumns(table, next);
    },
  };
}

/** Chooses the columns of a table (design: screens-2026-11.md 18). What is chosen shows at once. */
export function ColumnChoice<Row>({
  columns,
  shown,
  onChoose,
}: {
  columns: readonly Column<Row>[];
  shown: ShownColumns;
  onChoose: (shown: ShownColumns) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const choosable = columns.filter((column) => !column.primary);
  const choose = (keys: readonly string[]) =>
    onChoose(
      Object.fromEntries(
        choosable
          .map((column) => [column.key, keys.includes(column.key)] as const)
          // What is as the table begins is not kept: a later beginning would not be seen.
          .filter(([key, on]) => on === Boolean(choosable.find((column) => column.key === key)?.optional)),
      ),
    );
  return (
    <div className={styles.choice}>
      <Button kind="quiet" icon={<Columns3Cog aria-hidden size={18} />} onClick={() => setOpen(true)}>
        表示する列を選ぶ
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="表示する列を選ぶ"
        actions={
          <>
            <Button
              onClick={() => onChoose({})}
              disabledReason={Object.keys(shown).length ? undefined : "はじめの列のままです。"}
            >
              はじめの列に戻す
            </Button>
            <Button kind="primary" onClick={() => setOpen(false)}>
              閉じる
            </Button>
          </>
        }
      >
        <CheckboxGroup
          label="列"
          help="選んだ列は、このパソコンのこのブラウザに残ります。書き出すファイルの列は変わりません。"
          options={choosable.map((column) => ({ value: column.key, label: column.header }))}
          value={choosable.filter((column) => isShown(column, shown)).map((column) => column.key)}
          onChange={choose}
        />
      </Dialog>
    </div>
  );
}
