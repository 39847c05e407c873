import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { api, call } from "@/api/client";
import { useEnumerations } from "@/api/enumerations";
import { ApiError, fieldErrors } from "@/api/errors";
import { pageFetch } from "@/api/query";
import type { components } from "@/api/schema.gen";
import { passwordKeyQuery } from "@/api/session";
import { Button } from "@/kit/Button";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { CONFIRMATION_DIFFERS, type NewPassword, NewPasswordFields } from "@/kit/NewPasswordFields";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { summaryErrors } from "@/lib/formErrors";
import { useRawSearch } from "@/lib/location";
import styles from "./account.module.css";

type SetAnswer = components["schemas"]["PasswordSetAnswer"];

const FIELDS = ["newPassword", "again"] as const;

/** Sets a password by a mailed link: an invited user's first one, or a new one (/password-set?key=…). */
export default function PasswordSetScreen() {
  const key = new URLSearchParams(useRawSearch()).get("key") ?? "";
  const [done, setDone] = useState<SetAnswer | null>(null);
  const link = useQuery({
    ...passwordKeyQuery(key),
    ...pageFetch,
  });
  if (done) return <Done {...done} />;
  if (link.isPending)
    return (
      <>
        <Heading level={1}>パスワードの設定</Heading>
        <Skeleton lines={5} />
      </>
    );
  if (!link.data) return <InvalidLink />;
  return <SetForm linkKey={key} {...link.data} onDone={setDone} onInvalid={() => void link.refetch()} />;
}

function SetForm({
  linkKey,
  loginId,
  isFirst,
  expires,
  onDone,
  onInvalid,
}: {
  linkKey: string;
  loginId: string;
  isFirst: boolean;
  expires: string;
  onDone: (answer: SetAnswer) => void;
  onInvalid: () => void;
}) {
  const length = useEnumerations()?.limits.passwordLength;
  const form = useForm<NewPassword>({
    defaultValues: { newPassword: "", again: "" },
    shouldFocusError: false,
  });
  const { errors, submitCount, isSubmitting } = form.formState;
  const save = form.handleSubmit(async ({ newPassword, again }) => {
    if (newPassword !== again) {
      form.setError("again", { message: CONFIRMATION_DIFFERS });
      return;
    }
    try {
      onDone(
        await call(
          api.POST("/api/Public/SetPasswordByKey", { body: { key: linkKey, password: newPassword } }),
        ),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 400) {
        onInvalid();
        return;
      }
      fieldErrors(error, form.setError, FIELDS, { password: "newPassword" });
      if (error.status !== 422) notify.error(error.detail || "パスワードを設定できませんでした。");
    }
  });
  return (
    <>
      <Heading level={1}>{isFirst ? "パスワードの設定" : "新しいパスワードの設定"}</Heading>
      <div className={panel.box}>
        <p>
          ログインID　<span className={styles.id}>{loginId}</span>
        </p>
        <p>
          {isFirst
            ? "ご利用を始めるために、パスワードを決めてください。"
            : "新しいパスワードを決めてください。設定すると、これまでのログインはすべて終了します。"}
          このリンクは {formatTime(expires)} まで使えます。
        </p>
        <Form onSubmit={save} label="パスワードの設定">
          <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, FIELDS)} />
          {/* For password managers, which save the password under this name. */}
          <input type="hidden" name="username" autoComplete="username" value={loginId} readOnly />
          <NewPasswordFields register={form.register} errors={errors} length={length} />
          <FormActions>
            <Button type="submit" kind="primary" busy={isSubmitting}>
              このパスワードを設定する
            </Button>
          </FormActions>
        </Form>
      </div>
    </>
  );
}

function Done({ loginId, signInPath }: SetAnswer) {
  return (
    <>
      <Heading level={1}>パスワードを設定しました</Heading>
      <div className={panel.box} data-kind="done">
        <p>新しいパスワードでログインしてください。設定のお知らせを、メールでもお送りしました。</p>
      </div>
      <div className={styles.actions}>
        <Link href={`${signInPath}?${new URLSearchParams({ loginId })}`} button="primary">
          ログイン画面へ
        </Link>
      </div>
    </>
  );
}

function InvalidLink() {
  return (
    <>
      <Heading level={1}>このリンクは使えません</Heading>
      <div className={panel.box} data-kind="bad">
        <p>次のいずれかの理由が考えられます。</p>
        <ul className={styles.list}>
          <li>リンクの期限が過ぎた</li>
          <li>すでにパスワードを設定した（リンクは1回だけ使えます）</li>
          <li>あとから届いた新しいリンクがある</li>
          <li>メールのリンクが途中で切れている</li>
        </ul>
      </div>
      <div className={styles.actions}>
        <Link href="/password-reminder" button="primary">
          もう一度メールを受け取る
        </Link>
        <Link href="/login" button="secondary">
          ログイン画面へ
        </Link>
      </div>
    </>
  );
}
