import { useQuery } from "@tanstack/react-query";
import { EyeOff, FileCheck2, ScrollText } from "lucide-react";
import { network } from "@/api/network";
import { faqQuery, listingCountQuery } from "@/api/public";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { isSignedIn } from "@/session/session";
import { FaqItems } from "./faq";
import { LandingPicture } from "./LandingPicture";
import landing from "./LandingScreen.module.css";
import styles from "./public.module.css";

const STEPS = [
  ["匿名で公開", "売手企業が内容を確かめて承認したものだけを、企業名を出さずに公開します。"],
  ["探す・興味を伝える", "業種・地域・規模から案件を探し、興味があることを担当の金融機関に伝えます。"],
  ["匿名で交渉", "金融機関どうしが匿名のまま条件を話し合い、買手企業は秘密保持契約に同意します。"],
  ["実名で交渉", "売手企業が同意したときだけ、その相手に企業名を開示します。"],
  ["条件の調整と成約", "面談や意向表明を経て条件を固め、最終契約で成約となります。"],
] as const;

const PROMISES = [
  {
    icon: EyeOff,
    title: "名前は、同意の前に出ません",
    text: "企業名や詳しい所在地は、売手企業の同意と金融機関の承認があるまで、どの画面にも検索にも現れません。",
  },
  {
    icon: FileCheck2,
    title: "公開前に、売手企業が確認します",
    text: "相手に見える画面をそのまま確かめ、承認したものだけが公開されます。内容を変えるときも同じです。",
  },
  {
    icon: ScrollText,
    title: "誰が見たかが、残ります",
    text: "企業を特定できる情報の閲覧は開示台帳に記録され、後から改めることはできません。",
  },
] as const;

/** The start page, which explains the network to visitors (SPEC.md section 1, "public landing text"; domain.md 9 /). */
export default function LandingScreen() {
  const number = useQuery(listingCountQuery);
  const faq = useQuery(faqQuery);
  const { networkName, isAccountRequestEnabled, isDemo } = network.value;
  return (
    <div className={landing.page}>
      <section className={landing.hero}>
        <div className={landing.words}>
          <p className={landing.kicker}>金融機関による会員制の事業承継・M&Aマッチング</p>
          <Heading level={1}>
            <span className={landing.phrase}>会社を継いでほしい人と、</span>
            <span className={landing.phrase}>継ぎたい人を、</span>
            <span className={landing.phrase}>地元の金融機関がつなぎます。</span>
          </Heading>
          <p className={landing.lead}>
            {networkName}
            は、参加する金融機関とそのお客様だけが利用できる、クローズドなマッチングの場です。後継者を探す企業の情報は、企業名を伏せて公開されます。
          </p>
          {number.data !== undefined && number.data > 0 && (
            <p className={landing.number}>
              現在公開中の案件 <strong>{number.data.toLocaleString("ja-JP")}</strong> 件
              <span className={landing.counted}>公開期間内で、公開先を限っていない案件の数です。</span>
            </p>
          )}
          <div className={styles.actions}>
            {isSignedIn.value ? (
              <Link href="/mypage" button="primary">
                トップページへ
              </Link>
            ) : (
              <Link href="/login" button="primary">
                ログイン
              </Link>
            )}
            {isAccountRequestEnabled && (
              <Link href="/join" button="secondary">
                はじめての金融機関の方
              </Link>
            )}
          </div>
          {isDemo && (
            <p>
              デモをお試しの方は、<Link href="/mail">デモのログイン一覧</Link>をご覧ください。
            </p>
          )}
        </div>
        <LandingPicture />
      </section>

      <section className={styles.section}>
        <Heading level={2}>ご利用の流れ</Heading>
        <ol className={styles.steps}>
          {STEPS.map(([title, text]) => (
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
        <Heading level={2}>秘密を守るしくみ</Heading>
        <ul className={landing.promises}>
          {PROMISES.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon aria-hidden size={28} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className={styles.section}>
        <Heading level={2}>ご利用になる方へ</Heading>
        <dl className={landing.who}>
          <div>
            <dt>金融機関の方</dt>
            <dd>
              お客様の売却案件の登録、買手の検索、交渉、資金の相談までを一つの画面で進められます。
              {isAccountRequestEnabled && <Link href="/join">利用申し込みのご案内</Link>}
            </dd>
          </div>
          <div>
            <dt>事業を引き継ぎたい企業の方</dt>
            <dd>お取引の金融機関を通じてご登録ください。登録のご案内は、金融機関からメールで届きます。</dd>
          </div>
          <div>
            <dt>会社の引き継ぎをお考えの方</dt>
            <dd>
              お取引の金融機関にご相談ください。ログインは不要です。公開の前に、届いたメールから内容をご確認いただきます。
            </dd>
          </div>
        </dl>
      </section>

      {faq.data && faq.data.length > 0 && (
        <section className={styles.section}>
          <Heading level={2}>よくあるご質問</Heading>
          <FaqItems rows={faq.data.slice(0, 5)} />
          <p>
            <Link href="/faq">よくあるご質問をすべて見る</Link>
          </p>
        </section>
      )}

      <section className={landing.contact}>
        <Heading level={2}>ご不明な点は、事務局へ</Heading>
        <Link href="/contact" button="secondary">
          お問い合わせ
        </Link>
      </section>
    </div>
  );
}
