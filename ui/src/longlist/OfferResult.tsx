import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import panel from "@/kit/Panel.module.css";
import { Progress } from "@/kit/Progress";
import styles from "./longlist.module.css";
import { resumeOffers, type Sending } from "./sending";

const count = (n: number) => n.toLocaleString("ja-JP");

/** The progress of the sending, and its result: sent, refused with the reason, or not processed yet. */
export function OfferResult({
  now,
  onClose,
}: {
  now: Sending;
  /** isOver: the result was read, and nothing more is to be sent. */
  onClose: (isOver: boolean) => void;
}) {
  const over = now.all - now.rest.length;
  const skipped = Object.entries(now.skipped);
  const title =
    now.state === "running"
      ? "オファーを送っています"
      : now.state === "done"
        ? "オファーの結果"
        : "オファーの送信が途中で止まりました";
  return (
    <Dialog
      open
      onClose={() => onClose(now.state === "done")}
      title={title}
      actions={
        <>
          <Button
            kind={now.state === "done" ? "primary" : "secondary"}
            onClick={() => onClose(now.state !== "running")}
          >
            {now.state === "running"
              ? "画面を閉じて送信を続ける"
              : now.state === "done"
                ? "一覧に戻る"
                : "残りは送らない"}
          </Button>
          {now.state === "failed" && (
            <Button kind="primary" onClick={resumeOffers}>
              残りの{count(now.rest.length)}社に送る
            </Button>
          )}
        </>
      }
    >
      {now.state !== "done" && (
        <Progress
          label={`${count(now.all)}社中 ${count(over)}社の処理が終わりました。`}
          percent={(over / now.all) * 100}
        >
          {now.state === "running" &&
            "ほかの画面に移っても送信は続きます。終わるまで、このタブは閉じないでください。"}
        </Progress>
      )}
      {now.failure && (
        <p role="alert" className={styles.failed}>
          {now.failure}
        </p>
      )}
      <ul className={styles.counts} aria-label="内訳">
        <li>
          送ったオファー：<b>{count(now.sent)}社</b>
        </li>
        {skipped.map(([reason, number]) => (
          <li key={reason}>
            送らなかった買手：<b>{count(number)}社</b>　{reason}
          </li>
        ))}
        {now.state === "failed" && (
          <li>
            まだ送っていない買手：<b>{count(now.rest.length)}社</b>
          </li>
        )}
      </ul>
      {now.state === "done" && now.sent > 0 && (
        <p className={panel.note}>オファーの状態と、そのあとに始まった交渉は、案件の画面で確認できます。</p>
      )}
    </Dialog>
  );
}
