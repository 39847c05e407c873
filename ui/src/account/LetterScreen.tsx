import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { api, call } from "@/api/client";
import { useEnumerations } from "@/api/enumerations";
import { ApiError } from "@/api/errors";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import { summaryErrors } from "@/lib/formErrors";
import { forgetKey, hideKey, passcodeDigits, takeKey } from "@/lib/mailedKey";
import styles from "./account.module.css";
import { PasswordIsSet, type SetAnswer, SetForm } from "./PasswordSetForm";

const STORED = "letter";

type Opened = components["schemas"]["PasswordKeyAnswer"] & { passcode: string };

/** Sets the first password by a letter: its link, and the code that was told by another way (/letter?key=…). */
export default function LetterScreen() {
  const [key] = useState(() => takeKey(STORED));
  const [opened, setOpened] = useState<Opened | null>(null);
  const [done, setDone] = useState<SetAnswer | null>(null);
  useEffect(hideKey, []);
  if (done) return <PasswordIsSet {...done} />;
  if (!opened) return <CodeForm linkKey={key} onOpen={setOpened} />;
  return (
    <SetForm
      linkKey={key}
      {...opened}
      onDone={(answer) => {
        forgetKey(STORED);
        setDone(answer);
      }}
      onInvalid={() => setOpened(null)}
    />
  );
}

function CodeForm({ linkKey, onOpen }: { linkKey: string; onOpen: (opened: Opened) => void }) {
  const digits = useEnumerations()?.limits.passcodeDigits ?? 8;
  const form = useForm({ shouldFocusError: false, defaultValues: { passcode: "" } });
  const { errors, submitCount, isSubmitting } = form.formState;
  const open = form.handleSubmit(async (values) => {
    const passcode = passcodeDigits(values.passcode);
    if (!/^\d+$/.test(passcode) || passcode.length !== digits) {
      form.setError("passcode", { message: `${digits}桁の数字を入力してください。` });
      return;
    }
    try {
      const found = await call(api.POST("/api/Public/GetPasswordKey", { body: { key: linkKey, passcode } }));
      onOpen({ ...found, passcode });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      form.setError("passcode", { message: error.detail || "開けませんでした。もう一度お試しください。" });
    }
  });
  return (
    <>
      <Heading level={1}>招待状をお持ちの方</Heading>
      <div className={panel.box}>
        <p>
          招待状を渡した担当者が、電話などでお伝えした確認コード（{digits}
          桁の数字）を入力してください。招待状には書かれていません。
        </p>
        <Form onSubmit={open} label="確認コードの入力">
          <ErrorSummary
            attempt={submitCount}
            title="開けませんでした"
            errors={summaryErrors(errors, ["passcode"])}
          />
          <TextField
            label="確認コード"
            badge={false}
            required
            size="medium"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.passcode?.message}
            {...form.register("passcode", { required: "確認コードを入力してください。" })}
          />
          <Button type="submit" kind="primary" wide busy={isSubmitting}>
            次へ進む
          </Button>
        </Form>
        <ul className={styles.list}>
          <li>5回誤ると、招待状は使えなくなります。</li>
          <li>確認コードがわからないときや、期限が過ぎたときは、招待状を渡した担当者にご連絡ください。</li>
        </ul>
      </div>
    </>
  );
}
