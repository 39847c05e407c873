import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { api, call } from "@/api/client";
import { ApiError, fieldErrors } from "@/api/errors";
import { officeProofWaysQuery } from "@/api/office";
import { office } from "@/api/officeClient";
import { proofWaysQuery } from "@/api/session";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { Form } from "@/kit/Form";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { officeUser } from "@/session/office";
import { proofQuestion } from "@/session/proof";
import { isSignedIn } from "@/session/session";
import { type ProofWay, proveAtDirectory } from "./directory";
import { provePasskey } from "./passkey";
import styles from "./signin.module.css";

/** What is entered for each way that takes something in. */
const TYPED = {
  totp: {
    name: "code",
    label: "確認コード、またはリカバリーコード",
    help: "認証アプリに表示されている6桁の数字です。スマートフォンが手元にないときは、控えてあるリカバリーコードを使えます。",
    missing: "確認コードを入力してください。",
  },
  password: {
    name: "password",
    label: "今のパスワード",
    help: undefined,
    missing: "今のパスワードを入力してください。",
  },
} as const;

/** The ways that are a press of a button. */
const PRESSED = [
  { way: "passkey", label: "パスキーで確かめる", again: "パスキーで確かめる", prove: () => provePasskey() },
  {
    way: "directory",
    label: "社内のアカウントで確かめる",
    again: "小さな画面をもう一度開く",
    prove: proveAtDirectory,
  },
] as const;

const TITLE = "ご本人の確認";

/** Asks the user to prove who he is, before a deed that needs it. The deed goes on afterwards by itself. */
export default function FreshProofDialog() {
  const question = proofQuestion.value;
  const isOffice = question?.door === "office";
  const isOut = isOffice ? officeUser.value === null : !isSignedIn.value;
  const members = useQuery({ ...proofWaysQuery, enabled: !isOffice });
  const offices = useQuery({ ...officeProofWaysQuery, enabled: isOffice });
  const { data, isError, isFetchedAfterMount, refetch } = isOffice ? offices : members;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [waits, setWaits] = useState(false);
  const latest = useRef<AbortController>(null);
  const form = useForm({ defaultValues: { code: "", password: "" }, shouldFocusError: false });
  const ways = isFetchedAfterMount ? data?.ways : undefined;
  const typed = ways?.includes("totp") ? TYPED.totp : ways?.includes("password") ? TYPED.password : null;
  const pressed = PRESSED.filter(({ way }) => ways?.includes(way));

  useEffect(() => {
    if (isOut) proofQuestion.value?.answer(false);
  }, [isOut]);
  useEffect(() => {
    if (typed && pressed.length === 0) form.setFocus(typed.name);
  }, [form.setFocus, typed, pressed.length]);

  useEffect(() => () => latest.current?.abort(), []);

  const prove = async (by: (way: ProofWay) => Promise<unknown>) => {
    // A window of before, which may be closed, is not waited for any more.
    latest.current?.abort();
    latest.current = new AbortController();
    const { signal } = latest.current;
    setProblem(null);
    setBusy(true);
    setWaits(false);
    const onOpened = () => {
      setBusy(false);
      setWaits(true);
    };
    try {
      await by({ signal, onOpened });
      if (!signal.aborted) question?.answer(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (signal.aborted) return;
      setWaits(false);
      if (error.errors.some(({ field }) => field === typed?.name))
        fieldErrors(error, form.setError, ["code", "password"]);
      else
        setProblem(
          error.errors[0]?.detail || error.detail || "確かめられませんでした。もう一度お試しください。",
        );
      if (typed) {
        form.resetField(typed.name, { keepError: true });
        form.setFocus(typed.name);
      }
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  const submit = form.handleSubmit((body) =>
    prove(() =>
      isOffice
        ? call(office.POST("/api/Office/Prove", { body }))
        : call(api.POST("/api/Account/Prove", { body })),
    ),
  );
  return (
    <Dialog
      open
      onClose={() => question?.answer(false)}
      title={TITLE}
      confirm={typed ? { label: "確かめて続ける", busy, onConfirm: () => submit() } : undefined}
      actions={!typed && <Button onClick={() => question?.answer(false)}>やめる</Button>}
    >
      <p>大切な操作の前に、ご本人であることを確かめます。確かめると、操作がそのまま続きます。</p>
      {problem && (
        <p className={panel.problem} role="alert">
          <CircleAlert aria-hidden size={18} /> {problem}
        </p>
      )}
      <div role="status">
        {waits && (
          <p>
            小さな画面を開きました。そこで社内のアカウントにログインしてください。終わると、ここで操作がそのまま続きます。
          </p>
        )}
      </div>
      {pressed.length > 0 && (
        <div className={styles.actions}>
          {pressed.map(({ way, label, again, prove: by }) => (
            <Button key={way} kind={typed ? undefined : "primary"} busy={busy} onClick={() => void prove(by)}>
              {waits ? again : label}
            </Button>
          ))}
        </div>
      )}
      {typed && (
        <Form onSubmit={() => submit()} label={TITLE}>
          <TextField
            label={typed.label}
            badge={false}
            required
            type={typed.name === "password" ? "password" : "text"}
            inputMode={typed.name === "code" ? "numeric" : undefined}
            autoComplete={typed.name === "password" ? "current-password" : "one-time-code"}
            size="medium"
            help={typed.help}
            error={form.formState.errors[typed.name]?.message}
            {...form.register(typed.name, { validate: (value) => value.trim() !== "" || typed.missing })}
          />
        </Form>
      )}
      {!ways &&
        (isError ? (
          <div className={styles.actions}>
            <Button onClick={() => refetch()}>もう一度読み込む</Button>
          </div>
        ) : (
          <Skeleton lines={2} />
        ))}
    </Dialog>
  );
}
