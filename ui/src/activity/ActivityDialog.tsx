import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import type { Activity, ActivityOf } from "@/api/activity";
import { codesOf, useEnumerations } from "@/api/enumerations";
import * as limits from "@/api/limits.gen";
import { DateField } from "@/kit/DateField";
import panel from "@/kit/Panel.module.css";
import { RadioGroup } from "@/kit/RadioGroup";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { dayInJapan, formatDate } from "@/lib/dates";
import { randomKey } from "@/lib/randomKey";
import { FAILED_OWN } from "@/messages";
import { ActivityForm } from "./ActivityForm";
import { saveActivity } from "./calls";
import { PlanFields } from "./PlanFields";
import { type Plan, type PlanValues, planToSend } from "./plan";

interface Values extends PlanValues {
  date: string;
  means: string;
  counterpart: string;
  body: string;
  /** By which the server knows the same form sent twice. */
  requestKey: string;
}

const FIELDS = ["date", "means", "counterpart", "body", "nextDate", "nextBody", "nextUserId"] as const;

const today = () => dayInJapan(new Date()) ?? "";

/** Notes a call or a visit, and when to turn to the record next; or changes a note of one's own. */
export function ActivityDialog({
  of,
  row,
  plan,
  subject,
  onClose,
}: {
  of: ActivityOf;
  /** The note to change. */
  row?: Activity;
  /** The next action as it stands: reread after a conflict, so that the next press carries what is seen. */
  plan: Plan;
  subject?: ReactNode;
  onClose: () => void;
}) {
  const means = codesOf(useEnumerations(), "activityMeans");
  const isCompany = "companyId" in of;
  const [fresh] = useState<Values>(() => ({
    date: row?.date ?? today(),
    means: row ? String(row.means) : "",
    counterpart: row?.counterpart ?? "",
    body: row?.body ?? "",
    plan: plan.date ? "keep" : "set",
    nextDate: "",
    nextBody: "",
    nextUserId: plan.userId,
    requestKey: randomKey(),
  }));
  const form = useForm<Values>({ shouldFocusError: true, defaultValues: fresh });
  const { errors } = form.formState;
  // A draft may be older than the next action that its choice was about.
  const choice = plan.date ? form.watch("plan") : "set";
  const title = row ? "活動記録を変更する" : "活動を記録する";
  return (
    <ActivityForm
      title={title}
      label={row ? "変更を保存する" : "記録する"}
      form={form}
      fields={FIELDS}
      isNegotiation={!isCompany}
      draft={row?.activityId ?? Object.values(of).join()}
      failed={FAILED_OWN.activitySave}
      done={row ? "活動記録を変更しました。" : "活動を記録しました。"}
      send={async (values) => {
        const { date, counterpart, body, requestKey } = values;
        const note = { ...of, date, means: Number(values.means), counterpart, body };
        if (row) {
          await saveActivity({ ...note, activityId: row.activityId, version: row.version });
          return false;
        }
        const nextAction = planToSend({ ...values, plan: choice }, plan, isCompany);
        await saveActivity({ ...note, requestKey, nextAction });
        return !isCompany && nextAction !== undefined;
      }}
      onClose={onClose}
    >
      {subject}
      <p className={panel.note}>自機関の担当者だけが見られます。相手やほかの金融機関には伝わりません。</p>
      <DateField
        label="日付"
        required
        max={today()}
        error={errors.date?.message}
        {...form.register("date", { required: "日付を入力してください。" })}
      />
      <RadioGroup
        label="方法"
        required
        options={means.map(({ code, label }) => ({ value: code, label }))}
        error={errors.means?.message}
        {...form.register("means", { required: "方法を選択してください。" })}
      />
      <TextField
        label="相手"
        example="社長、経理部長"
        maxLength={limits.ActivityInput.counterpart.maxLength}
        error={errors.counterpart?.message}
        {...form.register("counterpart")}
      />
      <TextArea
        label="内容"
        required
        rows={4}
        example="後継者について話した。親族に候補はいないとのこと"
        maxLength={limits.ActivityInput.body.maxLength}
        error={errors.body?.message}
        {...form.register("body", {
          validate: (value) => value.trim() !== "" || "内容を入力してください。",
        })}
      />
      {!row && plan.date && (
        <RadioGroup
          label="次回対応"
          badge={false}
          column
          options={[
            {
              value: "keep",
              label: `いまのまま（${formatDate(plan.date)}${plan.body ? ` ${plan.body}` : ""}）`,
            },
            { value: "set", label: "新しく決める" },
            { value: "clear", label: "済んだので、なくす" },
          ]}
          {...form.register("plan")}
        />
      )}
      {!row && choice === "set" && <PlanFields form={form} isCompany={isCompany} />}
    </ActivityForm>
  );
}
