import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api, call } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { calendarFeedQuery } from "@/api/session";
import { Button } from "@/kit/Button";
import { Dialog } from "@/kit/Dialog";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { formatTime } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import styles from "../company.module.css";

/** The address by which the user's calendar program reads his next dates and deadlines: made, shown once, made anew, ended. */
export function CalendarPanel() {
  const { data, isError, refetch } = useQuery(calendarFeedQuery);
  const [address, setAddress] = useState("");
  const [asked, setAsked] = useState<"renew" | "end" | null>(null);
  const make = async () => {
    try {
      setAddress((await call(api.POST("/api/Calendar/MakeCalendarFeed"))).address);
      setAsked(null);
      notify.success("カレンダー用のURLを作りました。");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED_OWN.calendarMake, error));
    }
    await refetch();
  };
  const end = async () => {
    try {
      await call(api.POST("/api/Calendar/EndCalendarFeed"));
      setAddress("");
      notify.success("カレンダー用のURLを使えなくしました。");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage(FAILED_OWN.calendarEnd, error));
    }
    setAsked(null);
    await refetch();
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("main h1")?.focus();
  };
  return (
    <div className={panel.panel}>
      <Heading>カレンダーに予定を表示する</Heading>
      <p>
        次回対応日、実名交渉の回答期限、クロージング予定日、成約後の確認、案件の公開期限を、お使いのカレンダー（Outlook、スマートフォンなど）に表示できます。ご自分が担当の用件と、担当者の決まっていない用件が対象です。
      </p>
      <p className={panel.note}>
        カレンダーには、用件の種類と整理番号（N-、L-、C-）だけが表示されます。企業名、案件名、金額は含まれません。パスワードを変更したときや、ほかの端末のログインをすべて終了したときは、URLも使えなくなります。作り直して、カレンダーに登録し直してください。
      </p>
      {!data ? (
        isError ? (
          <div className={styles.actions}>
            <Button onClick={() => refetch()}>カレンダーの設定を読み込む</Button>
          </div>
        ) : (
          <Skeleton lines={2} />
        )
      ) : !data.isMade ? (
        <div className={styles.actions}>
          <Button kind="primary" onClick={make}>
            カレンダー用のURLを作る
          </Button>
        </div>
      ) : (
        <>
          {address ? (
            <NewAddress address={address} />
          ) : (
            <p>
              カレンダー用のURLがあります（{formatTime(data.created)} に作成）。
              {data.lastRead
                ? `カレンダーが最後に読み込んだのは ${formatTime(data.lastRead)} です。`
                : "カレンダーは、まだ読み込んでいません。"}
              URLを忘れたときは、新しく作り直してください。
            </p>
          )}
          <div className={styles.actions}>
            <Button onClick={() => setAsked("renew")}>新しいURLに作り直す</Button>
            <Button kind="danger" onClick={() => setAsked("end")}>
              URLを使えなくする
            </Button>
          </div>
        </>
      )}
      <Dialog
        open={asked === "renew"}
        onClose={() => setAsked(null)}
        title="新しいURLに作り直しますか"
        consequence={
          <p>これまでのURLは使えなくなります。カレンダーには、新しいURLを登録し直してください。</p>
        }
        confirm={{ label: "作り直す", onConfirm: make }}
      />
      <Dialog
        open={asked === "end"}
        onClose={() => setAsked(null)}
        title="カレンダー用のURLを使えなくしますか"
        consequence={
          <p>
            カレンダーは、予定を読み込めなくなります。読み込み済みの予定は、カレンダーの側で削除してください。
          </p>
        }
        confirm={{ label: "使えなくする", onConfirm: end, danger: true }}
      />
    </div>
  );
}

/** A new address, which the server does not tell again, and what to do with it. */
function NewAddress({ address }: { address: string }) {
  const box = useRef<HTMLDivElement>(null);
  // The pressed button, which had the focus, was removed.
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={box} className={`${panel.warning} ${panel.stack}`}>
      <TextField
        label="カレンダー用のURL"
        badge={false}
        readOnly
        value={address}
        help="表示されるのは今だけです。このURLを知っている人は、ログインせずに予定を見られます。ほかの人に教えないでください。"
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.actions}>
        <Button
          onClick={async () => {
            try {
              await navigator.clipboard.writeText(address);
              notify.success("URLをコピーしました。");
            } catch {
              notify.error("コピーできませんでした。URLを選択してコピーしてください。");
            }
          }}
        >
          URLをコピーする
        </Button>
      </div>
      <p>カレンダーへの登録（カレンダーのサービスから、つなぐのアドレスに届くことが必要です）</p>
      <ul>
        <li>Outlook：「予定表の追加」の「Webから登録」に貼り付けます。</li>
        <li>Googleカレンダー：「他のカレンダー」の「URLで追加」に貼り付けます。</li>
        <li>iPhone：「照会するカレンダーを追加」に貼り付けます。</li>
      </ul>
    </div>
  );
}
