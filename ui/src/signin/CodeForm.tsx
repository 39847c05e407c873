import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { network } from "@/api/network";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import styles from "./signin.module.css";
import type { SendCode } from "./types";

/**
 * The form of the second step of signing in, shown instead of the password form. The code is sent as
 * entered: the server normalises spaces, hyphens and full-width digits.
 */
export function CodeForm({
  send,
  problem,
  leaving,
  onBack,
}: {
  /** Resolves when the code was accepted or refused; a refusal's message comes back as `problem`. */
  send: SendCode;
  problem: string | null;
  /** The sign-in has succeeded and the next page is loading. */
  leaving?: boolean;
  onBack: () => void;
}) {
  const [recovery, setRecovery] = useState(false);
  const form = useForm({ defaultValues: { code: "", remember: false }, shouldFocusError: false });
  const busy = form.formState.isSubmitting || leaving;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `recovery` replaces the field, which then needs the focus.
  useEffect(() => form.setFocus("code"), [form.setFocus, recovery]);
  const submit = form.handleSubmit(async ({ code, remember }) => {
    if (leaving) return;
    await send(code, remember);
    form.resetField("code");
    form.setFocus("code");
  });
  const missing = recovery ? "リカバリーコードを入力してください。" : "確認コードを入力してください。";
  return (
    <>
      <Heading level={1}>{recovery ? "リカバリーコードの入力" : "確認コードの入力"}</Heading>
      <p>
        {recovery
          ? "2段階認証を設定したときに控えた、12桁のリカバリーコードを1つ入力してください。使ったコードは、もう使えなくなります。"
          : `スマートフォンの認証アプリを開き、「${network.value.networkName}」の欄に表示されている6桁の数字を入力してください。`}
      </p>
      <Form onSubmit={submit} label={recovery ? "リカバリーコードの入力" : "確認コードの入力"}>
        <TextField
          key={recovery ? "recovery" : "code"}
          label={recovery ? "リカバリーコード" : "確認コード"}
          badge={false}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          size="medium"
          help={recovery ? undefined : "数字は30秒ごとに変わります。"}
          error={form.formState.errors.code?.message ?? problem ?? undefined}
          {...form.register("code", { validate: (value) => value.trim() !== "" || missing })}
        />
        <Checkbox
          label="この端末を30日間記憶する"
          help="次のログインから、確認コードの入力を省略します。自分だけが使うパソコンやスマートフォンで選んでください。"
          {...form.register("remember")}
        />
        <Button type="submit" kind="primary" wide busy={busy}>
          {busy ? "ログインしています" : "確認してログインする"}
        </Button>
      </Form>
      <div className={styles.alternatives}>
        <Button kind="quiet" onClick={() => setRecovery(!recovery)}>
          {recovery ? "認証アプリの確認コードを使う" : "リカバリーコードを使う"}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          ログインIDの入力に戻る
        </Button>
      </div>
      {recovery ? (
        <p className={panel.note}>
          リカバリーコードも見つからないときは、所属する金融機関の管理者、または事務局にご連絡ください。2段階認証を解除します。
        </p>
      ) : (
        <p className={panel.note}>
          スマートフォンが手元にないときは、設定したときに控えたリカバリーコードを使えます。
        </p>
      )}
    </>
  );
}
