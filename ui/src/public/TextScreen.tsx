import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { network } from "@/api/network";
import { textQuery } from "@/api/public";
import { pageFetch } from "@/api/query";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Prose } from "@/kit/Prose";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate } from "@/lib/dates";
import styles from "./public.module.css";

const KINDS = { terms: "利用規約", privacy: "プライバシーポリシー", company: "運営会社" } as const;

/** One of the network's own texts: /terms, /privacy, /company, and those under /mypage (domain.md 9). */
export default function TextScreen() {
  const [path] = useLocation();
  const kind = path.slice(path.lastIndexOf("/") + 1) as keyof typeof KINDS;
  const text = useQuery({
    ...textQuery(kind),
    ...pageFetch,
  });
  const contact = path.startsWith("/mypage") ? "/mypage/contact" : "/contact";
  return (
    <>
      <Heading level={1}>{text.data?.title ?? KINDS[kind]}</Heading>
      {text.isPending && <Skeleton lines={12} />}
      {text.data === null && (
        <EmptyState
          title="まだ掲載されていません"
          action={
            <Link href={contact} button="secondary">
              事務局に問い合わせる
            </Link>
          }
        >
          事務局が準備しています。お急ぎのときは、お問い合わせください。
        </EmptyState>
      )}
      {text.data && (
        <article className={styles.article}>
          <Prose html={text.data.html} />
          {kind === "company" ? (
            <Office contact={contact} />
          ) : (
            <p className={panel.note}>
              第{text.data.version}版　{formatDate(text.data.created)} 掲載
            </p>
          )}
        </article>
      )}
    </>
  );
}

/** The office's contact data from the network's settings. */
function Office({ contact }: { contact: string }) {
  const { networkName, officeMail, officePhone } = network.value;
  return (
    <section className={styles.section}>
      <h2>事務局の連絡先</h2>
      <dl className={styles.facts}>
        <div>
          <dt>ネットワーク</dt>
          <dd>{networkName}</dd>
        </div>
        {officePhone && (
          <div>
            <dt>電話番号</dt>
            <dd>
              <Link href={`tel:${officePhone}`}>{officePhone}</Link>
            </dd>
          </div>
        )}
        {officeMail && (
          <div>
            <dt>メールアドレス</dt>
            <dd>
              <Link href={`mailto:${officeMail}`}>{officeMail}</Link>
            </dd>
          </div>
        )}
      </dl>
      <p>
        <Link href={contact}>お問い合わせ画面から送る</Link>
      </p>
    </section>
  );
}
