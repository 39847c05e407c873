import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/errors";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { useRawSearch } from "@/lib/location";
import { goOn, returnFromDirectory } from "@/signin/directory";
import styles from "./account.module.css";

/** Where a bank's own directory sends the browser back to (/directory?code=…&state=…). */
export default function DirectoryReturnScreen() {
  const search = useRawSearch();
  const begun = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [proven, setProven] = useState(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    returnFromDirectory(search).then(
      (answer) => {
        if (answer.purpose !== "proof") {
          goOn(answer);
          return;
        }
        setProven(true);
        window.close();
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
