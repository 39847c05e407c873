import { useState } from "react";
import { useForm } from "react-hook-form";
import { api, call } from "@/api/client";
import { ApiError, fieldErrors } from "@/api/errors";
import { network } from "@/api/network";
import { Button } from "@/kit/Button";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { TextField } from "@/kit/TextField";
import styles from "./account.module.css";

/** Requests a link to reset the password. The answer never reveals whether the address is known. */
export default function PasswordReminderScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ defaultValues: { mailAddress: "" } });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ mailAddress }) => {
    try {
      await call(api.POST("/initializePassword", { body: { mailAddress } }));
      setSentTo(mailAddress.trim());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!fieldErrors(error, form.setError, ["mailAddress"]))
        notify.error(error.detail || "再設定の申し込みができませんでした。");
      form.setFocus("mailAddress");
    }
  });

  if (!network.value.isMailSent) return <NoMail />;
  if (sentTo !== null)
    return (
      <>
        <Heading level={1}>メールをご確認ください</Heading>
        <div className={panel.box} data-kind="done">
          <p>
            <span className={styles.id}>{sentTo}</span>
            が登録されている場合は、パスワード再設定のご案内をお送りします。届いたメールのリンクから、新しいパスワードを設定してください。
          </p>
          <ul className={styles.list}>
            <li>リンクは30分間、1回だけ使えます。</li>
            <li>
              数分たっても届かないときは、迷惑メールのフォルダーと、メールアドレスの誤りをご確認ください。
            </li>
            <li>続けて申し込んだ場合は、最後に届いたメールのリンクだけが使えます。</li>
          </ul>
          {network.value.isDemo && (
            <p>
              デモでは、メールは <Link href="/mail">デモのメール</Link> に届きます。
            </p>
          )}
        </div>
        <div className={styles.actions}>
          <Link href="/login" button="primary">
            ログイン画面へ
          </Link>
          <Button onClick={() => setSentTo(null)}>別のメールアドレスで申し込む</Button>
        </div>
      </>
    );
  return (
    <>
      <Heading level={1}>パスワードの再設定</Heading>
      <div className={panel.box}>
        <p>ログインIDのメールアドレスを入力してください。再設定のリンクをメールでお送りします。</p>
        <Form onSubmit={send} label="パスワードの再設定">
          <TextField
            label="メールアドレス"
            badge={false}
            required
            type="email"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            error={errors.mailAddress?.message}
            {...form.register("mailAddress")}
          />
          <Button type="submit" kind="primary" wide busy={isSubmitting}>
            再設定のメールを送る
          </Button>
        </Form>
        <p>
          ログインIDがわからない方は、<Link href="/contact">事務局にお問い合わせください</Link>。
        </p>
        <Link href="/login">ログイン画面へ戻る</Link>
      </div>
    </>
  );
}

/** Without a mail server no link arrives. */
function NoMail() {
  return (
    <>
      <Heading level={1}>パスワードの再設定</Heading>
      <div className={panel.box} data-kind="bad">
        <p>
          ただいま、再設定のメールをお送りできません。まだパスワードを設定していない方は、招待状を渡した担当者に、招待状の作り直しをご依頼ください。そのほかの方は、
          <Link href="/contact">事務局にお問い合わせください</Link>。
        </p>
        <Link href="/login">ログイン画面へ戻る</Link>
      </div>
    </>
  );
}
