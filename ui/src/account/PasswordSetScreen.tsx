import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageFetch } from "@/api/query";
import { passwordKeyQuery } from "@/api/session";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { useRawSearch } from "@/lib/location";
import styles from "./account.module.css";
import { PasswordIsSet, type SetAnswer, SetForm } from "./PasswordSetForm";

/** Sets a password by a mailed link: an invited user's first one, or a new one (/password-set?key=…). */
export default function PasswordSetScreen() {
  const key = new URLSearchParams(useRawSearch()).get("key") ?? "";
  const [done, setDone] = useState<SetAnswer | null>(null);
  const link = useQuery({
    ...passwordKeyQuery(key),
    ...pageFetch,
  });
  if (done) return <PasswordIsSet {...done} />;
  if (link.isPending)
    return (
      <>
        <Heading level={1}>パスワードの設定</Heading>
        <Skeleton lines={5} />
      </>
    );
  if (!link.data) return <InvalidLink />;
  return <SetForm linkKey={key} {...link.data} onDone={setDone} onInvalid={() => void link.refetch()} />;
}

function InvalidLink() {
  return (
    <>
      <Heading level={1}>このリンクは使えません</Heading>
      <div className={panel.box} data-kind="bad">
        <p>次のいずれかの理由が考えられます。</p>
        <ul className={styles.list}>
          <li>リンクの期限が過ぎた</li>
          <li>すでにパスワードを設定した（リンクは1回だけ使えます）</li>
          <li>あとから届いた新しいリンクがある</li>
          <li>メールのリンクが途中で切れている</li>
        </ul>
      </div>
      <div className={styles.actions}>
        <Link href="/password-reminder" button="primary">
          もう一度メールを受け取る
        </Link>
        <Link href="/login" button="secondary">
          ログイン画面へ
        </Link>
      </div>
    </>
  );
}
