import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime } from "@/lib/dates";
import { deviceName } from "./agent";
import { NameDialog, PasskeyDialog } from "./PasskeyDialogs";
import { hasPasskeys } from "./passkeySupport";
import styles from "./signin.module.css";
import type { Passkey, PasskeyCalls, PasskeyList } from "./types";
import { makePasskey } from "./webauthn";

type Deed = { kind: "add" } | { kind: "rename" | "remove"; passkey: Passkey };

/**
 * The user's own passkeys, with the actions on them. A browser that has none, of a user who has none,
 * shows nothing.
 */
export function PasskeyPanel({ calls, onAdded }: { calls: PasskeyCalls; onAdded?: () => void }) {
  const { data, isError, refetch } = useQuery(calls.list);
  const [isSupported] = useState(hasPasskeys);
  if (data ? data.passkeys.length === 0 && !isSupported && data.isOffered : !isSupported) return null;
  return (
    <section className={panel.section} aria-labelledby="passkeys">
      <Heading id="passkeys">パスキー（指紋や顔、端末の暗証番号でログイン）</Heading>
      {data ? (
        <State list={data} calls={calls} isSupported={isSupported} onAdded={onAdded} />
      ) : isError ? (
        <div className={styles.actions}>
          <Button onClick={() => refetch()}>パスキーを読み込む</Button>
        </div>
      ) : (
        <Skeleton lines={2} />
      )}
    </section>
  );
}

function State({
  list,
  calls,
  isSupported,
  onAdded,
}: {
  list: PasskeyList;
  calls: PasskeyCalls;
  isSupported: boolean;
  onAdded?: () => void;
}) {
  const client = useQueryClient();
  const [deed, setDeed] = useState<Deed | null>(null);
  const close = () => setDeed(null);
  const done = (next: PasskeyList, text: string) => {
    client.setQueryData(calls.list.queryKey, next);
    close();
    notify.success(text);
  };
  return (
    <>
      {list.isOffered ? (
        <p>
          登録すると、パスワードと確認コードの代わりに、この端末の指紋や顔、暗証番号でログインできます。偽の画面では使えないため、パスワードより安全です。
          パソコン、スマートフォン、USBの鍵などを、それぞれ登録しておけます。
        </p>
      ) : (
        <p className={panel.note}>{list.whyNot}</p>
      )}
      {list.isDemanded && <p className={panel.note}>所属する金融機関が、パスキーを必須にしています。</p>}
      {list.passkeys.length > 0 && (
        <ul className={styles.rows} aria-label="登録したパスキー">
          {list.passkeys.map((passkey) => (
            <li key={passkey.passkeyId}>
              <span className={styles.device}>
                <strong>
                  {passkey.name}
                  {passkey.isThis && "（今のログインに使用）"}
                </strong>
                <span className={styles.times}>
                  <span>{formatTime(passkey.created)} に登録</span>
                  <span>
                    {passkey.lastUsed ? `最後の使用 ${formatTime(passkey.lastUsed)}` : "まだ使っていません"}
                  </span>
                  <span>{passkey.isSynced ? "ほかの端末にも同期" : "登録した端末（または鍵）だけ"}</span>
                  {list.isOffered && !passkey.isUsable && <span>いまのアドレスでは使えません</span>}
                </span>
              </span>
              <span className={styles.rowActions}>
                <Button onClick={() => setDeed({ kind: "rename", passkey })}>
                  名前を変える<span className="visually-hidden">：{passkey.name}</span>
                </Button>
                <Button onClick={() => setDeed({ kind: "remove", passkey })}>
                  削除する<span className="visually-hidden">：{passkey.name}</span>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {list.isOffered &&
        (isSupported ? (
          <div className={styles.actions}>
            <Button onClick={() => setDeed({ kind: "add" })}>パスキーを登録する</Button>
          </div>
        ) : (
          <p className={panel.note}>
            このブラウザでは、パスキーを登録できません。別のブラウザ（Edge、Chrome、Safariなど）で開いてください。
          </p>
        ))}
      {deed?.kind === "add" && (
        <PasskeyDialog
          title="パスキーを登録する"
          label="登録する"
          list={list}
          calls={calls}
          name={deviceName(navigator.userAgent)}
          onClose={close}
          send={async ({ name, proof }) => {
            const { options } = await calls.start(proof);
            const next = await calls.add({ name, answer: await makePasskey(options) });
            done(next, "パスキーを登録しました。次のログインから使えます。");
            onAdded?.();
          }}
        >
          <p>
            「登録する」を押すと、ブラウザが、指紋や顔、端末の暗証番号での確認を求めます。スマートフォンや USB
            の鍵に登録するときは、ブラウザの画面で選んでください（QRコードが表示されることがあります）。
          </p>
        </PasskeyDialog>
      )}
      {deed?.kind === "rename" && (
        <NameDialog
          name={deed.passkey.name}
          onClose={close}
          send={async (name) => {
            const next = await calls.rename({ passkeyId: deed.passkey.passkeyId, name });
            done(next, "パスキーの名前を変えました。");
          }}
        />
      )}
      {deed?.kind === "remove" && (
        <PasskeyDialog
          title="パスキーを削除する"
          label="削除する"
          danger
          list={list}
          calls={calls}
          onClose={close}
          send={async ({ proof }) => {
            const next = await calls.remove({ passkeyId: deed.passkey.passkeyId, ...proof });
            done(next, "パスキーを削除しました。");
          }}
        >
          <p>
            「{deed.passkey.name}
            」ではログインできなくなります。このパスキーで始めた、ほかの端末のログインは終了します。端末に残ったパスキーは、端末の設定からも消してください。
          </p>
        </PasskeyDialog>
      )}
    </>
  );
}
