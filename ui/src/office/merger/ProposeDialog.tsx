import { Controller, useForm } from "react-hook-form";
import { call } from "@/api/client";
import * as limits from "@/api/limits.gen";
import { ofMail } from "@/api/network";
import { office } from "@/api/officeClient";
import { DateField } from "@/kit/DateField";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { useNavigate } from "@/lib/location";
import { DeedDialog } from "../deed";
import { InstitutionSelect } from "../institution/InstitutionSelect";
import styles from "../office.module.css";

/** The office's proposal of a merger. Nothing follows from it until both sides have confirmed. */
export function ProposeDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    defaultValues: { absorbedId: "", survivingId: "", date: "", mark: "", reason: "" },
  });
  const { errors } = form.formState;
  const institution = (name: "absorbedId" | "survivingId", label: string, except: string) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <InstitutionSelect
          {...field}
          label={label}
          required
          except={except}
          runningOnly
          help="名称の一部か、金融機関コードで探せます。"
          error={errors[name]?.message}
        />
      )}
    />
  );
  return (
    <DeedDialog
      title="金融機関の合併を提案する"
      label="提案する"
      wide
      consequence={
        <ul className={styles.points}>
          <li>
            {ofMail(
              "双方の管理者に、確認を依頼するメールが届きます。",
              "双方の管理者の画面に、確認を依頼する知らせが出ます。メールは届かないため、電話などで伝えてください。",
            )}
            管理者がいない金融機関は、あなたではない事務局の承認者が確認します。
          </li>
          <li>双方が確認するまで、何も変わりません。合併が終わるまでは、取り下げることができます。</li>
        </ul>
      }
      form={form}
      fields={["absorbedId", "survivingId", "date", "mark", "reason"]}
      send={async (body) => {
        const { mergerId } = await call(office.POST("/api/Office/ProposeMerger", { body }));
        navigate(`/office/mergers/${mergerId}`);
      }}
      done="合併を提案しました。双方の確認を待っています。"
      failed="合併を提案できませんでした。"
      onClose={onClose}
    >
      {institution("absorbedId", "なくなる金融機関", form.watch("survivingId"))}
      {institution("survivingId", "引き継ぐ金融機関", form.watch("absorbedId"))}
      <DateField
        label="合併日"
        required
        remaining
        help="明日以降の日付です。その日の夜間（午前1時すぎ）に行います。双方の確認がそろってから24時間は行わないため、確認が遅れると、次の夜以降になります。"
        error={errors.date?.message}
        {...form.register("date")}
      />
      <TextField
        label="顧客番号の先頭に付ける印"
        required
        size="short"
        maxLength={limits.OfficeMergerInput.mark.maxLength}
        help="なくなる金融機関の顧客番号は、引き継ぐ金融機関の番号と区別できるように、すべて先頭にこの印を付けます。"
        example="9982-"
        error={errors.mark?.message}
        {...form.register("mark")}
      />
      <TextArea
        label="合併の内容"
        required
        maxLength={limits.OfficeMergerInput.reason.maxLength}
        help="届出の内容など。双方の管理者に表示され、監査ログに残ります。"
        error={errors.reason?.message}
        {...form.register("reason")}
      />
    </DeedDialog>
  );
}
