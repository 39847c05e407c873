import { network, ofMail } from "@/api/network";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import styles from "./public.module.css";
import { useRequestsClosedNotice } from "./RequestsClosed";

const steps = () => [
  [
    "申請フォームに入力する",
    "金融機関の情報とご担当者の連絡先を入力します。10分ほどで終わります。途中の内容はこの端末に保存されます。",
  ],
  ofMail(
    ["受付のお知らせが届く", "ご担当者のメールアドレスに、受付番号をお送りします。"],
    ["受付番号を控える", "申請のあと、画面に受付番号が表示されます。"],
  ),
  [
    "事務局が確認する",
    `内容の確認のため、お電話することがあります。結果は${ofMail("メールで", "事務局から")}お知らせします。`,
  ],
  [
    "ログインして使いはじめる",
    ofMail(
      "承認のあと、最初にログインする方へパスワード設定のメールをお送りします。",
      "承認のあと、最初にログインする方へ招待状をお渡しします。",
    ),
  ],
];

/** The page before the account request's form: who it is for, what is needed, what happens next. */
export default function JoinScreen() {
  const closedNotice = useRequestsClosedNotice();
  if (closedNotice) return closedNotice;
  return (
    <>
      <Heading level={1}>はじめての金融機関の方</Heading>
      <p>
        {network.value.networkName}
        は、金融機関が参加する会員制のネットワークです。参加をご希望の金融機関は、この画面から申請してください。
      </p>
      <section className={styles.section}>
        <Heading level={2}>お申し込みの流れ</Heading>
        <ol className={styles.steps}>
          {steps().map(([title, text]) => (
            <li key={title}>
              <span>
                <strong>{title}</strong>
                {text}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.section}>
        <Heading level={2}>ご用意いただくもの</Heading>
        <div className={styles.notice}>
          <ul>
            <li>金融機関コード、正式な名称、代表者名、本店の所在地と連絡先</li>
            <li>ご担当者の氏名、部署、電話番号、業務用のメールアドレス</li>
            <li>取扱業務と営業地域</li>
          </ul>
        </div>
      </section>
      <div className={styles.actions}>
        <Link href="/join/financial" button="primary">
          申請フォームへ進む
        </Link>
        <Link href="/contact" button="secondary">
          申請の前に問い合わせる
        </Link>
      </div>
      <section className={styles.section}>
        <Heading level={2}>金融機関以外の方へ</Heading>
        <p>
          買手企業・売手企業の方は、お取引の金融機関を通じてご利用いただきます。お取引の金融機関の窓口にご相談ください。
        </p>
      </section>
    </>
  );
}
