import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, fieldErrors } from "@/api/errors";
import { network } from "@/api/network";
import { forgetFailures, pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { ErrorSummary } from "@/kit/ErrorSummary";
import { Form, FormActions } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { summaryErrors } from "@/lib/formErrors";
import { NARROW, useMedia } from "@/lib/media";
import { CodesPanel } from "./CodesPanel";
import styles from "./signin.module.css";
import type { NewSecret, SecondStep, SecondStepCalls } from "./types";

/** Sets up the second step of signing in, or moves it to another telephone, in three stages. */
export function SetupSteps({
  calls,
  due,
  onDone,
  doneLabel,
}: {
  calls: SecondStepCalls;
  /** The server refuses all other calls until the second step is set up. */
  due?: boolean;
  onDone: () => void;
  /** The label of the button that leaves the screen at the end. */
  doneLabel: string;
}) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const state = useQuery({ ...calls.state, ...pageFetch });
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const stage = codes ? 2 : secret ? 1 : 0;
  // A new stage starts at the top with the focus on its title, as a new page does.
  useEffect(() => {
    if (stage === 0) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [stage]);
  if (codes)
    return (
      <>
        <Heading level={1}>2段階認証を設定しました</Heading>
        <p>次のログインから、パスワードのあとに、スマートフォンに表示される確認コードを入力します。</p>
        <CodesPanel
          codes={codes}
          label={doneLabel}
          onDone={() => {
            // Calls made while the second step was due were refused.
            forgetFailures();
            onDone();
          }}
        />
      </>
    );
  const replacing = state.data?.isEnabled === true;
  return (
    <>
      <Heading level={1}>{replacing ? "別のスマートフォンに切り替える" : "2段階認証の設定"}</Heading>
      {!state.data ? (
        <Skeleton lines={6} />
      ) : secret ? (
        <Steps
          secret={secret}
          state={state.data}
          calls={calls}
          onCodes={setCodes}
          onStartAgain={() => setSecret(null)}
        />
      ) : (
        <Intro state={state.data} due={due} onStart={async () => setSecret(await calls.start())} />
      )}
    </>
  );
}

function Intro({ state, due, onStart }: { state: SecondStep; due?: boolean; onStart: () => Promise<void> }) {
  return (
    <section className={panel.section}>
      {due && (
        <p className={panel.warning}>
          はじめに2段階認証を設定してください。設定するまで、ほかの操作はできません。
        </p>
      )}
      <p>
        {state.isEnabled
          ? "新しいスマートフォンを登録します。終わるまでは、今のスマートフォンの確認コードが使えます。"
          : "2段階認証を設定すると、パスワードのほかに、あなたのスマートフォンに表示される6桁の数字がないとログインできなくなります。パスワードが他人に知られても、お客さまの情報を守れます。"}
      </p>
      <p>用意するもの：スマートフォン（5分ほどで終わります）</p>
      <div className={styles.actions}>
        <Button
          kind="primary"
          onClick={async () => {
            try {
              await onStart();
            } catch (error) {
              if (!(error instanceof ApiError)) throw error;
              notify.error(error.detail || "設定を始められませんでした。");
            }
          }}
        >
          {state.isEnabled ? "新しいスマートフォンを登録する" : "設定を始める"}
        </Button>
      </div>
    </section>
  );
}

const FIELDS = ["code", "presentCode", "password"] as const;

function Steps({
  secret,
  state,
  calls,
  onCodes,
  onStartAgain,
}: {
  secret: NewSecret;
  state: SecondStep;
  calls: SecondStepCalls;
  onCodes: (codes: string[]) => void;
  onStartAgain: () => void;
}) {
  const narrow = useMedia(NARROW);
  const form = useForm({
    defaultValues: { code: "", presentCode: "", password: "" },
    shouldFocusError: false,
  });
  const { errors, submitCount, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ presentCode, ...rest }) => {
    try {
      const { recoveryCodes } = await calls.confirm(state.isEnabled ? { ...rest, presentCode } : rest);
      onCodes(recoveryCodes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fieldErrors(error, form.setError, FIELDS);
      if (error.status !== 422) notify.error(error.detail || "設定できませんでした。");
      if (error.status === 409) onStartAgain();
    }
  });
  const code = { badge: false, required: true, inputMode: "numeric", size: "medium" } as const;
  return (
    <section className={panel.section}>
      <ol className={styles.steps}>
        <li>
          <h2>スマートフォンに認証アプリを入れる</h2>
          <p>
            すでにお使いのものがあれば、そのまま使えます。なければ、App Store または Google Play
            で、次のどちらかを入れてください（無料です）。
          </p>
          <ul className={styles.list}>
            <li>Google Authenticator（グーグル オーセンティケーター）</li>
            <li>Microsoft Authenticator（マイクロソフト オーセンティケーター）</li>
          </ul>
        </li>
        <li>
          <h2>アプリに「{network.value.networkName}」を登録する</h2>
          <p>
            アプリで「＋」（追加）を押し、「QRコードをスキャン」を選んで、この画面のQRコードを読み取ってください。
          </p>
          <svg
            className={styles.qr}
            viewBox={`-4 -4 ${secret.qrSize + 8} ${secret.qrSize + 8}`}
            role="img"
            aria-label="認証アプリに登録するQRコード"
            shapeRendering="crispEdges"
          >
            <path d={secret.qrPath} />
          </svg>
          {narrow && (
            <p>
              この画面をスマートフォンで見ているときは、
              <a href={secret.address}>ここを押すと、入れてある認証アプリが開きます</a>。
            </p>
          )}
          <details>
            <summary>カメラで読み取れないとき</summary>
            <p>
              アプリで「セットアップキーを入力」を選び、次のキーを入力してください。空白は入力しなくて構いません。
            </p>
            <p className={styles.key}>{secret.key}</p>
            <p>種類を選ぶときは「時間ベース」にしてください。</p>
          </details>
        </li>
        <li>
          <h2>表示された数字で確かめる</h2>
          <Form onSubmit={submit} label="2段階認証の設定">
            <ErrorSummary attempt={submitCount} errors={summaryErrors(errors, FIELDS)} />
            <TextField
              {...code}
              label={state.isEnabled ? "新しいアプリの確認コード" : "確認コード"}
              autoComplete="one-time-code"
              help="アプリに表示されている6桁の数字です。30秒ごとに変わります。"
              error={errors.code?.message}
              {...form.register("code")}
            />
            {state.isEnabled && (
              <TextField
                {...code}
                label="今までのアプリの確認コード、またはリカバリーコード"
                autoComplete="off"
                help="ご本人であることを確かめるためです。"
                error={errors.presentCode?.message}
                {...form.register("presentCode")}
              />
            )}
            <TextField
              label="今のパスワード"
              badge={false}
              required
              type="password"
              autoComplete="current-password"
              help="ご本人であることを確かめるためです。"
              error={errors.password?.message}
              {...form.register("password")}
            />
            <FormActions>
              <Button type="submit" kind="primary" busy={isSubmitting}>
                {state.isEnabled ? "このスマートフォンに切り替える" : "2段階認証を設定する"}
              </Button>
            </FormActions>
          </Form>
          <p className={panel.note}>設定すると、ほかの端末やブラウザでのログインはすべて終了します。</p>
        </li>
      </ol>
    </section>
  );
}
