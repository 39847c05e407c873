import { Controller, useForm } from "react-hook-form";
import { codesOf, useEnumerations } from "@/api/enumerations";
import { Checkbox, CheckboxGroup } from "@/kit/Checkbox";
import { DateField } from "@/kit/DateField";
import { NumberField } from "@/kit/NumberField";
import { TextArea } from "@/kit/TextArea";
import { FAILED } from "@/messages";
import { recordMilestone } from "../deeds";
import { type MilestoneRow, stepLabel } from "../milestones";
import type { Negotiation } from "../types";
import { DeedDialog } from "./DeedDialog";

interface Values {
  isSkipped: boolean;
  date: string;
  amount: number | null;
  until: string;
  note: string;
  skips: string[];
}

/**
 * Records or changes one milestone. A milestone on which both banks must agree waits for the other
 * side; only the own side reads the note. Earlier steps that are missing can be skipped at the
 * same time.
 */
export function MilestoneDialog({
  negotiation: n,
  row,
  onClose,
}: {
  negotiation: Negotiation;
  row: MilestoneRow;
  onClose: () => void;
}) {
  const all = useEnumerations();
  const current = row.proposal ?? row.recorded;
  const form = useForm<Values>({
    shouldFocusError: false,
    defaultValues: {
      isSkipped: current?.isSkipped ?? false,
      date: current?.date ?? "",
      amount: current?.amount ?? null,
      until: current?.until ?? "",
      note: current?.note ?? "",
      skips: [],
    },
  });
  const { errors } = form.formState;
  const skipped = row.isSkippable && form.watch("isSkipped");
  const closed = row.name === "Closed";
  const hasPrice = row.name === "Intent" || closed;
  const exclusive = row.name === "BasicAgreement";
  const needsConfirmation = row.isBilateral || skipped;
  const step = stepLabel(row);
  const missingSteps = codesOf(all, "milestone").filter(({ code }) => row.missing.includes(code));
  return (
    <DeedDialog<Values>
      title={`${row.label}を記録しますか`}
      consequence={[
        ...(needsConfirmation
          ? [
              "相手の金融機関が確認するまで「相手方の確認待ち」となり、効力はありません。買手には、確認の後に表示されます。",
              ...(row.recorded ? ["それまでは、いまの内容のままです。"] : []),
              ...(n.contractProposedBy ? ["確認を待っている成約の提案は、取り下げられます。"] : []),
            ]
          : ["日付が、相手の金融機関と買手に表示されます。"]),
        ...(exclusive && !skipped
          ? [
              "独占交渉期限を入れると、相手が確認した時からその日まで、この案件は「受付停止中」と表示され、新しい交渉は始められません。",
            ]
          : []),
      ]}
      label="記録する"
      failed={FAILED.negotiationStatus}
      done={
        needsConfirmation
          ? `${row.label}を記録しました。相手方の確認を待っています。`
          : `${row.label}を記録しました。`
      }
      form={form}
      fields={["isSkipped", "date", "amount", "until", "note", "skips"]}
      draft={`${n.buyerNegotiationId}.milestone.${row.code}`}
      send={({ date, amount, until, note, skips }) =>
        recordMilestone(n, {
          kind: row.code,
          note: note.trim(),
          ...(skipped
            ? { isSkipped: true }
            : {
                date,
                ...(hasPrice && amount !== null ? { amount } : {}),
                ...(exclusive ? { until } : {}),
              }),
          ...(skips.length > 0 ? { skips: skips.map(Number) } : {}),
        })
      }
      onClose={onClose}
    >
      {missingSteps.length > 0 && (
        <Controller
          control={form.control}
          name="skips"
          render={({ field: { ref: _, ...field } }) => (
            <CheckboxGroup
              {...field}
              label="この前に行うもので、まだ記録のないもの"
              help="行ったものは、先にその日付を記録してください。"
              options={missingSteps.map((code) => ({
                value: code.code,
                label: `${stepLabel(code)}は行わない`,
              }))}
              error={errors.skips?.message}
            />
          )}
        />
      )}
      {row.isSkippable && (
        <Checkbox
          label={`${step}は行わない`}
          error={errors.isSkipped?.message}
          {...form.register("isSkipped")}
        />
      )}
      {!skipped && (
        <>
          <DateField
            label={closed ? "完了日" : row.name === "Closing" ? "クロージング予定日" : "日付"}
            required
            error={errors.date?.message}
            {...form.register("date", { validate: (day) => day !== "" || "日付を入力してください。" })}
          />
          {hasPrice && (
            <Controller
              control={form.control}
              name="amount"
              rules={{
                validate: (value) =>
                  (typeof value === "number" && value > 0) ||
                  (closed
                    ? "成約金額を千円単位で入力してください。"
                    : "意向表明の価格を千円単位で入力してください。"),
              }}
              render={({ field }) => (
                <NumberField
                  {...field}
                  label={closed ? "成約金額" : "価格"}
                  required
                  unit="千円"
                  error={errors.amount?.message}
                />
              )}
            />
          )}
          {exclusive && (
            <DateField
              label="独占交渉期限"
              remaining
              help="独占交渉の期間を定めたときに入力してください。案件の公開期限までの日付です。"
              error={errors.until?.message}
              {...form.register("until")}
            />
          )}
        </>
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
