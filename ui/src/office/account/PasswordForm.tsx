import { useForm } from "react-hook-form";
import { call } from "@/api/client";
import { useEnumerations } from "@/api/enumerations";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import { office } from "@/api/officeClient";
import { forgetFailures } from "@/api/query";
import { Button } from "@/kit/Button";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { passwordProblems } from "@/kit/NewPasswordFields";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import { summaryErrors } from "@/lib/formErrors";
import { FAILED } from "@/messages";
import { passwordDue } from "@/session/office";

const FIELDS = ["password", "newPassword", "again"] as const;
const EMPTY = { password: "", newPassword: "", again: "" };

/** Changes the user's own password. `due`: the server refuses all other calls until it is changed. */
export function PasswordForm({ due }: { due?: boolean }) {
  const length = useEnumerations()?.limits.passwordLength;
  const form = useForm({ defaultValues: EMPTY, shouldFocusError: false });
  const { errors, submitCount, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (values) => {
    const problems = passwordProblems(values, length);
    for (const { name, message } of problems) form.setError(name, { message });
    if (problems.length > 0) return;
    const { password, newPassword } = values;
    try {
      await call(office.PUT("/api/Office/ChangeUserPassword", { body: { password, newPassword } }));
      notify.success("パスワードを変更しました。");
      form.reset(EMPTY);
      // Calls made while the password was due were refused.
      forgetFailures();
      passwordDue.value = false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fieldErrors(error, form.setError, FIELDS);
      notify.error(
        error.status === 422 ? FAILED.passwordChange : failureMessage(FAILED.passwordChange, error),
      );
    }
  });
  const field = (name: (typeof FIELDS)[number], label: string, help?: string) => (
    <TextField
      label={label}
      badge={false}
      required
      type="password"
      help={help}
      autoComplete={name === "password" ? "current-password" : "new-password"}
      error={errors[name]?.message}
      {...form.register(name)}
    />
  );
  return (
    <>
      <Heading level={1}>パスワード変更</Heading>
      <p>
        {due
          ? "はじめにパスワードを変更してください。変更するまで、ほかの操作はできません。"
          : "変更すると、ほかの端末やブラウザでのログインはすべて終了します。"}
      </p>
      <div className={panel.box}>
        <Form onSubmit={save} label="パスワード変更">
          <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, FIELDS)} />
          {field("password", "今のパスワード")}
          {field(
            "newPassword",
            "新しいパスワード",
            `${length ? `${length}文字以上で入力してください。` : ""}ログインIDを含むものや、推測されやすいものは使えません。`,
          )}
          {field("again", "新しいパスワード（確認）")}
          <FormActions>
            <Button type="submit" kind="primary" busy={isSubmitting}>
              パスワードを変更する
            </Button>
          </FormActions>
        </Form>
      </div>
    </>
  );
}
