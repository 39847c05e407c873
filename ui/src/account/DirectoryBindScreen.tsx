import { useState } from "react";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { useRawSearch } from "@/lib/location";
import { DirectoryStart } from "@/signin/DirectoryStart";
import styles from "./account.module.css";

/** Binds a user to his institution's directory by a mailed link (/directory-bind?key=…). */
export default function DirectoryBindScreen() {
  const key = new URLSearchParams(useRawSearch()).get("key") ?? "";
  const [invalid, setInvalid] = useState(key === "");
  if (invalid)
    return (
      <>
        <Heading level={1}>このリンクは使えません</Heading>
        <div className={panel.box} data-kind="bad">
          <p>
            リンクの期限が過ぎたか、すでに使われたか、あとから届いた新しいリンクがあります。所属する金融機関の管理者に、案内の送り直しを依頼してください。
          </p>
        </div>
        <div className={styles.actions}>
          <Link href="/login" button="secondary">
            ログイン画面へ
          </Link>
        </div>
      </>
    );
  return (
    <>
      <Heading level={1}>社内のアカウントとの結び付け</Heading>
      <div className={panel.box}>
        <p>
          つなぐに、社内のアカウント（金融機関の認証基盤）でログインできるようにします。ボタンを押すと、所属する金融機関のログインの画面に移ります。
          <strong>必ず、ご自身のアカウントでログインしてください。</strong>
        </p>
        <p>
          結び付けたあとは、そのままつなぐにログインします。次からは、ログイン画面の「社内のアカウントでログイン」を押します。
        </p>
        <div className={styles.actions}>
          <DirectoryStart
            linkKey={key}
            label="社内のアカウントと結び付ける"
            onInvalid={() => setInvalid(true)}
          />
        </div>
      </div>
    </>
  );
}
