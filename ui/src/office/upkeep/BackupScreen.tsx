import { useQuery } from "@tanstack/react-query";
import { Download, KeyRound } from "lucide-react";
import { useState } from "react";
import { call } from "@/api/client";
import { backupsQuery } from "@/api/office";
import { office, type Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { DescriptionList } from "@/kit/DescriptionList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime, parseTime } from "@/lib/dates";
import { perform } from "../deed";
import { State } from "../list";
import styles from "../office.module.css";
import { officePage } from "../page";
import { BackupKeyDialog, DownloadDialog, ReleaseDialog } from "./BackupDialogs";
import { CopyState } from "./CopyState";

type Backups = Schemas["OfficeBackups"];
type Backup = Schemas["OfficeBackup"];

/* How often the state is fetched: while a backup runs, and otherwise. */
const RUNNING_REFETCH_MS = 1_500;
const IDLE_REFETCH_MS = 30_000;

const KINDS = { scheduled: "自動", hand: "手動", update: "更新の前" } as const;

/** /office/backup: the stored backups, their encryption, and how to restore one. */
function BackupScreen() {
  const [downloading, setDownloading] = useState<Backup | null>(null);
  const [isKeyOpen, setKeyOpen] = useState(false);
  const [isReleasing, setReleasing] = useState(false);
  const { data } = useQuery({
    ...backupsQuery,
    refetchInterval: (query) =>
      query.state.data?.job.isRunning || query.state.data?.job.isAsked ? RUNNING_REFETCH_MS : IDLE_REFETCH_MS,
    ...pageFetch,
  });
  return (
    <>
      <Heading level={1}>バックアップ</Heading>
      <p>
        データベースと添付ファイルの写しを、1時間ごとに自動で作り、正しく読めることを確かめています。古いものは、24時間、14日、8週、12か月の分を残して消します。
      </p>
      {!data ? (
        <Skeleton rows={6} />
      ) : (
        <>
          {data.isMailHeld && <MailHeld data={data} onRelease={() => setReleasing(true)} />}
          <LastBackup data={data} />
          <section className={styles.section}>
            <Heading>保存されているバックアップ</Heading>
            <DataList
              caption="保存されているバックアップ"
              rows={data.backupList}
              rowKey={(row) => row.name}
              columns={[
                {
                  key: "time",
                  header: "日時",
                  primary: true,
                  nowrap: true,
                  cell: (row) => formatTime(row.time),
                },
                { key: "age", header: "経過", nowrap: true, cell: (row) => ageOf(row.time) },
                { key: "kind", header: "きっかけ", cell: (row) => KINDS[row.kind] },
                { key: "size", header: "大きさ", align: "end", nowrap: true, cell: (row) => bytes(row.size) },
                { key: "key", header: "暗号化", cell: (row) => (row.isEncrypted ? "あり" : "なし") },
                {
                  key: "name",
                  header: "ファイル",
                  cell: (row) => <span className={styles.small}>{row.name}</span>,
                },
              ]}
              actions={(row) =>
                row.isEncrypted && (
                  <Button icon={<Download aria-hidden size={18} />} onClick={() => setDownloading(row)}>
                    ダウンロードする<span className="visually-hidden">：{formatTime(row.time)}</span>
                  </Button>
                )
              }
              empty={
                <EmptyState title="バックアップは、まだありません">
                  毎時50分に自動で作ります。「今すぐバックアップ」で、いま作ることもできます。
                </EmptyState>
              }
            />
            <p className={panel.note}>
              ダウンロードできるのは、暗号化したバックアップだけです。ダウンロードしたことは監査ログに残ります。
            </p>
          </section>
          <CopyState copy={data.replica} />
          <Encryption data={data} onChange={() => setKeyOpen(true)} />
          <HowToRestore data={data} />
        </>
      )}
      {downloading && <DownloadDialog backup={downloading} onClose={() => setDownloading(null)} />}
      {isKeyOpen && data && <BackupKeyDialog recipient={data.recipient} onClose={() => setKeyOpen(false)} />}
      {isReleasing && data && (
        <ReleaseDialog count={data.heldMailCount} onClose={() => setReleasing(false)} />
      )}
    </>
  );
}

/** The newest backup and the storage used, with a warning if the last run failed. */
function LastBackup({ data }: { data: Backups }) {
  const last = data.backupList[0];
  const { job } = data;
  const isBusy = job.isRunning || job.isAsked;
  const isFailed = job.lastRun?.state === "failed" || job.lastRun?.state === "broken";
  const run = () =>
    perform(
      call(office.POST("/api/Office/RunJob", { body: { name: "backup" } })),
      "バックアップを始めます。終わると、一覧に加わります。",
      "バックアップを始められませんでした。",
    );
  return (
    <section className={styles.section} aria-label="最後のバックアップ">
      {isFailed && !isBusy && (
        <p className={panel.problem} role="alert">
          {job.lastRun?.error || "前回のバックアップは、途中で止まりました。次の時刻にやり直します。"}
        </p>
      )}
      {data.isOld && (
        <p className={panel.problem} role="alert">
          最後のバックアップから1日以上たっています。「今すぐバックアップ」を押して、結果を確かめてください。
        </p>
      )}
      <DescriptionList
        items={[
          {
            term: "最後のバックアップ",
            value: last ? (
              <>
                {formatTime(last.time)}（{ageOf(last.time)}）　
                <State kind={data.isOld ? "bad" : "done"}>
                  {data.isOld ? "古くなっています" : "確認済み"}
                </State>
              </>
            ) : (
              "まだありません"
            ),
          },
          { term: "次の自動バックアップ", value: isBusy ? "いま作っています" : formatTime(job.next) },
          { term: "保存場所", value: data.folder },
          {
            term: "使用量",
            value: `${data.backupList.length.toLocaleString("ja-JP")}件で${bytes(data.totalSize)}（空き ${bytes(data.freeSize)}）`,
          },
        ]}
      />
      <div className={styles.actions}>
        <Button
          kind="primary"
          onClick={run}
          disabledReason={isBusy ? "いま作っています。終わると、もう一度実行できます。" : undefined}
        >
          今すぐバックアップ
        </Button>
      </div>
    </section>
  );
}

function Encryption({ data, onChange }: { data: Backups; onChange: () => void }) {
  return (
    <section className={styles.section}>
      <Heading>暗号化</Heading>
      {data.recipient ? (
        <>
          <p>
            次の公開鍵で暗号化しています。対になる秘密鍵を持つ人だけが、開いて復元できます。鍵ファイルも一緒に入ります。
          </p>
          <p className={styles.small}>
            <code>{data.recipient}</code>
          </p>
        </>
      ) : (
        <p className={panel.warning}>
          暗号化していません。バックアップのファイルを手にした人は、すべての内容を読めます。サーバの外に置くときは、公開鍵を登録してください。
        </p>
      )}
      <div className={styles.actions}>
        <Button icon={<KeyRound aria-hidden size={18} />} onClick={onChange}>
          {data.recipient ? "公開鍵を変更する" : "公開鍵を登録する"}
        </Button>
      </div>
      <p className={panel.note}>
        鍵の組は、サーバで <code>tsunagu backup-key ファイル名</code>{" "}
        を実行すると作れます。秘密鍵は、サーバとは別の場所に、2か所以上で保管してください。
      </p>
    </section>
  );
}

function HowToRestore({ data }: { data: Backups }) {
  const name = data.backupList[0]?.name ?? "バックアップのファイル";
  return (
    <section className={styles.section}>
      <Heading>復元のしかた</Heading>
      <p>復元は、つなぐが動くコンピュータで、サーバの管理者が行います。画面からはできません。</p>
      <ol className={styles.steps}>
        <li>つなぐを止めます。</li>
        <li>
          空のフォルダを指定して、復元します。
          <br />
          <code>
            tsunagu restore {name} -data 新しいフォルダ
            {data.recipient ? " -identity 秘密鍵のファイル" : " -key 鍵ファイル"}
          </code>
        </li>
        <li>
          <code>tsunagu check -data 新しいフォルダ</code> で確かめ、そのフォルダで起動します。
        </li>
        <li>この画面で、メールの送信を再開します（復元のあと、メールは止まっています）。</li>
      </ol>
      <p className={panel.note}>
        復元すると、全員のログインが終了します。バックアップより後の操作は失われるため、金融機関への連絡をお願いします。
      </p>
    </section>
  );
}

function MailHeld({ data, onRelease }: { data: Backups; onRelease: () => void }) {
  return (
    <section className={panel.warning} aria-label="メールの送信">
      <p>
        <strong>メールの送信を止めています。</strong>
      </p>
      <p>
        {formatTime(data.heldSince)}
        にバックアップから復元したためです。内容を確かめてから、送信を再開してください。再開するまで、招待や承認のメールも届きません。
      </p>
      {data.heldMailCount > 0 && (
        <p>
          復元のときに、{data.heldMailCount.toLocaleString("ja-JP")}
          通が送信を待っていました。バックアップのあとで、すでに送信した可能性があります。
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="primary" onClick={onRelease}>
          メールの送信を再開する
        </Button>
      </div>
    </section>
  );
}

const KB = 1024;

function bytes(n: number): string {
  const number = (v: number) => v.toLocaleString("ja-JP", { maximumFractionDigits: v < 10 ? 1 : 0 });
  if (n >= KB ** 3) return `${number(n / KB ** 3)}GB`;
  if (n >= KB ** 2) return `${number(n / KB ** 2)}MB`;
  return `${number(Math.ceil(n / KB))}KB`;
}

const MINUTE_MS = 60_000;

function ageOf(time: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - (parseTime(time)?.getTime() ?? 0)) / MINUTE_MS));
  if (minutes < 1) return "たった今";
  if (minutes < 60) return `${minutes}分前`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}時間前` : `${Math.floor(hours / 24)}日前`;
}

export default officePage(BackupScreen);
