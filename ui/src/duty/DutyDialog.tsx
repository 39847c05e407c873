import { type ReactNode, useState } from "react";
import { type Control, Controller, type UseFormReturn, useForm } from "react-hook-form";
import { ActivityForm } from "@/activity/ActivityForm";
import type { Duty, DutyField, DutyKind, DutyOf } from "@/api/duty";
import { Button } from "@/kit/Button";
import { CheckboxGroup } from "@/kit/Checkbox";
import { DateField } from "@/kit/DateField";
import { NumberField } from "@/kit/NumberField";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { Select } from "@/kit/Select";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { dayInJapan } from "@/lib/dates";
import { randomKey } from "@/lib/randomKey";
import { FAILED_OWN } from "@/messages";
import { recordDuty, rereadDuty } from "./calls";
import styles from "./Duty.module.css";
import { TextInForce } from "./DutyText";
import { FeeExample } from "./FeeExample";
import { FEE } from "./types";
import { askedValues, chosenKeys, emptyWords, firstValues, isAsked, toldWords } from "./words";

interface Values {
  performedOn: string;
  /** By the key of the field; several choices are joined by commas. */
  values: Record<string, string>;
  /** By which the server knows the same form sent twice. */
  requestKey: string;
}

type Name = `values.${string}`;

const today = () => dayInJapan(new Date()) ?? "";

/** Records a duty, drawn from what the server says of its kind; recording it anew begins with what stands (compliance.md 3). */
export function DutyDialog({
  of,
  duty,
  kind,
  subject,
  onClose,
}: {
  of: DutyOf;
  /** Reread after a conflict, so that the next press replaces what is seen. */
  duty: Duty;
  kind: DutyKind;
  subject?: ReactNode;
  onClose: () => void;
}) {
  const [fresh] = useState<Values>(() => ({
    performedOn: today(),
    values: firstValues(kind, duty),
    requestKey: randomKey(),
  }));
  const form = useForm<Values>({ shouldFocusError: true, defaultValues: fresh });
  const target = duty.companyId ? { companyId: duty.companyId } : of;
  // Some fields are asked for by what another one says.
  const entered = form.watch("values");
  const isAgain = duty.state !== "missing";
  return (
    <ActivityForm
      title={`${kind.label}を${isAgain ? "記録し直す" : "記録する"}`}
      label={isAgain ? "記録し直す" : "記録する"}
      wide={kind.fieldList.some(({ choiceList }) => (choiceList?.length ?? 0) > 6)}
      form={form}
      fields={["performedOn", ...kind.fieldList.map(({ key }): Name => `values.${key}`)]}
      // What was ticked of one version of a text says nothing of another.
      draft={["duty", Object.values(target).join(), kind.kind, duty.record, kind.text?.textId]
        .filter((part) => part !== undefined)
        .join(".")}
      failed={FAILED_OWN.dutySave}
      done={`${kind.label}を記録しました。`}
      reread={rereadDuty}
      send={async (values) => {
        await recordDuty({
          ...target,
          ...values,
          values: askedValues(kind.fieldList, values.values),
          kind: kind.kind,
          record: duty.record,
          textId: kind.text?.textId,
          replaces: duty.dutyId,
        });
        return false;
      }}
      onClose={onClose}
    >
      {subject}
      <p className={styles.about}>
        対象：<strong>{duty.recordName}</strong>
        {kind.validity && `　有効な期間：${kind.validity}`}
      </p>
      <p>{kind.help}</p>
      {kind.text && <TextInForce text={kind.text} />}
      <p className={panel.note}>
        {toldWords(kind)}
        {isAgain && "前の記録も残ります。"}
      </p>
      <DateField
        label="行った日"
        required
        max={today()}
        error={form.formState.errors.performedOn?.message}
        {...form.register("performedOn", { required: "行った日を入力してください。" })}
      />
      {kind.fieldList
        .filter((field) => !field.isWritten && isAsked(field, entered))
        .map((field) => (
          <Entry key={field.key} field={field} form={form} />
        ))}
      {kind.kind === FEE && duty.companyId && entered.way === "table" && entered.table && (
        <FeeExample
          companyId={duty.companyId}
          table={entered.table}
          from={entered.from ?? ""}
          to={entered.to ?? ""}
          onAmounts={({ from, to }) => {
            form.setValue("values.from", from, { shouldDirty: true });
            form.setValue("values.to", to, { shouldDirty: true });
          }}
        />
      )}
    </ActivityForm>
  );
}

function Entry({ field, form }: { field: DutyField; form: UseFormReturn<Values> }) {
  const name: Name = `values.${field.key}`;
  const required = field.isRequired ? emptyWords(field) : false;
  const common = {
    label: field.label,
    required: field.isRequired,
    help: field.help,
    error: form.formState.errors.values?.[field.key]?.message,
  };
  switch (field.type) {
    case "choice":
      return (
        <RadioGroup
          {...common}
          options={(field.choiceList ?? []).map(({ key, label }) => ({ value: key, label }))}
          {...form.register(name, { required })}
        />
      );
    case "choices":
      return <Choices {...common} field={field} control={form.control} />;
    case "date":
      return <DateField {...common} {...form.register(name, { required })} />;
    case "number":
      return (
        <Controller
          control={form.control}
          name={name}
          rules={{ required }}
          render={({ field: { value, onChange, ...rest } }) => (
            <NumberField
              {...common}
              {...rest}
              unit={field.unit}
              value={value ? Number(value) : null}
              onChange={(next) => onChange(next === null ? "" : String(next))}
            />
          )}
        />
      );
    case "prose":
      return (
        <TextArea {...common} rows={3} maxLength={field.maxLength} {...form.register(name, { required })} />
      );
    default:
      return (
        <>
          <Suggestions field={field} onChoose={(text) => form.setValue(name, text, { shouldDirty: true })} />
          <TextField {...common} maxLength={field.maxLength} {...form.register(name, { required })} />
        </>
      );
  }
}

/** Texts that the institution has for a field: a choice fills them in, and they may be typed over. */
function Suggestions({ field, onChoose }: { field: DutyField; onChoose: (text: string) => void }) {
  const texts = field.suggestionList ?? [];
  if (texts.length === 0) return null;
  return (
    <Select
      label={`${field.label}を選んで入れる`}
      badge={false}
      empty="選択してください"
      options={texts.map(({ label }, i) => ({ value: String(i), label }))}
      onChange={(event) => {
        const chosen = texts[Number(event.target.value)];
        if (event.target.value !== "" && chosen) onChoose(chosen.text);
      }}
    />
  );
}

/** Some of the choices, or all of them where the kind wants every one. */
function Choices({
  field,
  control,
  ...common
}: {
  field: DutyField;
  control: Control<Values>;
  label: string;
  required?: boolean;
  help?: string;
  error?: string;
}) {
  const options = (field.choiceList ?? []).map(({ key, label }) => ({ value: key, label }));
  const isWhole = (value: string) => chosenKeys(field, value).length === options.length;
  return (
    <Controller
      control={control}
      name={`values.${field.key}` as Name}
      rules={{
        required: field.isRequired && emptyWords(field),
        validate: (value) => {
          if (field.isRequired && chosenKeys(field, value as string).length === 0) return emptyWords(field);
          return (
            !field.isAll ||
            isWhole(value as string) ||
            `${field.label}は、すべてを行ってから記録してください。まだのものに印がありません。`
          );
        },
      }}
      render={({ field: { name, value, onChange, onBlur } }) => {
        const chosen = chosenKeys(field, value as string);
        return (
          <div className={styles.choices}>
            <CheckboxGroup
              {...common}
              name={name}
              column={options.length > 6}
              options={options}
              value={chosen}
              onChange={(keys) => onChange(keys.join(","))}
              onBlur={onBlur}
            />
            {field.isAll && (
              <p className={styles.whole}>
                <span>
                  {chosen.length}／{options.length}
                </span>
                <Button
                  kind="quiet"
                  onClick={() =>
                    onChange(isWhole(value as string) ? "" : options.map((one) => one.value).join(","))
                  }
                >
                  {isWhole(value as string) ? "すべて外す" : "すべて選ぶ"}
                  <span className="visually-hidden">：{field.label}</span>
                </Button>
              </p>
            )}
          </div>
        );
      }}
    />
  );
}
