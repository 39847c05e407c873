import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { fetchDraftKey } from "@/api/draftKey";
import { network } from "@/api/network";
import { Button } from "@/kit/Button";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import { useHash, useNavigate, useRawSearch } from "@/lib/location";
import { LOGIN, loginErrorDuration, loginHint } from "@/messages";
import { returnTarget } from "@/session/returnTarget";
import { secondStepDue } from "@/session/session";
import { login, loginByCode, loginByPasskey, type SignInResult, TokenError } from "@/session/token";
import { PasskeySignIn } from "@/signin/PasskeySignIn";
import { usePasskeySignIn } from "@/signin/usePasskeySignIn";
import styles from "./LoginScreen.module.css";

const CodeForm = lazy(async () => ({ default: (await import("@/signin/CodeForm")).CodeForm }));
const DirectoryButton = lazy(async () => ({
  default: (await import("@/signin/DirectoryButton")).DirectoryButton,
}));

interface Errors {
  loginId?: string;
  password?: string;
}

/**
 * The login (SPEC.md sections 2, 5 and 8). As it is the first page for most users, its two fields do
 * without the form library, which would delay the first paint.
 */
export default function LoginScreen() {
  const search = useRawSearch();
  const hash = useHash();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const prefilled = params.get("loginId") ?? "";
  const loginId = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  // The login ID to show again if the user returns from the code.
  const [lastLoginId, setLastLoginId] = useState(prefilled);
  const [submitted, setSubmitted] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  // The ID and its password belong to the office's login.
  const [isOfficeUser, setIsOfficeUser] = useState(false);
  const [sending, setSending] = useState(false);
  // True after a success, until the next page has loaded.
  const [leaving, setLeaving] = useState(false);
  const busy = sending || leaving;
  // The ticket for the second step, once the password was accepted; the message about the last code.
  const [ticket, setTicket] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isPasswordStep = ticket === null;

  useEffect(() => {
    if (isPasswordStep) (prefilled ? password : loginId).current?.focus();
  }, [prefilled, isPasswordStep]);

  const readFields = () => ({
    loginId: loginId.current?.value.trim() ?? "",
    password: password.current?.value ?? "",
  });
  const check = (): Errors => {
    const values = readFields();
    const found: Errors = {};
    if (!values.loginId) found.loginId = LOGIN.loginIdRequired;
    if (!values.password) found.password = LOGIN.passwordRequired;
    setErrors(found);
    return found;
  };
  const recheck = () => {
    if (submitted) check();
  };
  const clearPassword = () => {
    if (password.current) password.current.value = "";
  };

  const continueSignIn = async (answer: SignInResult) => {
    setProblem(null);
    if (answer.ticket !== null) {
      setTicket(answer.ticket);
      return;
    }
    setLeaving(true);
    notify.success(LOGIN.success);
    secondStepDue.value = answer.isNeedSecondStep;
    const target = answer.isNeedPasswordChange
      ? "/password"
      : answer.isNeedSecondStep
        ? "/password/second-step"
        : (returnTarget(params.get("url"), hash) ?? "/mypage");
    // The form to which the user returns shows what was typed into it.
    await fetchDraftKey();
    navigate(target, { replace: true });
  };

  const sendCode = async (code: string, remember: boolean) => {
    if (ticket === null) return;
    try {
      await continueSignIn(await loginByCode(ticket, code, remember));
    } catch (error) {
      if (error instanceof TokenError && error.code === "wrong_code") {
        setProblem(error.detail);
        return;
      }
      const text =
        error instanceof TokenError && error.code === "ticket_over" ? error.detail : failureText(error);
      notify.error(text, loginErrorDuration(text));
      // Without an answer the code can be sent again; after a refusal the sign-in starts again.
      if (error instanceof TokenError && error.status >= 400 && error.status < 500) setTicket(null);
    }
  };

  const passkey = usePasskeySignIn({
    door: "platform",
    isOpen: isPasswordStep && !leaving,
    enter: async (answer) => continueSignIn(await loginByPasskey(answer)),
    fail: (error) => {
      const text = error instanceof TokenError ? failureText(error) : passkeyFailure(error);
      if (text) notify.error(text, loginErrorDuration(text));
    },
  });

  const submit = async () => {
    if (leaving) return;
    setSubmitted(true);
    const problems = check();
    if (problems.loginId || problems.password) {
      (problems.loginId ? loginId : password).current?.focus();
      return;
    }
    const values = readFields();
    setLastLoginId(values.loginId);
    setSending(true);
    try {
      await continueSignIn(await login(values.loginId, values.password));
    } catch (error) {
      const text = failureText(error);
      notify.error(text, loginErrorDuration(text));
      const otherDoor = error instanceof TokenError ? error.otherDoor : "";
      setIsOfficeUser(otherDoor !== "" && !(error instanceof TokenError && error.code === "directory_only"));
      setErrors(
        otherDoor
          ? { loginId: otherDoor }
          : { password: error instanceof TokenError ? hintOf(error) : undefined },
      );
      clearPassword();
      password.current?.focus();
    } finally {
      setSending(false);
    }
  };

  if (!isPasswordStep)
    return (
      <div className={panel.box}>
        <Suspense>
          <CodeForm send={sendCode} problem={problem} leaving={leaving} onBack={() => setTicket(null)} />
        </Suspense>
      </div>
    );
  return (
    <div className={panel.box}>
      <Heading level={1}>ログイン</Heading>
      <Form onSubmit={submit} label="ログイン">
        <TextField
          label="ログインID"
          badge={false}
          required
          autoComplete={passkey.isOffered ? "username webauthn" : "username"}
          autoCapitalize="off"
          spellCheck={false}
          name="loginId"
          defaultValue={lastLoginId}
          ref={loginId}
          onChange={recheck}
          error={errors.loginId}
        />
        <TextField
          label="パスワード"
          badge={false}
          required
          type="password"
          autoComplete="current-password"
          name="password"
          ref={password}
          onChange={recheck}
          error={errors.password}
        />
        <Button type="submit" kind="primary" wide busy={busy}>
          {busy ? "ログインしています" : "ログイン"}
        </Button>
        {network.value.hasDirectory && (
          <Suspense>
            <DirectoryButton
              readLoginId={() => readFields().loginId}
              target={returnTarget(params.get("url"), hash)}
              onMissing={() => {
                setErrors({ loginId: LOGIN.loginIdRequired });
                loginId.current?.focus();
              }}
              onRefused={(detail) => setErrors({ loginId: detail })}
            />
          </Suspense>
        )}
      </Form>
      {passkey.isOffered && <PasskeySignIn busy={passkey.busy || leaving} onPress={passkey.signIn} />}
      <ul className={styles.links}>
        {isOfficeUser && (
          <li>
            <Link href="/office">事務局・管理者のログインへ進む</Link>
          </li>
        )}
        <li>
          <Link href="/password-reminder">パスワードをお忘れの方</Link>
        </li>
        {network.value.isAccountRequestEnabled && (
          <li>
            <Link href="/join">はじめての金融機関の方（利用申し込み）</Link>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Why the device gave no answer; "" where the user decided so. */
function passkeyFailure(error: unknown): string {
  if (!(error instanceof Error && error.name === "PasskeyFailure")) throw error;
  return error.message;
}

/** What stays beside the password after the message has gone. */
function hintOf(error: TokenError): string | undefined {
  if (error.code === "passkey_needed") return error.detail;
  const until = new Date(Date.now() + error.retryAfter * 1000);
  return loginHint(
    error.status,
    error.retryAfter > 0 ? { detail: error.detail || LOGIN.locked, until } : undefined,
  );
}

/** The message for a failed sign-in (SPEC.md section 8, domain.md 2). */
function failureText(error: unknown): string {
  if (!(error instanceof TokenError)) throw error;
  if (error.otherDoor) return error.otherDoor;
  // The server says what a passkey is needed for, or why one did not open.
  if (error.code.startsWith("passkey_")) return error.detail;
  if (error.status === 0 || error.status === 400) return LOGIN.wrong;
  if (error.status === 429) return error.detail || LOGIN.locked;
  // For example 426: the server explains that the connection is not encrypted.
  if (error.status < 500 && error.detail) return error.detail;
  return LOGIN.unavailable;
}
