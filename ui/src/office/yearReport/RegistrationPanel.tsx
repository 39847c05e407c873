import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { supportRegistrationQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DateField } from "@/kit/DateField";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { NumberField } from "@/kit/NumberField";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { formatDate, formatTime } from "@/lib/dates";
import { DeedDialog } from "../deed";
import { expiryText } from "./yearReport";

type Registration = Schemas["SupportRegistration"];

/** The institution's registration as an M&A支援機関, which its administrator records. */
export function RegistrationPanel() {
  const [editing, setEditing] = useState(false);
  const { data, isError, error, refetch } = useQuery(supportRegistrationQuery);
  if (isError)
    return (
      <div role="alert" className={panel.problem}>
        <p>{failureText(error, "登録の記録を読み込めませんでした。")}</p>
        <Button onClick={() => refetch()}>もう一度読み込む</Button>
      </div>
    );
  if (!data) return <Skeleton lines={3} />;
  const expiry = expiryText(data);
  return (
    <section className={panel.section}>
      <Heading actions={<Button onClick={() => setEditing(true)}>登録を記録する</Button>}>
        M&A支援機関の登録
      </Heading>
      {expiry && <p className={panel.warning}>{expiry}</p>}
      <DescriptionList
        items={[
          { term: "登録番号", value: data.number },
          { term: "登録の有効期限", value: formatDate(data.expiresOn) },
          {
            term: "資格者数",
            value: data.qualified === null ? "" : `${data.qualified.toLocaleString("ja-JP")}人`,
          },
        ]}
      />
      <p className={panel.note}>
        {data.version === 0
          ? "まだ記録していません。記録すると、実績報告に入り、期限の60日前から概況でお知らせします。"
          : `${formatTime(data.created)} 記録　${data.userName}`}
      </p>
      {editing && <RegistrationDialog registration={data} onClose={() => setEditing(false)} />}
    </section>
  );
}

function RegistrationDialog({ registration, onClose }: { registration: Registration; onClose: () => void }) {
  const form = useForm({
    defaultValues: {
      number: registration.number,
      expiresOn: registration.expiresOn,
      qualified: registration.qualified,
    },
  });
  const { errors } = form.formState;
  return (
    <DeedDialog
      title="M&A支援機関の登録を記録する"
      label="記録する"
      consequence="新しい版として記録します。前の記録も残ります。ほかの金融機関と事務局には見えません。"
      form={form}
      fields={["number", "expiresOn", "qualified"]}
      send={({ qualified, ...values }) =>
        call(
          office.POST("/api/Office/SaveSupportRegistration", {
            body: { ...values, ...(qualified === null ? {} : { qualified }), version: registration.version },
          }),
        )
      }
      done="登録を記録しました。"
      failed="登録を記録できませんでした。"
      onClose={onClose}
    >
      <TextField
        label="登録番号"
        maxLength={limits.SupportRegistrationInput.number.maxLength}
        error={errors.number?.message}
        {...form.register("number")}
      />
      <DateField label="登録の有効期限" error={errors.expiresOn?.message} {...form.register("expiresOn")} />
      <Controller
        control={form.control}
        name="qualified"
        render={({ field, fieldState }) => (
          <NumberField label="資格者数" unit="人" {...field} error={fieldState.error?.message} />
        )}
      />
    </DeedDialog>
  );
}

/** On the administrator's first screen: that the registration ends soon, or has ended. */
export function RegistrationTask() {
  const { data } = useQuery(supportRegistrationQuery);
  const expiry = data && expiryText(data);
  if (!expiry) return null;
  return (
    <p className={panel.warning}>
      {expiry}
      <Link href="/office/year-report">登録を見る</Link>
    </p>
  );
}
