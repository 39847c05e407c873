import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { useRawSearch } from "@/lib/location";
import { goOn, type Returned, returnFromDirectory } from "@/signin/directory";
import styles from "./account.module.css";

/** What is told of a way that opens nothing by itself, before its screen is shown again. */
const DONE = {
  bind: {
    title: "社内のアカウントと結び付きました",
    next: "次からは、ログイン画面の「社内のアカウントでログイン」を押してログインできます。お知らせのメールも送りました。",
  },
  trial: {
    title: "試しのログインができました",
    next: "設定は、まだ有効ではありません。次の画面で「事務局の確認に出す」を押してください。",
  },
} as const;

/** Where a bank's own directory sends the browser back to (/directory?code=…&state=…). */
export default function DirectoryReturnScreen() {
  const search = useRawSearch();
  const begun = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [proven, setProven] = useState(false);
  const [done, setDone] = useState<(Returned & { purpose: keyof typeof DONE }) | null>(null);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    returnFromDirectory(search).then(
      (answer) => {
        const { purpose } = answer;
        if (purpose === "signin") goOn(answer);
        else if (purpose !== "proof") setDone({ ...answer, purpose });
        else {
          setProven(true);
          window.close();
        }
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.detail || "手続きを終えられませんでした。もう一度お試しください。");
      },
    );
  }, [search]);
  if (proven)
    return (
      <>
        <Heading level={1}>本人であることを確認しました</Heading>
        <div className={panel.box} data-kind="done">
          <p>この画面を閉じて、元の画面に戻ってください。元の画面で、続きが行われています。</p>
        </div>
      </>
    );
  if (done !== null)
    return (
      <>
        <Heading level={1}>{DONE[done.purpose].title}</Heading>
        <div className={panel.box} data-kind="done">
          <p role="status">{DONE[done.purpose].next}</p>
        </div>
        <div className={styles.actions}>
          <Button kind="primary" onClick={() => goOn(done)}>
            元の画面に戻る
          </Button>
        </div>
      </>
    );
  if (problem !== null)
    return (
      <>
        <Heading level={1}>社内のアカウントでの手続きが終わりませんでした</Heading>
        <div className={panel.box} data-kind="bad">
          <p role="alert">{problem}</p>
          <p>新しく開いた小さな画面のときは、この画面を閉じて、元の画面からもう一度行ってください。</p>
        </div>
        <div className={styles.actions}>
          <Link href="/login" button="primary">
            ログイン画面へ
          </Link>
          <Link href="/office" button="secondary">
            事務局・管理者の画面へ
          </Link>
        </div>
      </>
    );
  return (
    <>
      <Heading level={1}>社内のアカウントを確認しています</Heading>
      <p role="status">そのままお待ちください。数秒かかることがあります。</p>
    </>
  );
}
