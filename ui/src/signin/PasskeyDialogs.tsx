import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, fieldErrors } from "@/api/errors";
import * as limits from "@/api/limits.gen";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { Form } from "@/kit/Form";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import { proveWith } from "./passkey";
import type { PasskeyCalls, PasskeyList } from "./types";
import { PasskeyFailure } from "./webauthn";

const FIELDS = ["name", "password", "code"] as const;
const NAME_REQUIRED = "名前を入力してください。";
const NAME_LENGTH = limits.PasskeyAddForm.name.maxLength;

/** What somebody reads of a failure; "" where there is nothing to say. */
function failureOf(error: unknown): string {
  if (error instanceof PasskeyFailure) return error.message;
  if (error instanceof ApiError) return error.detail || "登録や変更ができませんでした。";
  throw error;
}

function Problem({ text }: { text: string }) {
  return (
    <p className={panel.problem} role="alert">
      <CircleAlert aria-hidden size={18} /> {text}
    </p>
  );
}

/**
 * A deed on the user's own passkeys. It takes a proof of who is at the screen: one of the last five
 * minutes, the password with a code, or a passkey that is there already.
 */
export function PasskeyDialog({
  title,
  label,
  danger,
  name,
  list,
  calls,
  send,
  onClose,
  children,
}: {
  title: string;
  label: string;
  danger?: boolean;
  /** The proposed name of a new passkey; without it there is no field for one. */
  name?: string;
  list: PasskeyList;
  calls: PasskeyCalls;
  send: (values: { name: string; proof: { password?: string; code?: string } }) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [isProven, setProven] = useState(list.isProven);
  const [problem, setProblem] = useState("");
  const form = useForm({
    defaultValues: { name: name ?? "", password: "", code: "" },
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  const isPasskeyHere = list.passkeys.some(({ isUsable }) => isUsable);
  const submit = form.handleSubmit(async ({ name: typed, password, code }) => {
    setProblem("");
    try {
      await send({ name: typed, proof: isProven ? {} : { password, ...(code && { code }) } });
    } catch (error) {
      if (error instanceof ApiError && fieldErrors(error, form.setError, FIELDS)) {
        const field = FIELDS.find((one) => error.errors.some(({ field }) => field === one));
        if (field) form.setFocus(field);
        return;
      }
      if (error instanceof ApiError && error.code === "proof_needed") setProven(false);
      setProblem(failureOf(error));
    }
  });
  const prove = async () => {
    setProblem("");
    try {
      await proveWith(calls);
      setProven(true);
      form.clearErrors();
    } catch (error) {
      setProblem(failureOf(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      consequence={danger ? children : undefined}
      confirm={{ label, danger, busy: isSubmitting, onConfirm: () => submit() }}
    >
      {!danger && children}
      <Form onSubmit={() => submit()} label={title}>
        {problem && <Problem text={problem} />}
        {name !== undefined && (
          <TextField
            label="名前"
            badge={false}
            required
            autoComplete="off"
            maxLength={NAME_LENGTH}
            help="どの端末や鍵のものか、あとで見分けるための名前です。"
            error={errors.name?.message}
            {...form.register("name", { validate: (value) => value.trim() !== "" || NAME_REQUIRED })}
          />
        )}
        {isProven ? (
          <p className={panel.note}>ご本人であることは、確かめました。</p>
        ) : (
          <>
            <p>ご本人であることを確かめます。</p>
            {isPasskeyHere && <Button onClick={prove}>登録済みのパスキーで確かめる</Button>}
            <TextField
              label="今のパスワード"
              badge={false}
              required
              type="password"
              autoComplete="current-password"
              error={errors.password?.message}
              {...form.register("password", {
                validate: (value) => value !== "" || "今のパスワードを入力してください。",
              })}
            />
            {list.asksCode && (
              <TextField
                label="確認コード、またはリカバリーコード"
                badge={false}
                required
                inputMode="numeric"
                autoComplete="one-time-code"
                size="medium"
                help="認証アプリに表示されている6桁の数字です。"
                error={errors.code?.message}
                {...form.register("code", {
                  validate: (value) => value.trim() !== "" || "確認コードを入力してください。",
                })}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Gives a passkey another name. */
export function NameDialog({
  name,
  send,
  onClose,
}: {
  name: string;
  send: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const [problem, setProblem] = useState("");
  const form = useForm({ defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setProblem("");
    try {
      await send(values.name);
    } catch (error) {
      if (error instanceof ApiError && fieldErrors(error, form.setError, ["name"])) return;
      setProblem(failureOf(error));
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="パスキーの名前を変える"
      confirm={{ label: "名前を変える", busy: isSubmitting, onConfirm: () => submit() }}
    >
      <Form onSubmit={() => submit()} label="パスキーの名前を変える">
        {problem && <Problem text={problem} />}
        <TextField
          label="名前"
          badge={false}
          required
          autoComplete="off"
          maxLength={NAME_LENGTH}
          error={errors.name?.message}
          {...form.register("name", { validate: (value) => value.trim() !== "" || NAME_REQUIRED })}
        />
      </Form>
    </Dialog>
  );
}
