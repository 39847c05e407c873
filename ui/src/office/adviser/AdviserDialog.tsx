import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { office, type Schemas } from "@/api/officeClient";
import { DateField } from "@/kit/DateField";
import { NumberField } from "@/kit/NumberField";
import { Select } from "@/kit/Select";
import { TextField } from "@/kit/TextField";
import { dayInJapan, formatDate, formatTime } from "@/lib/dates";
import { DeedDialog } from "../deed";
import styles from "./Adviser.module.css";
import { monthOf } from "./feeTable";

export type AdviserRow = Schemas["AdviserRow"];

const MONTHS = Array.from({ length: 12 }, (_, i) => ({ value: String(i + 1), label: `${i + 1}月` }));

/** Writes the next version of what is said of a user; the earlier ones stay. `row` is reread after a conflict. */
export function AdviserDialog({ row, onClose }: { row: AdviserRow; onClose: () => void }) {
  const [begun] = useState(() => {
    const [year, month] = row.since.split("-");
    return {
      qualification: row.qualification,
      registrationNumber: row.registrationNumber,
      since: year ? Number(year) : (null as number | null),
      month: month ? String(Number(month)) : "",
      dealCount: row.dealCount,
      training: row.training,
      trainedOn: row.trainedOn,
    };
  });
  const form = useForm({ defaultValues: begun });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title={`${row.userName}の資格を${row.version > 0 ? "変更する" : "登録する"}`}
      label={row.version > 0 ? "変更する" : "登録する"}
      consequence={
        <p>
          これからの重要事項説明で使われます。記録したものは変わりません。前の版と、書いた人の名前も残ります。
        </p>
      }
      form={form}
      fields={["qualification", "registrationNumber", "since", "dealCount", "training", "trainedOn"]}
      send={({ since, month, ...values }) =>
        call(
          office.POST("/api/Office/SaveAdviser", {
            body: { ...values, since: monthOf(since, month), userId: row.userId, version: row.version },
          }),
        )
      }
      done="担当者の資格を保存しました。"
      failed="担当者の資格を保存できませんでした。"
      onClose={onClose}
    >
      <TextField
        label="資格"
        required
        help="お客さまに伝える資格。ないときは「なし」と入力します。"
        example="M&Aシニアエキスパート"
        maxLength={limits.ProfileInput.qualification.maxLength}
        error={errors.qualification?.message}
        {...form.register("qualification")}
      />
      <TextField
        label="登録番号"
        maxLength={limits.ProfileInput.registrationNumber.maxLength}
        error={errors.registrationNumber?.message}
        {...form.register("registrationNumber")}
      />
      <div className={styles.month}>
        <Controller
          control={form.control}
          name="since"
          render={({ field }) => (
            <NumberField
              {...field}
              label="この業務を始めた年"
              unit="年"
              example="2018"
              help="経験年数は、ここから毎日数えます。"
              error={errors.since?.message}
            />
          )}
        />
        <Select
          label="始めた月"
          empty="選択してください"
          size="short"
          options={MONTHS}
          {...form.register("month")}
        />
      </div>
      <Controller
        control={form.control}
        name="dealCount"
        render={({ field }) => (
          <NumberField {...field} label="成約件数" unit="件" error={errors.dealCount?.message} />
        )}
      />
      <TextField
        label="最後に受けた研修"
        maxLength={limits.ProfileInput.training.maxLength}
        error={errors.training?.message}
        {...form.register("training")}
      />
      <DateField
        label="研修を受けた日"
        max={dayInJapan(new Date()) ?? undefined}
        error={errors.trainedOn?.message}
        {...form.register("trainedOn")}
      />
      {row.earlierList.length > 0 && (
        <details>
          <summary>前の版（{row.earlierList.length}件）</summary>
          <ol>
            {row.earlierList.map((one) => (
              <li key={one.version}>
                第{one.version}版　{one.editorName}（{formatTime(one.created)}）：{one.qualification}
                {one.registrationNumber && `、登録番号 ${one.registrationNumber}`}
                {one.since && `、${one.since.replace("-", "/")}から`}
                {one.dealCount !== null && `、成約${one.dealCount}件`}
                {one.training && `、${one.training}`}
                {one.trainedOn && `（${formatDate(one.trainedOn)}）`}
              </li>
            ))}
          </ol>
        </details>
      )}
    </DeedDialog>
  );
}
