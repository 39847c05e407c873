import { useState } from "react";
import { type Control, Controller, type UseFormReturn, useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { office } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { FieldError } from "@/kit/Field";
import { NumberField } from "@/kit/NumberField";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { TextField } from "@/kit/TextField";
import { randomKey } from "@/lib/randomKey";
import { DeedDialog } from "../deed";
import styles from "./Adviser.module.css";
import { BASES, type FeeTable, stepProblem, type TypedTable, termsOf, typedTable } from "./feeTable";

const FIELDS = [
  "name",
  "base",
  "stepList",
  "minimum",
  "retainer",
  "monthly",
  "interim",
  "interimShare",
  "deductedNote",
] as const;

/** Writes a new fee table, or the next version of one, which is reread after a conflict. */
export function FeeTableDialog({
  table,
  maxSteps,
  onClose,
}: {
  table?: FeeTable;
  maxSteps: number;
  onClose: () => void;
}) {
  const [begun] = useState(() => typedTable(table));
  const [requestKey] = useState(randomKey);
  const form = useForm<TypedTable>({ defaultValues: begun });
  const { errors } = form.formState;
  const isShare = form.watch("interimBy") === "share";
  return (
    <DeedDialog
      wide
      title={table ? `手数料表「${table.name}」を変更する` : "手数料表を作る"}
      label={table ? "新しい版を保存する" : "作る"}
      consequence={
        <p>
          額はすべて税抜です。計算では、段階ごとに千円未満を切り捨てます。
          {table && "保存すると新しい版になり、前の版で記録したものは変わりません。"}
        </p>
      }
      form={form}
      fields={FIELDS}
      send={(typed) =>
        call(
          office.POST("/api/Office/SaveFeeTable", {
            body: {
              ...termsOf(typed),
              tableId: table?.tableId ?? "",
              version: table?.version ?? 0,
              requestKey: table ? undefined : requestKey,
            },
          }),
        )
      }
      done={table ? "手数料表の新しい版を保存しました。" : "手数料表を作りました。"}
      failed="手数料表を保存できませんでした。"
      onClose={onClose}
    >
      <TextField
        label="名前"
        required
        example="標準"
        help="担当者は、この名前で選びます。"
        maxLength={limits.FeeTableInput.name.maxLength}
        error={errors.name?.message}
        {...form.register("name", { validate: (name) => name.trim() !== "" || "名前を入力してください。" })}
      />
      <RadioGroup
        label="算定の基準"
        required
        options={BASES}
        error={errors.base?.message}
        {...form.register("base")}
      />
      <Controller
        control={form.control}
        name="stepList"
        rules={{ validate: (steps) => stepProblem(steps) || true }}
        render={() => <Steps form={form} maxSteps={maxSteps} />}
      />
      <Amount control={form.control} name="minimum" label="最低手数料" error={errors.minimum?.message} />
      <Amount control={form.control} name="retainer" label="着手金" error={errors.retainer?.message} />
      <Checkbox label="着手金を成功報酬から差し引く" {...form.register("isRetainerDeducted")} />
      <Amount control={form.control} name="monthly" label="月額" error={errors.monthly?.message} />
      <RadioGroup
        label="中間金の決め方"
        required
        options={[
          { value: "amount", label: "額" },
          { value: "share", label: "成功報酬に対する割合" },
        ]}
        {...form.register("interimBy")}
      />
      {isShare ? (
        <Controller
          control={form.control}
          name="interimShare"
          rules={{ validate: (value) => value !== null || "中間金の割合を入力してください。" }}
          render={({ field }) => (
            <NumberField
              {...field}
              label="中間金の割合"
              required
              unit="％"
              error={errors.interimShare?.message}
            />
          )}
        />
      ) : (
        <Amount control={form.control} name="interim" label="中間金" error={errors.interim?.message} />
      )}
      <Checkbox label="中間金を成功報酬から差し引く" {...form.register("isInterimDeducted")} />
      <TextField
        label="控除についての補足"
        maxLength={limits.FeeTableInput.deductedNote.maxLength}
        error={errors.deductedNote?.message}
        {...form.register("deductedNote")}
      />
    </DeedDialog>
  );
}

function Amount({
  control,
  name,
  label,
  error,
}: {
  control: Control<TypedTable>;
  name: "minimum" | "retainer" | "monthly" | "interim";
  label: string;
  error?: string;
}) {
  return (
    <Controller
      control={control}
      name={name}
      rules={{
        validate: (value) =>
          (value !== null && Number.isInteger(value)) ||
          `${label}を、千円の整数で入力してください。ないときは0を入力します。`,
      }}
      render={({ field }) => <NumberField {...field} label={label} required unit="千円" error={error} />}
    />
  );
}

/** The steps of the rates. The last one has no upper end, so that every amount can be computed. */
function Steps({ form, maxSteps }: { form: UseFormReturn<TypedTable>; maxSteps: number }) {
  const steps = form.watch("stepList");
  const set = (next: TypedTable["stepList"]) =>
    form.setValue("stepList", next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const put = (i: number, change: Partial<TypedTable["stepList"][number]>) =>
    set(steps.map((step, at) => (at === i ? { ...step, ...change } : step)));
  const error = form.formState.errors.stepList?.message ?? form.formState.errors.stepList?.root?.message;
  return (
    <fieldset className={styles.steps}>
      <legend>料率の段階（レーマン）</legend>
      <p className={panel.note}>額の低い順に並べます。料率は、上の段階ほど同じか低くします。</p>
      {error && <FieldError>{error}</FieldError>}
      {steps.map((step, i) => {
        const isLast = i === steps.length - 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place; the fields are controlled.
          <div key={i} className={styles.step}>
            {isLast ? (
              <p>{steps.length > 1 ? "それを超える部分" : "全額"}</p>
            ) : (
              <NumberField
                label={`${i + 1}段目：この額まで`}
                badge={false}
                unit="千円"
                value={step.upTo}
                onChange={(upTo) => put(i, { upTo })}
              />
            )}
            <TextField
              label={`${i + 1}段目：料率（％）`}
              badge={false}
              size="short"
              inputMode="decimal"
              value={step.rate}
              onChange={(event) => put(i, { rate: event.target.value })}
            />
            {steps.length > 1 && (
              <Button kind="quiet" onClick={() => set(steps.filter((_, at) => at !== i))}>
                この段階を消す<span className="visually-hidden">：{i + 1}段目</span>
              </Button>
            )}
          </div>
        );
      })}
      {steps.length < maxSteps && (
        <p>
          <Button onClick={() => set([...steps.slice(0, -1), { upTo: null, rate: "" }, ...steps.slice(-1)])}>
            段階を加える
          </Button>
        </p>
      )}
    </fieldset>
  );
}
