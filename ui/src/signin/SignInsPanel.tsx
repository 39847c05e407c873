import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { deviceName } from "./agent";
import styles from "./signin.module.css";
import type { SignInCalls } from "./types";

/** The user's own sessions and the browsers that need no code. Each can be ended here. */
export function SignInsPanel({ calls }: { calls: SignInCalls }) {
  const { data, isError, refetch } = useQuery(calls.signIns);
  const others = data?.signIns.filter((row) => !row.isThis) ?? [];
  const perform = async (request: Promise<unknown>, successText: string) => {
    try {
      await request;
      notify.success(successText);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(error.detail || "終了できませんでした。");
    }
    await refetch();
    // The pressed button, which had the focus, was removed with its row.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("main h1")?.focus();
  };
  return (
    <section className={panel.section} aria-labelledby="sign-ins">
      <Heading id="sign-ins">ログイン中の端末</Heading>
      {data ? (
        <>
          <p>身に覚えのない端末があるときは、終了してから、パスワードを変更してください。</p>
          <ul className={styles.rows} aria-label="ログイン中の端末">
            {data.signIns.map((row) => (
              <li key={row.signInId}>
                <span className={styles.device}>
                  <strong>
                    {deviceName(row.userAgent)}
                    {row.isThis && "（この端末）"}
                  </strong>
                  <span className={styles.times}>
                    <span>
                      {formatTime(row.created)} にログイン{row.method && `（${row.method}）`}
                    </span>
                    <span>最後の操作 {formatTime(row.lastSeen)}</span>
                    {row.proven && (
                      <span>
                        最後の本人確認 {formatTime(row.proven)}
                        {row.provenBy && `（${row.provenBy}）`}
                      </span>
                    )}
                  </span>
                </span>
                {!row.isThis && (
                  <Button onClick={() => perform(calls.end(row.signInId), "ログインを終了しました。")}>
                    ログインを終了する
                    <span className="visually-hidden">
                      ：{deviceName(row.userAgent)}、{formatTime(row.created)}
                    </span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {others.length > 1 && (
            <div className={styles.actions}>
              <Button onClick={() => perform(calls.end(""), "ほかの端末のログインを終了しました。")}>
                ほかの端末のログインをすべて終了する
              </Button>
            </div>
          )}
          {data.devices.length > 0 && (
            <>
              <h3>確認コードを省略する端末</h3>
              <ul className={styles.rows} aria-label="確認コードを省略する端末">
                {data.devices.map((row) => (
                  <li key={row.deviceId}>
                    <span className={styles.device}>
                      <strong>
                        {deviceName(row.userAgent)}
                        {row.isThis && "（この端末）"}
                      </strong>
                      <span className={panel.note}>
                        最後のログイン {formatTime(row.lastSeen)}　{formatTime(row.expires)} まで省略
                      </span>
                    </span>
                    <Button
                      onClick={() =>
                        perform(
                          calls.secondStep?.forget(row.deviceId) ?? Promise.resolve(),
                          "次のログインから、確認コードの入力が必要になります。",
                        )
                      }
                    >
                      省略をやめる
                      <span className="visually-hidden">：{deviceName(row.userAgent)}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      ) : isError ? (
        <div className={styles.actions}>
          <Button onClick={() => refetch()}>ログイン中の端末を読み込む</Button>
        </div>
      ) : (
        <Skeleton lines={3} />
      )}
    </section>
  );
}
