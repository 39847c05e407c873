import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { network } from "@/api/network";
import { Button } from "@/kit/Button";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import { useRawSearch } from "@/lib/location";
import { LOGIN, loginErrorDuration, loginHint } from "@/messages";
import { SignInError, signIn, signInByCode, signInByPasskey, takeEndReason } from "@/session/office";
import { CodeForm } from "@/signin/CodeForm";
import { DirectoryButton } from "@/signin/DirectoryButton";
import { PasskeySignIn } from "@/signin/PasskeySignIn";
import { usePasskeySignIn } from "@/signin/usePasskeySignIn";
import styles from "../office.module.css";

const END_REASONS: Record<string, string> = {
  expired: "操作がない時間が続いたか、ほかの端末で終了されたため、ログアウトしました。",
  signedOut: "ログアウトしました。",
};

/** The sign-in of the office and of institutions' administrators; members sign in at /login. */
export function SignIn() {
  const prefilled = new URLSearchParams(useRawSearch()).get("loginId") ?? "";
  const [endReason] = useState(takeEndReason);
  const form = useForm({ defaultValues: { loginId: prefilled, password: "" } });
  const { errors, isSubmitting } = form.formState;
  // The ticket for the second step, once the password was accepted; the message about the last code.
  const [ticket, setTicket] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // The focus is on the isPasswordStep field to fill in, as at the members' login.
  const { setFocus } = form;
  const isPasswordStep = ticket === null;
  useEffect(() => {
    if (isPasswordStep) setFocus(prefilled ? "password" : "loginId");
  }, [setFocus, prefilled, isPasswordStep]);
  const notifyFailure = (error: unknown): SignInError => {
    if (!(error instanceof SignInError)) throw error;
    const text =
      error.code === "ticket_over" || error.code.startsWith("passkey_") || error.otherDoor
        ? error.otherDoor || error.detail
        : error.status === 0 || error.status === 400
          ? LOGIN.wrong
          : error.detail || (error.status === 429 ? LOGIN.locked : LOGIN.unavailable);
    notify.error(text, loginErrorDuration(text));
    return error;
  };
  const passkey = usePasskeySignIn({
    door: "office",
    isOpen: isPasswordStep,
    enter: async (answer) => {
      await signInByPasskey(answer);
      notify.success(LOGIN.success);
    },
    fail: (error) => {
      if (!(error instanceof Error && error.name === "PasskeyFailure")) notifyFailure(error);
      else if (error.message) notify.error(error.message, loginErrorDuration(error.message));
    },
  });
  const sendCode = async (code: string, remember: boolean) => {
    if (ticket === null) return;
    try {
      await signInByCode(ticket, code, remember);
      notify.success(LOGIN.success);
    } catch (error) {
      if (error instanceof SignInError && error.code === "wrong_code") {
        setProblem(error.detail);
        return;
      }
      const { status } = notifyFailure(error);
      if (status >= 400 && status < 500) setTicket(null);
    }
  };
  const submit = form.handleSubmit(async ({ loginId, password }) => {
    try {
      const ticket = await signIn(loginId.trim(), password);
      if (ticket === null) notify.success(LOGIN.success);
      else {
        form.setValue("password", "");
        setProblem(null);
        setTicket(ticket);
      }
    } catch (error) {
      const { status, otherDoor, code, detail } = notifyFailure(error);
      const hint = code === "passkey_needed" ? detail : loginHint(status);
      form.setValue("password", "");
      if (otherDoor) form.setError("loginId", { message: otherDoor });
      else if (hint) form.setError("password", { message: hint });
      form.setFocus("password");
    }
  });
  if (!isPasswordStep)
    return (
      <div className={panel.box}>
        <CodeForm send={sendCode} problem={problem} onBack={() => setTicket(null)} />
      </div>
    );
  return (
    <>
      <Heading level={1}>管理画面へのログイン</Heading>
      <div className={panel.box}>
        {endReason && END_REASONS[endReason] && <p role="status">{END_REASONS[endReason]}</p>}
        <p>事務局と、金融機関の管理者の方のための画面です。</p>
        <Form onSubmit={submit} label="管理画面へのログイン">
          <TextField
            label="ログインID"
            badge={false}
            required
            autoComplete={passkey.isOffered ? "username webauthn" : "username"}
            autoCapitalize="off"
            spellCheck={false}
            error={errors.loginId?.message}
            {...form.register("loginId", { required: LOGIN.loginIdRequired })}
          />
          <TextField
            label="パスワード"
            badge={false}
            required
            type="password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register("password", { required: LOGIN.passwordRequired })}
          />
          <Button type="submit" kind="primary" wide busy={isSubmitting}>
            {isSubmitting ? "ログインしています" : "ログイン"}
          </Button>
          {network.value.hasDirectory && (
            <DirectoryButton
              readLoginId={() => form.getValues("loginId").trim()}
              target={null}
              onMissing={() => {
                form.setError("loginId", { message: LOGIN.loginIdRequired });
                form.setFocus("loginId");
              }}
              onRefused={(message) => form.setError("loginId", { message })}
            />
          )}
        </Form>
        {passkey.isOffered && <PasskeySignIn busy={passkey.busy} onPress={passkey.signIn} />}
        <ul className={styles.links}>
          <li>
            <Link href="/password-reminder">パスワードをお忘れの方</Link>
          </li>
          <li>
            <Link href="/login">金融機関・買手企業の方のログイン</Link>
          </li>
        </ul>
      </div>
    </>
  );
}
