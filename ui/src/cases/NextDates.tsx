import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import { DateField } from "@/kit/DateField";
import { FAILED } from "@/messages";
import { updateNextAction } from "@/negotiation/deeds";
import { DeedDialog } from "@/negotiation/dialog/DeedDialog";
import type { NegotiationRow } from "@/negotiation/types";
import { HandOverButton } from "@/persons/HandOver";
import { usePersons } from "@/persons/usePersons";
import styles from "./Cases.module.css";
import { CLOSED_NAME } from "./case";

const nameOf = (row: NegotiationRow) => `${row.displayName}：${row.businessName || CLOSED_NAME}`;

interface Chosen {
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
  deeds: ReactNode;
}

/** A table of negotiations whose rows can be chosen, and one 次回対応日 or one 主担当 for all that are (design: screens-2026-11.md 18). */
export function NextDates({
  rows,
  of,
  children,
}: {
  rows: readonly NegotiationRow[];
  /** The side whose list it is. */
  of: "bf" | "sf";
  children: (chosen: Chosen) => ReactNode;
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  // Of another page nothing is chosen: a deed on rows that are out of sight would surprise.
  const chosen = rows.filter((row) => selected.has(row.buyerNegotiationId));
  const persons = usePersons(
    of,
    rows.map((row) => row.buyerNegotiationId),
  );
  return (
    <>
      {children({
        selected: new Set(chosen.map((row) => row.buyerNegotiationId)),
        onSelect: setSelected,
        deeds: (
          <>
            <Button onClick={() => setOpen(true)}>次回対応日をまとめて決める</Button>
            <HandOverButton
              of={of}
              rows={chosen.map((row) => ({ id: row.buyerNegotiationId, name: nameOf(row) }))}
              persons={persons}
              onDone={() => setSelected(new Set())}
            />
            <span role="status">{chosen.length}件を選んでいます</span>
          </>
        ),
      })}
      {isOpen && (
        <NextDatesDialog
          rows={chosen}
          onDone={(left) => setSelected(new Set(left))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/**
 * Sends one deed a row, one after the other, as each has its own version. Rows that are refused stay chosen, and the
 * dialog names them; what was saved stays.
 */
function NextDatesDialog({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly NegotiationRow[];
  onDone: (left: readonly string[]) => void;
  onClose: () => void;
}) {
  const form = useForm({ shouldFocusError: false, defaultValues: { date: "" } });
  const { errors } = form.formState;
  const send = async ({ date }: { date: string }) => {
    const left: NegotiationRow[] = [];
    let why = "";
    for (const row of rows) {
      try {
        await updateNextAction(row, { date, userId: row.nextAction?.userId ?? "" });
      } catch (error) {
        // A wrong date is wrong for every row; what else is refused is that row's own.
        if (!(error instanceof ApiError) || error.errors.some(({ field }) => field === "date")) throw error;
        left.push(row);
        why = error.errors[0]?.detail ?? error.detail;
      }
    }
    onDone(left.map((row) => row.buyerNegotiationId));
    if (left.length > 0)
      throw new ApiError(
        409,
        "partly",
        `${rows.length - left.length}件を保存しました。残りの${left.length}件（${left.map(nameOf).join("、")}）は保存されていません。${why}`,
      );
  };
  return (
    <DeedDialog
      title={`${rows.length}件の次回対応日を決めますか`}
      consequence={[
        "担当者は今のままです。",
        "自機関だけが見られます。相手には伝わりません。空にすると消えます。",
      ]}
      label="次回対応日を保存する"
      failed={FAILED.negotiationStatus}
      done={`${rows.length}件の次回対応日を保存しました。`}
      form={form}
      fields={["date"]}
      draft="nextDates"
      send={send}
      onClose={onClose}
    >
      <ul className={styles.names}>
        {rows.map((row) => (
          <li key={row.buyerNegotiationId}>{nameOf(row)}</li>
        ))}
      </ul>
      <DateField label="次回対応日" remaining error={errors.date?.message} {...form.register("date")} />
    </DeedDialog>
  );
}
