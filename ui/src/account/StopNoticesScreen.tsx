import { useEffect, useState } from "react";
import { api, call } from "@/api/client";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { hideKey, takeKey } from "@/lib/mailedKey";
import styles from "./account.module.css";

/** Name under which the tab's session storage keeps the key. */
const STORED = "tsunagu.stop";

/** What somebody does who has typed nothing here, and whose mails still come. */
function whatNext(error: ApiError): string {
  const reason =
    error.status === 0
      ? "サーバーに接続できませんでした。通信の状態を確認して、もう一度押してください。"
      : error.detail || "しばらくたってから、もう一度押してください。";
  return `お知らせを止められませんでした。${reason}`;
}

/** Ends the mails of saved searches without a sign-in, by the link of such a mail (/stop-notices?key=…). */
export default function StopNoticesScreen() {
  const [key] = useState(() => takeKey(STORED));
  const [state, setState] = useState<"asks" | "busy" | "done" | "invalid">(key === "" ? "invalid" : "asks");
  const [failure, setFailure] = useState("");
  useEffect(hideKey, []);
  const stop = async () => {
    setState("busy");
    setFailure("");
    try {
      await call(api.POST("/api/SavedSearch/StopNoticesByKey", { params: { query: { key } } }));
      setState("done");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 400) setFailure(whatNext(error));
      setState(error.status === 400 ? "invalid" : "asks");
    }
  };
  return (
    <>
      <Heading level={1}>新着のお知らせを止める</Heading>
      {state === "invalid" ? (
        <div className={panel.box} role="alert">
          <p>
            リンクが途中で切れているため、止められません。いちばん新しいメールのリンクをもう一度開くか、ログイン後の「会員情報管理」で「しない」を選んでください。
          </p>
        </div>
      ) : state === "done" ? (
        <div className={panel.box} role="status">
          <p>
            保存した検索の新着のお知らせを、すべて止めました。すでに送信されたメールは、あとから届くことがあります。また受け取るときは、ログイン後の「会員情報管理」で、検索条件ごとに「毎日」または「毎週」を選んでください。
          </p>
        </div>
      ) : (
        <div className={panel.box}>
          <p>
            保存した検索の新着のお知らせを、すべて止めます。検索条件は残ります。ほかのお知らせメールは、これまでどおり届きます。
          </p>
          {failure && (
            <p role="alert" className={panel.problem}>
              {failure}
            </p>
          )}
          <Button kind="primary" busy={state === "busy"} onClick={stop}>
            お知らせをすべて止める
          </Button>
        </div>
      )}
      <div className={styles.actions}>
        <Link href="/login" button="secondary">
          ログイン画面へ
        </Link>
      </div>
    </>
  );
}
