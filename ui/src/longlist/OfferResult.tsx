import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import panel from "@/kit/Panel.module.css";
import { Progress } from "@/kit/Progress";
import styles from "./longlist.module.css";
import { resumeOffers, type Sending } from "./sending";

const count = (n: number) => n.toLocaleString("ja-JP");

/** The progress of the sending, and its result: sent, refused with the reason, or not processed yet. */
export function OfferResult({
  sending,
  onClose,
}: {
  sending: Sending;
  /** isOver: the result was read, and nothing more is to be sent. */
  onClose: (isOver: boolean) => void;
}) {
  const processed = sending.total - sending.remaining.length;
  const skipped = Object.entries(sending.skipped);
  const title =
    sending.state === "running"
      ? "オファーを送っています"
      : sending.state === "done"
        ? "オファーの結果"
        : "オファーの送信が途中で止まりました";
  return (
    <Dialog
      open
      onClose={() => onClose(sending.state === "done")}
      title={title}
      actions={
        <>
          <Button
            kind={sending.state === "done" ? "primary" : "secondary"}
            onClick={() => onClose(sending.state !== "running")}
          >
            {sending.state === "running"
              ? "画面を閉じて送信を続ける"
              : sending.state === "done"
                ? "一覧に戻る"
                : "残りは送らない"}
          </Button>
          {sending.state === "failed" && (
            <Button kind="primary" onClick={resumeOffers}>
              残りの{count(sending.remaining.length)}社に送る
            </Button>
          )}
        </>
      }
    >
      {sending.state !== "done" && (
        <Progress
          label={`${count(sending.total)}社中 ${count(processed)}社の処理が終わりました。`}
          percent={(processed / sending.total) * 100}
        >
          {sending.state === "running" &&
            "ほかの画面に移っても送信は続きます。終わるまで、このタブは閉じないでください。"}
        </Progress>
      )}
      {sending.failure && (
        <p role="alert" className={styles.failed}>
          {sending.failure}
        </p>
      )}
      <ul className={styles.counts} aria-label="内訳">
        <li>
          送ったオファー：<b>{count(sending.sent)}社</b>
        </li>
        {skipped.map(([reason, number]) => (
          <li key={reason}>
            送らなかった買手：<b>{count(number)}社</b>　{reason}
          </li>
        ))}
        {sending.state === "failed" && (
          <li>
            まだ送っていない買手：<b>{count(sending.remaining.length)}社</b>
          </li>
        )}
      </ul>
      {sending.state === "done" && sending.sent > 0 && (
        <p className={panel.note}>オファーの状態と、そのあとに始まった交渉は、案件の画面で確認できます。</p>
      )}
    </Dialog>
  );
}
