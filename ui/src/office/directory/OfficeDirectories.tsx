import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { directoriesQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { perform } from "../deed";
import { State } from "../list";
import styles from "../office.module.css";
import { end } from "./OwnDirectory";
import { ReasonDialog } from "./ReasonDialog";
import { SettingList } from "./SettingList";

type Row = Schemas["DirectoryRow"];

/** The office's part: settings that wait for it, and those in force. */
export function OfficeDirectories() {
  const query = useQuery(directoriesQuery);
  const [dialog, setDialog] = useState<{ row: Row; deed: "return" | "end" } | null>(null);
  if (query.isPending) return <Skeleton rows={6} />;
  if (query.isError)
    return (
      <div role="alert" className={panel.problem}>
        <p>{failureText(query.error, "認証基盤の設定を読み込めませんでした。")}</p>
        <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
      </div>
    );
  const rows = query.data.directoryList;
  return (
    <>
      <p>
        金融機関の認証基盤の設定は、金融機関の管理者が書き、試しにログインしたうえで、事務局の確認に出します。
      </p>
      <p>
        発行者のアドレスがその金融機関のものであること、@より後ろがその金融機関のメールアドレスであることを、届出の連絡先に確かめてから確認してください。確認すると、つなぐのサーバーは、そのアドレスに接続します。
      </p>
      {rows.length === 0 && (
        <EmptyState title="認証基盤を使う金融機関はありません">確認待ちのものもありません。</EmptyState>
      )}
      {rows.map((row) => (
        <Directory key={row.directoryId} row={row} onDeed={(deed) => setDialog({ row, deed })} />
      ))}
      {dialog?.deed === "return" && (
        <ReasonDialog
          title={`${dialog.row.financialName}の設定を差し戻す`}
          label="差し戻す"
          consequence="管理者にメールで知らせます。いま有効な設定があれば、そのまま続きます。"
          send={(reason) =>
            call(
              office.POST("/api/Office/ReturnDirectory", {
                body: { directoryId: dialog.row.directoryId, version: dialog.row.version, reason },
              }),
            )
          }
          done="差し戻しました。"
          failed="差し戻せませんでした。"
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.deed === "end" && (
        <ReasonDialog
          title={`${dialog.row.financialName}の認証基盤でのログインをやめる`}
          label="やめる"
          consequence="社内のアカウントで開いたログインは、すべて次の操作で終わります。パスワードの禁止もなくなります。管理者にメールで知らせます。"
          danger
          send={(reason) => end(dialog.row, reason)}
          done="認証基盤でのログインをやめました。"
          failed="やめられませんでした。"
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

const WAITS = 3;

function Directory({ row, onDeed }: { row: Row; onDeed: (deed: "return" | "end") => void }) {
  const waits = row.state === WAITS;
  const id = `directory-${row.directoryId}`;
  const confirm = () =>
    perform(
      call(
        office.POST("/api/Office/ConfirmDirectory", {
          body: { directoryId: row.directoryId, version: row.version },
        }),
      ),
      "確認しました。設定が有効になりました。",
      "確認できませんでした。",
    );
  return (
    <section className={panel.section} aria-labelledby={id}>
      <Heading id={id}>{row.financialName}</Heading>
      <p>
        <State kind={waits ? "waiting" : "done"}>{waits ? "確認待ち" : "有効"}</State>　利用中の
        {row.userCount}
        人のうち{row.boundCount}人が、いま有効な認証基盤と結び付いています。
      </p>
      {waits && row.isPasswordForbidden && (
        <p>
          <strong>パスワードを禁止する設定です。</strong>
          確認すると、結び付いていない方は、緊急用の一人を除いて、案内のメールから結び付けるまでログインできません。
        </p>
      )}
      <SettingList setting={row} />
      {row.before && (
        <details>
          <summary>いま有効な設定</summary>
          <SettingList setting={row.before} />
        </details>
      )}
      <div className={styles.actions}>
        {waits ? (
          <>
            <Button
              kind="primary"
              disabledReason={row.mayConfirm ? undefined : row.whyNot || "ご自身では確認できません。"}
              onClick={confirm}
            >
              確認して有効にする
            </Button>
            <Button onClick={() => onDeed("return")}>差し戻す</Button>
          </>
        ) : (
          <Button kind="danger" onClick={() => onDeed("end")}>
            認証基盤でのログインをやめる
          </Button>
        )}
      </div>
    </section>
  );
}
