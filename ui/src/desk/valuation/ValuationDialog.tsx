import { Plus, Trash2 } from "lucide-react";
import { Controller, type UseFormReturn, useFieldArray, useForm } from "react-hook-form";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { FormSection } from "@/kit/Form";
import { NumberField } from "@/kit/NumberField";
import { notify } from "@/kit/notify";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { FAILED_OWN } from "@/messages";
import { saveValuation } from "../deeds";
import styles from "./Valuation.module.css";
import {
  AMOUNTS,
  type AmountName,
  inputsOf,
  parts,
  type Valuation,
  type ValuationValues,
  valuesOf,
} from "./values";

const FIELDS = [
  ...(Object.keys(AMOUNTS) as AmountName[]),
  "taxRate",
  "yearsFrom",
  "yearsTo",
  "multipleFrom",
  "multipleTo",
  "note",
] as const;

const YEARS = ["1", "2", "3", "4", "5"].map((year) => ({ value: year, label: `${year}年` }));
const KINDS = [
  { value: "asset", label: "資産" },
  { value: "debt", label: "負債" },
];
const MAX_LINES = 30;

/** The inputs of a 簡易株価. Saving them computes, and keeps them as the next version. */
export function ValuationDialog({ valuation, onClose }: { valuation: Valuation; onClose: () => void }) {
  const [last] = valuation.versionList;
  const form = useForm<ValuationValues>({ defaultValues: valuesOf(last?.inputs ?? valuation.prefill) });
  const { errors, isSubmitting } = form.formState;
  const lines = useFieldArray({ control: form.control, name: "lineList" });
  const save = form.handleSubmit(async (values) => {
    const { sellerBusinessId, version } = valuation;
    try {
      await saveValuation({ sellerBusinessId, version, ...inputsOf(values) });
    } catch (error) {
      if (fieldErrors(error, form.setError, FIELDS)) return;
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED_OWN.valuationSave, error));
      if (error.status === 409) await rereadAfter("valuation");
      return;
    }
    notify.success("簡易株価を計算しました。");
    onClose();
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="簡易株価を計算する"
      confirm={{ label: "計算して保存する", onConfirm: save, busy: isSubmitting }}
    >
      <p>
        金額は千円です。{last ? "前の版の入力から始めます。" : "案件の詳細にある数字は入れてあります。"}
        保存するたびに新しい版になり、前の版も残ります。見られるのは、この案件を担当する自機関の担当者だけです。
      </p>
      <FormSection title="時価純資産">
        <Amount form={form} name="netAsset" />
        <p className={styles.help}>
          帳簿と時価が違うもの（土地、有価証券、保険積立金、退職給付債務など）を、行ごとに入れてください。帳簿にないものは、簿価を0にします。
        </p>
        {lines.fields.map((line, index) => (
          <div key={line.id} className={styles.line}>
            <TextField
              label={`項目（${index + 1}行目）`}
              required
              error={errors.lineList?.[index]?.name?.message}
              {...form.register(`lineList.${index}.name`, {
                validate: (value) => value.trim() !== "" || "項目を入力してください。",
              })}
            />
            <Select label="区分" badge={false} options={KINDS} {...form.register(`lineList.${index}.kind`)} />
            <LineAmount form={form} name={`lineList.${index}.book`} label="簿価" />
            <LineAmount form={form} name={`lineList.${index}.market`} label="時価" />
            <Button icon={<Trash2 aria-hidden size={18} />} onClick={() => lines.remove(index)}>
              外す<span className="visually-hidden">：{index + 1}行目</span>
            </Button>
          </div>
        ))}
        <Button
          icon={<Plus aria-hidden size={18} />}
          disabledReason={lines.fields.length >= MAX_LINES ? "30行までです。" : undefined}
          onClick={() => lines.append({ name: "", kind: "asset", book: null, market: null })}
        >
          行を追加する
        </Button>
        <TextField
          label="含み益にかかる税率（％）"
          required
          inputMode="decimal"
          help="修正の合計がプラスのときだけ引きます。考えないときは 0。"
          error={errors.taxRate?.message}
          {...form.register("taxRate", {
            validate: (value) =>
              parts(value, 2) !== null || "34.58 のように、小数2桁までの数字で入力してください。",
          })}
        />
      </FormSection>
      <FormSection title="利益と営業権">
        <Amount form={form} name="operatingProfit" />
        <Amount
          form={form}
          name="remuneration"
          help="多すぎる分はプラス、足りない分はマイナス（▲）。なければ 0。"
        />
        <Amount
          form={form}
          name="otherAdjustment"
          help="一時の費用はプラス、一時の収益はマイナス（▲）。なければ 0。"
        />
        <Amount form={form} name="depreciation" />
        <div className={styles.pair}>
          <Select
            label="営業権の年数（低い方）"
            options={YEARS}
            error={errors.yearsFrom?.message}
            {...form.register("yearsFrom")}
          />
          <Select
            label="営業権の年数（高い方）"
            options={YEARS}
            error={errors.yearsTo?.message}
            {...form.register("yearsTo")}
          />
        </div>
      </FormSection>
      <FormSection title="EBITDA倍率">
        <div className={styles.pair}>
          <Multiple form={form} name="multipleFrom" label="倍率（低い方）" />
          <Multiple form={form} name="multipleTo" label="倍率（高い方）" />
        </div>
        <Amount form={form} name="interestBearingDebt" />
        <Amount form={form} name="cashDeposit" />
      </FormSection>
      <TextArea
        label="メモ"
        rows={2}
        help="修正の根拠など。Excelにも載ります。"
        maxLength={limits.ValuationInput.note.maxLength}
        error={errors.note?.message}
        {...form.register("note")}
      />
      {errors.root?.server?.message && <p role="alert">{errors.root.server.message}</p>}
    </Dialog>
  );
}

type Form = UseFormReturn<ValuationValues>;

function Amount({ form, name, help }: { form: Form; name: AmountName; help?: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ validate: (value) => typeof value === "number" || `${AMOUNTS[name]}を入力してください。` }}
      render={({ field, fieldState }) => (
        <NumberField
          {...field}
          label={AMOUNTS[name]}
          required
          unit="千円"
          help={help}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

function LineAmount({
  form,
  name,
  label,
}: {
  form: Form;
  name: `lineList.${number}.book` | `lineList.${number}.market`;
  label: string;
}) {
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ validate: (value) => typeof value === "number" || `${label}を入力してください。` }}
      render={({ field, fieldState }) => (
        <NumberField {...field} label={label} required unit="千円" error={fieldState.error?.message} />
      )}
    />
  );
}

function Multiple({ form, name, label }: { form: Form; name: "multipleFrom" | "multipleTo"; label: string }) {
  return (
    <TextField
      label={label}
      required
      inputMode="decimal"
      example="4.5"
      error={form.formState.errors[name]?.message}
      {...form.register(name, {
        validate: (value) =>
          parts(value, 1) !== null || "4.5 のように、小数1桁までの数字で入力してください。",
      })}
    />
  );
}
