import { useState } from "react";
import { save } from "@/api/client";
import { failureText, officeFile, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { DescriptionList } from "@/kit/DescriptionList";
import { Dialog } from "@/kit/Dialog";
import { EmptyState } from "@/kit/EmptyState";
import { notify } from "@/kit/notify";
import { Pagination } from "@/kit/Pagination";
import { formatDate, formatTime } from "@/lib/dates";
import { State } from "../list";
import styles from "../office.module.css";
import { nameOf } from "./markName";
import { ReplyDialog } from "./ReplyDialog";

type Mark = Schemas["Mark"];

/** Saves a file of the console. */
export async function fetchFile(path: string, conditions: Record<string, string>, name: string) {
  try {
    await save(await officeFile(`/api/Office/${path}`, conditions), name);
    notify.success("ファイルを保存しました。取り出したことも記録されます。");
  } catch (error) {
    notify.error(failureText(error, "ファイルを取り出せませんでした。もう一度お試しください。"));
  }
}

/** The proofs, newest first, with their files. */
export function MarkList({
  data,
  page,
  href,
}: {
  data: Schemas["ProofScreen"];
  page: number;
  href: (page: number) => string;
}) {
  const [opened, setOpened] = useState<Mark | null>(null);
  const [replying, setReplying] = useState<Mark | null>(null);
  return (
    <>
      <DataList
        caption="日ごとの証明"
        rows={data.markList}
        rowKey={(row) => row.proofId}
        columns={[
          { key: "day", header: "対象", primary: true, cell: nameOf },
          { key: "state", header: "タイムスタンプ", cell: (row) => <MarkState mark={row} /> },
          {
            key: "daily",
            header: "一日の記録",
            cell: (row) => (row.hasDaily ? "あり" : row.dailyHash ? "保存期間を過ぎました" : "―"),
          },
        ]}
        actions={(row) => (
          <Button onClick={() => setOpened(row)}>
            ファイル<span className="visually-hidden">：{nameOf(row)}</span>
          </Button>
        )}
        empty={
          <EmptyState title="まだ証明はありません">
            次の0時20分に、前の日の記録を締めます。「いま押す」で、いまの記録を対象にすることもできます。
          </EmptyState>
        }
      />
      {data.allCount > 0 && <Pagination page={page} allCount={data.allCount} href={href} />}
      {opened && (
        <MarkDialog
          mark={opened}
          onClose={() => setOpened(null)}
          onReply={() => {
            setReplying(opened);
            setOpened(null);
          }}
        />
      )}
      {replying && <ReplyDialog mark={replying} onClose={() => setReplying(null)} />}
    </>
  );
}

function MarkState({ mark }: { mark: Mark }) {
  if (mark.state === "waiting") return <State kind="waiting">待っています</State>;
  if (mark.state === "covered")
    return (
      <State kind="done">
        {mark.coveredBy.length === 10 ? formatDate(mark.coveredBy) : formatTime(mark.coveredBy)}
        の証明に含まれる
      </State>
    );
  return (
    <>
      <State kind="done">{formatTime(mark.stampedAt)}</State>
      <div className={styles.small}>
        {mark.authority}、番号 {mark.serial}
        {mark.isByFile && "、ファイルで受け取り"}
      </div>
    </>
  );
}

/** A proof's hashes and files. */
function MarkDialog({ mark, onClose, onReply }: { mark: Mark; onClose: () => void; onReply: () => void }) {
  const { proofId, day } = mark;
  return (
    <Dialog open onClose={onClose} title={`${nameOf(mark)}のファイル`} wide>
      <DescriptionList
        items={[
          {
            term: "押す対象のハッシュ（SHA-256）",
            value: <span className={styles.small}>{mark.digest}</span>,
          },
          {
            term: "一日の記録（SHA-256）",
            value: mark.dailyHash ? <span className={styles.small}>{mark.dailyHash}</span> : "ありません",
          },
          { term: "タイムスタンプ", value: <MarkState mark={mark} /> },
        ]}
      />
      <div className={styles.actions}>
        {mark.state === "stamped" ? (
          <Button onClick={() => fetchFile("GetStampReply", { proofId }, "timestamp.tsr")}>
            タイムスタンプ（.tsr）を保存する
          </Button>
        ) : (
          <>
            <Button onClick={() => fetchFile("GetStampRequest", { proofId }, "timestamp.tsq")}>
              依頼のファイル（.tsq）を保存する
            </Button>
            <Button onClick={onReply}>応答（.tsr）を取り込む</Button>
          </>
        )}
      </div>
      {mark.hasDaily && (
        <div className={styles.actions}>
          <Button onClick={() => fetchFile("GetDailyFile", { day }, `tsunagu-${day}.jsonl`)}>
            一日の記録を保存する
          </Button>
          <Button onClick={() => fetchFile("GetDailySignature", { day }, `tsunagu-${day}.jsonl.sig`)}>
            署名を保存する
          </Button>
        </div>
      )}
    </Dialog>
  );
}
