import { useForm } from "react-hook-form";
import { api, call } from "@/api/client";
import { useEnumerations } from "@/api/enumerations";
import { ApiError, fieldErrors } from "@/api/errors";
import { ofMail } from "@/api/network";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { type NewPassword, NewPasswordFields, passwordProblems } from "@/kit/NewPasswordFields";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";
import { summaryErrors } from "@/lib/formErrors";
import { DirectoryStart } from "@/signin/DirectoryStart";
import styles from "./account.module.css";

export type SetAnswer = components["schemas"]["PasswordSetAnswer"];

const FIELDS = ["newPassword", "again"] as const;

/** The new password by a link; of a letter with its code. */
export function SetForm({
  linkKey,
  passcode,
  loginId,
  isFirst,
  expires,
  hasDirectory,
  isPasswordForbidden,
  onDone,
  onInvalid,
}: {
  linkKey: string;
  passcode?: string;
  loginId: string;
  isFirst: boolean;
  expires: string;
  /** The invited user may begin with his institution's directory; with it alone where passwords are forbidden. */
  hasDirectory?: boolean;
  isPasswordForbidden?: boolean;
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
    const problems = passwordProblems({ newPassword, again }, length);
    for (const { name, message } of problems) if (name !== "password") form.setError(name, { message });
    if (problems.length > 0) return;
    try {
      onDone(
        await call(
          api.POST("/api/Public/SetPasswordByKey", {
            body: { key: linkKey, password: newPassword, ...(passcode && { passcode }) },
          }),
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
  const directory = hasDirectory && (
    <>
      <p>
        所属する金融機関の、社内のアカウントで始められます。ボタンを押すと、金融機関のログインの画面に移ります。必ず、ご自身のアカウントでログインしてください。
      </p>
      <FormActions>
        <DirectoryStart {...{ linkKey, passcode, onInvalid }} label="社内のアカウントで始める" />
      </FormActions>
    </>
  );
  if (isPasswordForbidden)
    return (
      <>
        <Heading level={1}>{hasDirectory ? "ご利用の開始" : "パスワードは使えません"}</Heading>
        <div className={panel.box}>
          <p>
            ログインID　<span className={styles.id}>{loginId}</span>
          </p>
          {directory || (
            <p>
              所属する金融機関の決まりにより、パスワードは使えません。ログイン画面の「社内のアカウントでログイン」を押してください。
            </p>
          )}
        </div>
      </>
    );
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
          {passcode ? "この招待状" : "このリンク"}は {formatTime(expires)} まで使えます。
        </p>
        {directory}
        {directory && <p>社内のアカウントを使わない方は、パスワードを決めてください。</p>}
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

export function PasswordIsSet({ loginId, signInPath }: SetAnswer) {
  return (
    <>
      <Heading level={1}>パスワードを設定しました</Heading>
      <div className={panel.box} data-kind="done">
        <p>
          新しいパスワードでログインしてください。
          {ofMail("設定のお知らせを、メールでもお送りします。", "")}
        </p>
      </div>
      <div className={styles.actions}>
        <Link href={`${signInPath}?${new URLSearchParams({ loginId })}`} button="primary">
          ログイン画面へ
        </Link>
      </div>
    </>
  );
}
