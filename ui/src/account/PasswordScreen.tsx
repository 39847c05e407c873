import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { api, call } from "@/api/client";
import { useEnumerations } from "@/api/enumerations";
import { ApiError, failureMessage, fieldErrors } from "@/api/errors";
import { ownDirectoryQuery } from "@/api/session";
import { Button } from "@/kit/Button";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { type NewPassword, NewPasswordFields, passwordProblems } from "@/kit/NewPasswordFields";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import { summaryErrors } from "@/lib/formErrors";
import { useNavigate } from "@/lib/location";
import { FAILED } from "@/messages";
import { isBankUser } from "@/session/session";
import { DirectoryPanel } from "@/signin/DirectoryPanel";
import { PasskeyPanel } from "@/signin/PasskeyPanel";
import { bankPasskeys, buyerPasskeys } from "@/signin/passkeyCalls";
import { SecondStepPanel } from "@/signin/SecondStepPanel";
import { SignInsPanel } from "@/signin/SignInsPanel";
import { bankSignIns, buyerSignIns } from "./signInCalls";

interface Values extends NewPassword {
  password: string;
}

const FIELDS = ["password", "newPassword", "again"] as const;

/** Changes the user's own password; the call depends on the role (SPEC.md section 6). */
export default function PasswordScreen() {
  const navigate = useNavigate();
  const length = useEnumerations()?.limits.passwordLength;
  const form = useForm<Values>({
    defaultValues: { password: "", newPassword: "", again: "" },
    shouldFocusError: false,
  });
  const { errors, submitCount, isSubmitting } = form.formState;

  const save = form.handleSubmit(async (values) => {
    const problems = passwordProblems(values, length);
    for (const { name, message } of problems) form.setError(name, { message });
    if (problems.length > 0) return;
    const { password, newPassword } = values;
    const body = { password, newPassword };
    try {
      await call(
        isBankUser.value
          ? api.PUT("/api/FinancialUser/ChangeUserPassword", { body })
          : api.PUT("/api/BuyerCompanyUser/ChangeUserPassword", { body }),
      );
      notify.success("パスワードを変更しました。");
      navigate("/mypage");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fieldErrors(error, form.setError, FIELDS);
      notify.error(
        error.status === 422 ? FAILED.passwordChange : failureMessage(FAILED.passwordChange, error),
      );
    }
  });

  return (
    <>
      <Heading level={1}>パスワード変更</Heading>
      <p>変更すると、ほかの端末やブラウザでのログインはすべて終了します。</p>
      <div className={panel.box}>
        <Form onSubmit={save} label="パスワード変更">
          <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, FIELDS)} />
          <TextField
            label="今のパスワード"
            badge={false}
            required
            type="password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register("password")}
          />
          <NewPasswordFields register={form.register as never} errors={errors} length={length} />
          <FormActions>
            <Button type="submit" kind="primary" busy={isSubmitting}>
              パスワードを変更する
            </Button>
          </FormActions>
        </Form>
      </div>
      <PasskeyPanel calls={isBankUser.value ? bankPasskeys : buyerPasskeys} />
      {isBankUser.value && <SecondStepPanel calls={bankSignIns.secondStep} />}
      {isBankUser.value && <OwnDirectory />}
      <SignInsPanel calls={isBankUser.value ? bankSignIns : buyerSignIns} />
    </>
  );
}

function OwnDirectory() {
  return <DirectoryPanel data={useQuery(ownDirectoryQuery).data} />;
}
