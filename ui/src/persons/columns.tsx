import type { Column } from "@/kit/column";
import { formatDate, formatRemaining } from "@/lib/dates";
import styles from "./Persons.module.css";
import type { Persons } from "./usePersons";
import { othersText, stateOf } from "./words";

/** The column 担当者: who has the main charge, and how many others (design: team.md 1). */
export function personColumn<Row>(
  persons: Persons,
  idOf: (row: Row) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    key: "personInCharge",
    header: "担当者",
    cell: (row) => {
      if (!persons) return "";
      const found = persons.get(idOf(row));
      if (!found) return "―";
      const main = found.personInCharge;
      const small = [othersText(found), main && stateOf(main)].filter(Boolean).join("、");
      return (
        <span className={styles.cell}>
          {main ? main.userName : <span className={styles.none}>なし</span>}
          {small && <small>{small}</small>}
        </span>
      );
    },
    ...more,
  };
}

/** The column 次回対応日: the nearest one of a record. */
export function nextColumn<Row>(
  persons: Persons,
  idOf: (row: Row) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    key: "nextAction",
    header: "次回対応日",
    nowrap: true,
    cell: (row) => {
      if (!persons) return "";
      const day = persons.get(idOf(row))?.nextAction;
      if (!day) return "―";
      return (
        <span className={styles.cell}>
          {formatDate(day)}
          <small>{formatRemaining(day)}</small>
        </span>
      );
    },
    ...more,
  };
}
