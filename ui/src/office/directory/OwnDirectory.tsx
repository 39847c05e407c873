import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { directoryQuery } from "@/api/office";
import { failureText, office, type Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { tryDirectory } from "@/signin/directory";
import { perform } from "../deed";
import { State } from "../list";
import styles from "../office.module.css";
import { DirectoryUsers } from "./DirectoryUsers";
import { ReasonDialog } from "./ReasonDialog";
import { SettingDialog } from "./SettingDialog";
import { type Setting, SettingList } from "./SettingList";

type Own = Schemas["OwnDirectorySetting"];

/** The administrator's part: the setting in force, the one on its way, and who is bound. */
export function OwnDirectory() {
  const query = useQuery(directoryQuery);
  const [dialog, setDialog] = useState<"write" | "end" | null>(null);
  if (query.isPending) return <Skeleton rows={6} />;
  if (query.isError)
    return (
      <div role="alert" className={panel.problem}>
        <p>{failureText(query.error, "認証基盤の設定を読み込めませんでした。")}</p>
        <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
      </div>
    );
  const own = query.data;
  const close = () => setDialog(null);
  return (
    <>
      <p>
        自機関の認証基盤（Microsoft Entra ID、Keycloak など、OpenID
        Connectに対応したもの）のアカウントで、利用者がつなぐにログインできるようにします。設定を書き、試しにログインし、事務局が確認すると有効になります。
      </p>
      <section className={panel.section} aria-labelledby="to-register">
        <Heading id="to-register">認証基盤に登録するアドレス</Heading>
        <p>
          認証基盤の担当部署に、次の二つを登録してもらい、発行者のアドレス・client ID・client secret
          を受け取ってください。
        </p>
        <DescriptionList
          items={[
            { term: "戻り先（redirect URI）", value: own.returnAddress },
            { term: "ログアウトの知らせ（back-channel logout URI）", value: own.logoutAddress },
          ]}
        />
      </section>
      <section className={panel.section} aria-labelledby="in-force">
        <Heading id="in-force">いま有効な設定</Heading>
        {own.inForce ? (
          <>
            <p>
              <State kind="done">有効</State>　利用中の{own.userCount}人のうち{own.boundCount}
              人が、社内のアカウントと結び付いています。
            </p>
            <SettingList setting={own.inForce} />
            <div className={styles.actions}>
              <Button kind="danger" onClick={() => setDialog("end")}>
                認証基盤でのログインをやめる
              </Button>
            </div>
          </>
        ) : (
          <p>ありません。利用者は、パスワードなどでログインしています。</p>
        )}
      </section>
      <Next own={own} onWrite={() => setDialog("write")} />
      {own.inForce && <DirectoryUsers />}
      {dialog === "write" && (
        <SettingDialog
          next={own.next}
          base={own.next ?? own.inForce}
          people={own.emergencyList}
          onClose={close}
        />
      )}
      {dialog === "end" && own.inForce && (
        <ReasonDialog
          title="認証基盤でのログインをやめる"
          label="やめる"
          consequence="社内のアカウントで開いたログインは、すべて次の操作で終わります。パスワードの禁止もなくなります。事務局と管理者にメールで知らせます。もう一度使うには、設定を書いて、事務局の確認を受けます。"
          danger
          send={(reason) => end(own.inForce as Setting, reason)}
          done="認証基盤でのログインをやめました。"
          failed="やめられませんでした。"
          onClose={close}
        />
      )}
    </>
  );
}

/** Ends a directory in force, for either side. */
export const end = ({ directoryId, version }: Setting, reason: string) =>
  call(office.POST("/api/Office/EndDirectory", { body: { directoryId, version, reason } }));

const STATES: Record<number, { kind: "quiet" | "waiting" | "done" | "bad"; label: string }> = {
  1: { kind: "quiet", label: "準備中（まだ試していません）" },
  2: { kind: "done", label: "試しのログインができました" },
  3: { kind: "waiting", label: "事務局の確認を待っています" },
  5: { kind: "bad", label: "事務局から差し戻されました" },
};

/** The setting on its way, with its next step. */
function Next({ own, onWrite }: { own: Own; onWrite: () => void }) {
  const next = own.next;
  if (!next)
    return (
      <section className={panel.section} aria-labelledby="next">
        <Heading id="next">次の設定</Heading>
        <div className={styles.actions}>
          <Button kind={own.inForce ? "secondary" : "primary"} onClick={onWrite}>
            {own.inForce ? "設定を変える" : "設定を書く"}
          </Button>
        </div>
      </section>
    );
  const body = { version: next.version };
  const state = STATES[next.state];
  const trial = async () => {
    try {
      await tryDirectory(next.version);
    } catch (error) {
      notify.error(failureText(error, "試しのログインを始められませんでした。"));
    }
  };
  const failed = "できませんでした。もう一度お試しください。";
  return (
    <section className={panel.section} aria-labelledby="next">
      <Heading id="next">次の設定</Heading>
      {state && (
        <p>
          <State kind={state.kind}>{state.label}</State>
        </p>
      )}
      {next.state === 5 && next.reason && <p>差戻しの理由：{next.reason}</p>}
      <SettingList setting={next} />
      <div className={styles.actions}>
        {next.state === 2 && (
          <Button
            kind="primary"
            onClick={() =>
              perform(
                call(office.POST("/api/Office/SendDirectory", { body })),
                "事務局の確認に出しました。",
                failed,
              )
            }
          >
            事務局の確認に出す
          </Button>
        )}
        {next.state === 3 ? (
          <Button
            onClick={() =>
              perform(
                call(office.POST("/api/Office/WithdrawDirectory", { body })),
                "取り下げました。設定を直せます。",
                failed,
              )
            }
          >
            取り下げる
          </Button>
        ) : (
          <>
            <Button kind={next.state === 2 ? "secondary" : "primary"} onClick={trial}>
              試しにログイン
            </Button>
            <Button onClick={onWrite}>設定を直す</Button>
            <Button
              onClick={() =>
                perform(
                  call(office.POST("/api/Office/DiscardDirectory", { body })),
                  "準備中の設定をやめました。",
                  failed,
                )
              }
            >
              この設定をやめる
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
