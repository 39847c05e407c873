import { Redirect } from "wouter";
import { ofMail } from "@/api/network";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { useRawSearch } from "@/lib/location";
import { parseCaseNumber } from "./inquiry";
import styles from "./public.module.css";

/** Confirms a received account request: its number and what happens next (/account-request). */
export default function JoinReceivedScreen() {
  const number = parseCaseNumber(new URLSearchParams(useRawSearch()).get("number"));
  if (!number) return <Redirect to="/join" replace />;
  return (
    <>
      <Heading level={1}>利用申請を受け付けました</Heading>
      <div className={styles.notice} data-kind="done">
        <p>受付番号</p>
        <p className={styles.number}>{number}</p>
        <p>
          {ofMail(
            "受け付けのお知らせを、ご担当者のメールアドレスにお送りします。",
            "ただいまメールをお送りできません。この受付番号をお控えください。",
          )}
        </p>
      </div>
      <section className={styles.section}>
        <Heading level={2}>このあとの流れ</Heading>
        <div className={styles.notice}>
          <ul>
            <li>事務局が内容を確認します。ご担当者にお電話することがあります。</li>
            <li>
              {ofMail(
                "結果は、ご担当者のメールアドレスにお知らせします。",
                "結果は、事務局からご担当者にお知らせします。",
              )}
            </li>
            <li>
              {ofMail(
                "承認のあと、最初にログインする方へパスワード設定のメールをお送りします。",
                "承認のあと、最初にログインする方へ招待状をお渡しします。",
              )}
            </li>
          </ul>
        </div>
        <p>
          しばらくたってもお知らせが届かないときは、<Link href="/contact">事務局にお問い合わせください</Link>
          。
        </p>
      </section>
      <div className={styles.actions}>
        <Link href="/" button="primary">
          ホームへ戻る
        </Link>
      </div>
    </>
  );
}
