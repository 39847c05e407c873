import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { api, call } from "@/api/client";
import { useEnumerations } from "@/api/enumerations";
import { ApiError, fieldErrors } from "@/api/errors";
import { loadNetwork } from "@/api/network";
import { setupKeyQuery } from "@/api/session";
import { Button } from "@/kit/Button";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { CONFIRMATION_DIFFERS, type NewPassword, NewPasswordFields } from "@/kit/NewPasswordFields";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { summaryErrors } from "@/lib/formErrors";
import { useRawSearch } from "@/lib/location";
import styles from "./account.module.css";

interface Values extends NewPassword {
  networkName: string;
  userName: string;
  loginId: string;
}

const FIELDS = ["networkName", "userName", "loginId", "newPassword", "again"] as const;

/** The screen of the first start's link: sets the network's name and first office user (/setup?key=…). */
export default function SetupScreen() {
  const key = new URLSearchParams(useRawSearch()).get("key") ?? "";
  const [done, setDone] = useState<string | null>(null);
  const link = useQuery({
    ...setupKeyQuery(key),
    throwOnError: true,
  });
  if (done !== null) return <Done name={done} />;
  if (link.isPending)
    return (
      <>
        <Heading level={1}>ネットワークの初期設定</Heading>
        <Skeleton lines={6} />
      </>
    );
  if (!link.data) return <InvalidLink />;
  return <SetupForm linkKey={key} onDone={setDone} onInvalid={() => void link.refetch()} />;
}

function SetupForm({
  linkKey,
  onDone,
  onInvalid,
}: {
  linkKey: string;
  onDone: (networkName: string) => void;
  onInvalid: () => void;
}) {
  const length = useEnumerations()?.limits.passwordLength;
  const form = useForm<Values>({
    defaultValues: { networkName: "", userName: "", loginId: "", newPassword: "", again: "" },
    shouldFocusError: false,
  });
  const { errors, submitCount, isSubmitting } = form.formState;
  const save = form.handleSubmit(async ({ newPassword, again, ...rest }) => {
    if (newPassword !== again) {
      form.setError("again", { message: CONFIRMATION_DIFFERS });
      return;
    }
    try {
      await call(api.POST("/api/Public/Setup", { body: { key: linkKey, ...rest, password: newPassword } }));
      await loadNetwork();
      onDone(rest.networkName);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 400) {
        onInvalid();
        return;
      }
      fieldErrors(error, form.setError, FIELDS, { password: "newPassword" });
      if (error.status !== 422) notify.error(error.detail || "設定できませんでした。");
    }
  });
  return (
    <>
      <Heading level={1}>ネットワークの初期設定</Heading>
      <p>ネットワークの名前と、最初の事務局の利用者を登録します。この画面を使えるのは1回だけです。</p>
      <div className={panel.box}>
        <Form onSubmit={save} label="ネットワークの初期設定">
          <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, FIELDS)} />
          <TextField
            label="ネットワークの名前"
            badge={false}
            required
            help="すべての画面とメールに表示されます。"
            example="東海事業承継ネットワーク"
            error={errors.networkName?.message}
            {...form.register("networkName")}
          />
          <TextField
            label="事務局の利用者の氏名"
            badge={false}
            required
            autoComplete="name"
            error={errors.userName?.message}
            {...form.register("userName")}
          />
          <TextField
            label="メールアドレス"
            badge={false}
            required
            type="email"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            help="事務局のログインIDになります。お問い合わせの連絡先としても表示されます。"
            error={errors.loginId?.message}
            {...form.register("loginId")}
          />
          <NewPasswordFields register={form.register as never} errors={errors} length={length} />
          <FormActions>
            <Button type="submit" kind="primary" busy={isSubmitting}>
              この内容で設定する
            </Button>
          </FormActions>
        </Form>
      </div>
    </>
  );
}

function Done({ name }: { name: string }) {
  return (
    <>
      <Heading level={1}>初期設定が完了しました</Heading>
      <div className={panel.box} data-kind="done">
        <p>「{name}」を開設し、最初の事務局の利用者を登録しました。</p>
        <p>
          事務局のログインには、スマートフォンを使う2段階認証が必要です。最初のログインのあとに設定しますので、スマートフォンをご用意ください。
        </p>
        <p>
          管理画面（アドレスの末尾に <strong>/office</strong>
          ）にログインすると、「はじめにすること」が並んでいます。利用規約などの文章は、ひな型が掲載されています。運用を始める前に、内容をご確認ください。
        </p>
      </div>
      <div className={styles.actions}>
        <Link href="/office" button="primary">
          事務局の管理画面へ
        </Link>
        <Link href="/" button="secondary">
          ネットワークのホームへ
        </Link>
        <Link href="/terms" button="secondary">
          利用規約を確認する
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
        <p>
          初期設定がすでに終わっているか、リンクの期限（24時間）が過ぎています。終わっていないときは、サーバーを起動し直すと、新しいリンクが表示されます。
        </p>
      </div>
      <div className={styles.actions}>
        <Link href="/" button="primary">
          ホームへ
        </Link>
      </div>
    </>
  );
}
