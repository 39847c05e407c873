import { Controller, useForm } from "react-hook-form";
import { DateField } from "@/kit/DateField";
import { NumberField } from "@/kit/NumberField";
import { TextArea } from "@/kit/TextArea";
import { FAILED } from "@/messages";
import { DeedDialog } from "./DeedDialog";
import { recordMilestone } from "./deeds";
import type { MilestoneRow } from "./milestones";
import type { Negotiation } from "./types";

interface Values {
  date: string;
  amount: number | null;
  until: string;
  note: string;
}

/** Records or changes one milestone; both sides read the date, the own side alone the note. */
export function MilestoneDialog({
  negotiation: n,
  row,
  onClose,
}: {
  negotiation: Negotiation;
  row: MilestoneRow;
  onClose: () => void;
}) {
  const form = useForm<Values>({
    shouldFocusError: false,
    defaultValues: {
      date: row.recorded?.date ?? "",
      amount: row.recorded?.amount ?? null,
      until: row.recorded?.until ?? "",
      note: row.recorded?.note ?? "",
    },
  });
  const { errors } = form.formState;
  const priced = row.name === "Intent";
  const exclusive = row.name === "BasicAgreement";
  return (
    <DeedDialog<Values>
      title={`${row.label}を記録しますか`}
      consequence={[
        priced
          ? "日付と価格が、相手の金融機関と買手に表示されます。"
          : "日付が、相手の金融機関と買手に表示されます。",
        ...(exclusive
          ? [
              "独占交渉期限を入れると、その日まで、この案件は「受付停止中」と表示され、新しい交渉は始められません。",
            ]
          : []),
      ]}
      label="記録する"
      failed={FAILED.negotiationStatus}
      done={`${row.label}を記録しました。`}
      form={form}
      fields={["date", "amount", "until", "note"]}
      draft={`${n.buyerNegotiationId}.milestone.${row.code}`}
      send={({ date, amount, until, note }) =>
        recordMilestone(n, {
          kind: row.code,
          date,
          note: note.trim(),
          ...(priced && amount !== null ? { amount } : {}),
          ...(exclusive ? { until } : {}),
        })
      }
      onClose={onClose}
    >
      <DateField
        label={row.name === "Closing" && n.status < 5 ? "クロージング予定日" : "日付"}
        required
        error={errors.date?.message}
        {...form.register("date", { required: "日付を入力してください。" })}
      />
      {priced && (
        <Controller
          control={form.control}
          name="amount"
          rules={{
            validate: (value) =>
              (typeof value === "number" && value > 0) || "意向表明の価格を千円単位で入力してください。",
          }}
          render={({ field }) => (
            <NumberField {...field} label="価格" required unit="千円" error={errors.amount?.message} />
          )}
        />
      )}
      {exclusive && (
        <DateField
          label="独占交渉期限"
          remaining
          help="独占交渉の期間を定めたときに入力してください。"
          error={errors.until?.message}
          {...form.register("until")}
        />
      )}
      <TextArea
        label="覚書"
        rows={3}
        help="自機関だけが見られます。"
        error={errors.note?.message}
        {...form.register("note")}
      />
    </DeedDialog>
  );
}
