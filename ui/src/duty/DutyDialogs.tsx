import type { ReactNode } from "react";
import { Controller, type FieldValues, useForm } from "react-hook-form";
import { ActivityForm } from "@/activity/ActivityForm";
import type { Duty, DutyGate, DutyKind, DutyLack, DutyOf } from "@/api/duty";
import { useEnumerations } from "@/api/enumerations";
import * as limits from "@/api/limits.gen";
import { FileField } from "@/kit/FileField";
import panel from "@/kit/Panel.module.css";
import { TextArea } from "@/kit/TextArea";
import { formatDate } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import { attachDutyFile, confirmDuty, decideDutyWaiver, rereadDuty, waiveDuty } from "./calls";
import { DutyValues } from "./DutyItem";

interface OfDuty {
  duty: Duty;
  kind: DutyKind;
  subject?: ReactNode;
  onClose: () => void;
}

interface OfLack {
  gate: DutyGate;
  lack: DutyLack;
  subject?: ReactNode;
  onClose: () => void;
}

/** Adds a paper to what the user recorded. */
export function AttachDialog({ duty, kind, subject, onClose }: OfDuty) {
  const { limits: set } = useEnumerations() ?? {};
  const form = useForm<{ file: File | null }>({ shouldFocusError: true, defaultValues: { file: null } });
  return (
    <ActivityForm
      title={`${kind.label}に書面を加える`}
      label="書面を加える"
      form={form}
      fields={["file"]}
      omit={["file"]}
      draft={`duty.${duty.dutyId}.file`}
      failed={FAILED_OWN.dutyAttach}
      done="書面を加えました。"
      reread={rereadDuty}
      send={async ({ file }) => {
        if (file) await attachDutyFile(duty.dutyId ?? "", file);
        return false;
      }}
      onClose={onClose}
    >
      {subject}
      <p className={panel.note}>加えた書面は、消すことも差し替えることもできません。自機関だけの記録です。</p>
      <Controller
        control={form.control}
        name="file"
        rules={{ required: "ファイルを選んでください。" }}
        render={({ field }) => (
          <FileField
            {...field}
            label="書面"
            required
            help={set?.attachmentTypes.join("・")}
            accept={set?.attachmentTypes.map((type) => `.${type}`).join(",")}
            maxBytes={set?.attachmentBytes}
            error={form.formState.errors.file?.message}
          />
        )}
      />
    </ActivityForm>
  );
}

/** The second user of a duty that wants one. */
export function ConfirmDialog({ duty, kind, subject, onClose }: OfDuty) {
  const form = useForm<FieldValues>();
  return (
    <ActivityForm
      title={`${kind.label}の記録を確認する`}
      label="確認する"
      form={form}
      fields={[]}
      draft={`duty.${duty.dutyId}.confirm`}
      failed={FAILED_OWN.dutyConfirm}
      done={`${kind.label}の記録を確認しました。`}
      reread={rereadDuty}
      send={async () => {
        await confirmDuty(duty.dutyId ?? "");
        return false;
      }}
      onClose={onClose}
    >
      {subject}
      <p>
        {duty.userName}さんが{formatDate(duty.performedOn)}
        に行った記録です。確認すると済みになり、あなたの名前が残ります。
      </p>
      <DutyValues kind={kind} values={duty.values} used={duty.text} />
    </ActivityForm>
  );
}

/** Asks that a step may go on without a duty that it must have. */
export function WaiveDialog({ of, gate, lack, subject, onClose }: OfLack & { of: DutyOf }) {
  const form = useForm({ shouldFocusError: true, defaultValues: { reason: "" } });
  return (
    <ActivityForm
      title={`${lack.kindLabel}の省略を申し出る`}
      label="省略を申し出る"
      form={form}
      fields={["reason"]}
      draft={`duty.${Object.values(of).join()}.${gate.gate}.${lack.kind}`}
      failed={FAILED_OWN.dutyWaive}
      done="省略を申し出ました。二人目の承認者に確認を頼んでください。"
      reread={rereadDuty}
      send={async ({ reason }) => {
        await waiveDuty({ ...of, kind: lack.kind, gate: gate.gate, reason });
        return false;
      }}
      onClose={onClose}
    >
      {subject}
      <p>
        {lack.kindLabel}なしで「{gate.gateLabel}
        」に進むことを申し出ます。あなたとは別の承認者が認めると、進めるようになります。理由は記録に残ります。
      </p>
      <TextArea
        label="省略する理由"
        required
        rows={3}
        example="先月の別の案件で調べ、内容に変わりがないため"
        maxLength={limits.WaiveInput.reason.maxLength}
        error={form.formState.errors.reason?.message}
        {...form.register("reason", {
          validate: (value) => value.trim() !== "" || "省略する理由を入力してください。",
        })}
      />
    </ActivityForm>
  );
}

/** What the second user says to it. */
export function DecideDialog({ gate, lack, isConfirm, subject, onClose }: OfLack & { isConfirm: boolean }) {
  const form = useForm<FieldValues>();
  const label = isConfirm ? "省略を認める" : "認めない";
  return (
    <ActivityForm
      title={isConfirm ? `${lack.kindLabel}の省略を認める` : `${lack.kindLabel}の省略を認めない`}
      label={label}
      form={form}
      fields={[]}
      draft={`duty.${lack.waiver?.waiverId}`}
      failed={FAILED_OWN.dutyDecide}
      done={isConfirm ? "省略を認めました。" : "省略を認めませんでした。申し出た人に伝えてください。"}
      reread={rereadDuty}
      send={async () => {
        await decideDutyWaiver(lack.waiver?.waiverId ?? "", isConfirm);
        return false;
      }}
      onClose={onClose}
    >
      {subject}
      <p>
        {lack.waiver?.userName}さんの申し出です。理由：{lack.waiver?.reason}
      </p>
      <p>
        {isConfirm
          ? `認めると、${lack.kindLabel}なしで「${gate.gateLabel}」に進めるようになります。取り消せません。あなたの名前が残ります。`
          : `認めないときは、${lack.kindLabel}を記録するまで「${gate.gateLabel}」に進めません。`}
      </p>
    </ActivityForm>
  );
}
