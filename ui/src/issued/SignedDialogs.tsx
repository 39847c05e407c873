import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Controller, type FieldValues, useFieldArray, useForm } from "react-hook-form";
import { ActivityForm } from "@/activity/ActivityForm";
import { useEnumerations } from "@/api/enumerations";
import type { IssuedPaper, SignedCopy, SignedPaper } from "@/api/issued";
import * as limits from "@/api/limits.gen";
import { Button } from "@/kit/Button";
import { DateField } from "@/kit/DateField";
import { FileField } from "@/kit/FileField";
import panel from "@/kit/Panel.module.css";
import { TextArea } from "@/kit/TextArea";
import { TextField } from "@/kit/TextField";
import { dayInJapan } from "@/lib/dates";
import { randomKey } from "@/lib/randomKey";
import { FAILED_OWN } from "@/messages";
import styles from "./Issued.module.css";
import { SignedFacts } from "./SignedFacts";
import { decideSigned, recordSigned, rereadSigned, type SignedForm, withdrawSigned } from "./signedCalls";

const SIGNERS = 10;
const today = () => dayInJapan(new Date()) ?? "";

interface OfCopy {
  paper: IssuedPaper;
  copy: SignedCopy;
  onClose: () => void;
}

const nameOf = ({ kindLabel, number }: IssuedPaper) => `${kindLabel}（${number}）`;

/** Records the signed PDF of a paper. */
export function RecordDialog({
  paper,
  signed,
  onClose,
}: {
  paper: IssuedPaper;
  signed: SignedPaper;
  onClose: () => void;
}) {
  const { limits: set } = useEnumerations() ?? {};
  const [fresh] = useState<SignedForm>(() => ({
    file: null,
    signedOn: "",
    signerList: [{ name: "", role: "" }],
    note: "",
    requestKey: randomKey(),
  }));
  const form = useForm<SignedForm>({ shouldFocusError: true, defaultValues: fresh });
  const signers = useFieldArray({ control: form.control, name: "signerList" });
  const errors = form.formState.errors;
  return (
    <ActivityForm
      title="署名済みの控えを登録する"
      label="登録する"
      form={form}
      fields={[
        "file",
        "signedOn",
        "note",
        ...signers.fields.flatMap((_, i) => [
          `signerList.${i}.name` as const,
          `signerList.${i}.role` as const,
        ]),
      ]}
      omit={["file"]}
      draft={`signed.${paper.issuedPaperId}`}
      failed={FAILED_OWN.signedRecord}
      done="署名済みの控えを登録しました。別の承認者に確認を頼んでください。"
      reread={rereadSigned}
      send={async (values) => {
        await recordSigned(paper.issuedPaperId, values);
        return false;
      }}
      onClose={onClose}
    >
      <p>
        書面：<strong>{nameOf(paper)}</strong>
      </p>
      <p className={panel.note}>
        自機関だけの記録です。相手方や事務局には伝わりません。別の承認者が確認すると「署名済み」になります。PDFに電子署名があるときは、登録の時に確かめます。
      </p>
      <Controller
        control={form.control}
        name="file"
        rules={{ required: "署名済みのPDFを選んでください。" }}
        render={({ field }) => (
          <FileField
            {...field}
            label="署名済みのPDF"
            required
            help="電子契約のPDFは、受け取ったファイルのまま選んでください。紙のときは、全ページを読み取ったPDFを選んでください。"
            accept=".pdf"
            maxBytes={set?.attachmentBytes}
            error={errors.file?.message}
          />
        )}
      />
      <DateField
        label="署名された日"
        required
        min={signed.earliestOn}
        max={today()}
        error={errors.signedOn?.message}
        {...form.register("signedOn", { required: "署名された日を入力してください。" })}
      />
      {signers.fields.map((row, i) => (
        <fieldset key={row.id} className={styles.signer}>
          <legend>署名した人（{i + 1}人目）</legend>
          <TextField
            label="氏名"
            required
            example="金糸 雀"
            error={errors.signerList?.[i]?.name?.message}
            {...form.register(`signerList.${i}.name`, {
              validate: (value) => value.trim() !== "" || "署名した人の氏名を入力してください。",
            })}
          />
          <TextField
            label="会社名・役職"
            example="株式会社カナリア 代表取締役"
            error={errors.signerList?.[i]?.role?.message}
            {...form.register(`signerList.${i}.role`)}
          />
          {signers.fields.length > 1 && (
            <Button kind="quiet" icon={<Trash2 aria-hidden size={18} />} onClick={() => signers.remove(i)}>
              {i + 1}人目を除く
            </Button>
          )}
        </fieldset>
      ))}
      {signers.fields.length < SIGNERS && (
        <Button icon={<Plus aria-hidden size={18} />} onClick={() => signers.append({ name: "", role: "" })}>
          署名した人を追加する
        </Button>
      )}
      <TextArea
        label="メモ"
        rows={2}
        example="原本は本店の金庫に保管"
        maxLength={limits.SignedCopyInput.note.maxLength}
        error={errors.note?.message}
        {...form.register("note")}
      />
    </ActivityForm>
  );
}

/** The second user confirms a copy. */
export function ConfirmDialog({ paper, copy, onClose }: OfCopy) {
  const form = useForm<FieldValues>();
  return (
    <ActivityForm
      title="署名済みの控えを確認する"
      label="確認する"
      form={form}
      fields={[]}
      draft={`signed.${copy.signedCopyId}.confirm`}
      failed={FAILED_OWN.signedConfirm}
      done={`${paper.kindLabel}を「署名済み」にしました。`}
      reread={rereadSigned}
      send={async () => {
        await decideSigned(copy.signedCopyId, true);
        return false;
      }}
      onClose={onClose}
    >
      <p>
        PDFを開き、{nameOf(paper)}
        に署名されたものか、署名した人と日付が正しいかを確かめてください。確認すると「署名済み」になり、あなたの名前が残ります。
      </p>
      <SignedFacts copy={copy} />
    </ActivityForm>
  );
}

/** Sends a copy back as the second user, or withdraws it: with a reason, either way. */
export function EndDialog({ paper, copy, isReturn, onClose }: OfCopy & { isReturn: boolean }) {
  const form = useForm({ shouldFocusError: true, defaultValues: { reason: "" } });
  const verb = isReturn ? "差し戻す" : "取り消す";
  return (
    <ActivityForm
      title={`署名済みの控えを${verb}`}
      label={verb}
      form={form}
      fields={["reason"]}
      draft={`signed.${copy.signedCopyId}.${isReturn ? "return" : "withdraw"}`}
      failed={isReturn ? FAILED_OWN.signedReturn : FAILED_OWN.signedWithdraw}
      done={
        isReturn
          ? "差し戻しました。登録した人に伝えてください。"
          : "控えを取り消しました。正しい控えを登録できます。"
      }
      reread={rereadSigned}
      send={async ({ reason }) => {
        if (isReturn) await decideSigned(copy.signedCopyId, false, reason);
        else await withdrawSigned(copy, reason);
        return false;
      }}
      onClose={onClose}
    >
      <p>
        {nameOf(paper)}の控え「{copy.fileName}」を{verb}
        と、元に戻せません。記録とファイルは残り、正しい控えを登録できるようになります。
      </p>
      <TextArea
        label={`${verb}理由`}
        required
        rows={3}
        example="別の書面の控えだったため"
        maxLength={limits.SignedCopyEnd.reason.maxLength}
        error={form.formState.errors.reason?.message}
        {...form.register("reason", {
          validate: (value) => value.trim() !== "" || `${verb}理由を入力してください。`,
        })}
      />
    </ActivityForm>
  );
}
