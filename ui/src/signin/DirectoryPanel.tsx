import { Link2, Unlink } from "lucide-react";
import { failureMessage } from "@/api/errors";
import type { components } from "@/api/schema.gen";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { notify } from "@/kit/notify";
import panel from "@/kit/Panel.module.css";
import { formatTime } from "@/lib/dates";
import { bindAtDirectory } from "./directory";
import styles from "./signin.module.css";

/** Whether the user is bound to his institution's directory, and how he binds himself; nothing without a directory. */
export function DirectoryPanel({ data }: { data: components["schemas"]["OwnDirectory"] | undefined }) {
  if (!data?.hasDirectory) return null;
  const Icon = data.isBound ? Link2 : Unlink;
  const bind = async () => {
    try {
      await bindAtDirectory();
    } catch (error) {
      notify.error(failureMessage("社内のアカウントとの結び付けを始められませんでした。", error));
    }
  };
  return (
    <section className={panel.section} aria-labelledby="directory">
      <Heading id="directory">社内のアカウント（金融機関の認証基盤）</Heading>
      <p className={styles.state}>
        <Icon aria-hidden size={20} />
        {data.isBound ? `結び付いています（${formatTime(data.bound)}から）` : "結び付いていません"}
      </p>
      {data.isBound ? (
        <p>
          ログイン画面の「社内のアカウントでログイン」から、社内のアカウントでログインできます。別のアカウントに替えるときは、所属する金融機関の管理者に、結び付けの解除を依頼してください。
        </p>
      ) : (
        <>
          <p>
            結び付けると、次から、社内のアカウントでログインできます。ボタンを押すと、所属する金融機関のログインの画面に移ります。ご自身のアカウントでログインしてください。
          </p>
          <div className={styles.actions}>
            <Button onClick={bind}>社内のアカウントと結び付ける</Button>
          </div>
        </>
      )}
    </section>
  );
}
