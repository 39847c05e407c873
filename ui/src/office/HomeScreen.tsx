import { useQuery } from "@tanstack/react-query";
import { network } from "@/api/network";
import { meQuery, monthEndQuery, summaryQuery, userTasksQuery } from "@/api/office";
import type { Schemas } from "@/api/officeClient";
import { pageFetch } from "@/api/query";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatTime, parseTime } from "@/lib/dates";
import { isADM } from "@/session/office";
import { Figures } from "./Figures";
import { FirstSteps } from "./FirstSteps";
import { MergerTask } from "./merger/MergerTask";
import styles from "./office.module.css";
import { officePage } from "./page";
import { CopyWarning } from "./upkeep/CopyState";
import { RegistrationTask } from "./yearReport/RegistrationPanel";

/** /office: the office's open tasks and the network's figures; for an administrator its tasks and links. */
function HomeScreen() {
  return isADM.value ? <Summary /> : <Administrator />;
}

function Summary() {
  const { data } = useQuery({
    ...summaryQuery,
    ...pageFetch,
  });
  return (
    <>
      <Heading level={1}>概況</Heading>
      {!data ? (
        <Skeleton rows={5} />
      ) : (
        <>
          <FirstSteps />
          <OpenTasks summary={data} />
          <section className={styles.section}>
            <Heading>ネットワーク</Heading>
            <Figures
              figures={[
                { label: "参加金融機関", count: data.institutionCount, href: "/office/institutions" },
                { label: "有効な利用者", count: data.userCount, href: "/office/users" },
                { label: "買手企業", count: data.buyerCount },
                { label: "売手企業", count: data.sellerCount },
              ]}
            />
          </section>
          <section className={styles.section}>
            <Heading>売却案件</Heading>
            <Figures
              figures={data.listings.map((c) => ({
                ...c,
                href: `/office/listings?status=${c.status}`,
              }))}
              emptyText="案件はまだ登録されていません。"
            />
          </section>
          <section className={styles.section}>
            <Heading>交渉</Heading>
            <Figures figures={data.negotiations} emptyText="交渉はまだありません。" />
            <p className={panel.note}>件数だけを表示しています。交渉の内容は、事務局には開示されません。</p>
          </section>
          <section className={styles.section}>
            <Heading>資料</Heading>
            <Figures
              figures={[
                { label: "登録されている資料", count: data.documentCount },
                { label: "有効な開示", count: data.grantCount },
              ]}
            />
            <p className={panel.note}>件数だけを表示しています。資料の内容は、事務局には開示されません。</p>
          </section>
        </>
      )}
    </>
  );
}

/** After this many minutes of waiting for the mail server, a mail is reported to the office. */
const MAX_MAIL_WAIT_MINUTES = 60;

const minutesSince = (time: string) => (Date.now() - (parseTime(time)?.getTime() ?? Date.now())) / 60_000;

/** The office's open tasks and warnings. */
function OpenTasks({ summary }: { summary: Schemas["OfficeSummary"] }) {
  const tasks = [
    {
      count: summary.requestCount,
      text: "件の利用申請が、審査を待っています",
      href: "/office/requests?status=0",
    },
    {
      count: summary.inquiryCount,
      text: "件のお問い合わせが、未対応です",
      href: "/office/inquiries?status=0",
    },
    {
      count: summary.deadMailCount,
      text: "件のメールを、送信できませんでした",
      href: "/office/mail?state=2",
    },
    {
      count: summary.openGlassCount,
      text: "件の緊急閲覧が、確認を待っているか、閲覧中です",
      href: "/office/break-glass",
    },
    {
      count: summary.failedJobCount,
      text: "件の定期処理が、うまくいきませんでした",
      href: "/office/jobs",
    },
  ].filter((task) => task.count > 0);
  const isMailStuck =
    !network.value.isDemo &&
    summary.waitingMailCount > 0 &&
    (!summary.isMailSent || minutesSince(summary.oldestMail) > MAX_MAIL_WAIT_MINUTES);
  return (
    <section className={styles.section}>
      <Heading>要対応</Heading>
      {summary.isClockSuspected && (
        <p className={panel.warning}>
          コンピュータの時計が大きく動いたため、一部の定期処理を止めています。
          <Link href="/office/jobs">時計を確認する</Link>
        </p>
      )}
      <CopyWarning copy={summary.replica} />
      {summary.isMailHeld && (
        <p className={panel.warning}>
          バックアップから復元したため、メールの送信を止めています。
          <Link href="/office/backup">内容を確かめて再開する</Link>
        </p>
      )}
      {tasks.length === 0 &&
        !summary.isClockSuspected &&
        !isMailStuck &&
        !summary.isMailHeld &&
        !summary.replica.isLost && <p>対応が必要なものはありません。</p>}
      {tasks.length > 0 && (
        <ul className={styles.links}>
          {tasks.map(({ count, text, href }) => (
            <li key={href}>
              <Link href={href}>
                {count.toLocaleString("ja-JP")}
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <MergerTask />
      <UserTasks />
      {isMailStuck && (
        <p className={panel.warning}>
          {summary.isMailSent ? "メールサーバーに送れないまま、" : "メールサーバーが設定されていないため、"}
          {summary.waitingMailCount.toLocaleString("ja-JP")}
          件のメールが送信を待っています（最も古いものは{formatTime(summary.oldestMail)}
          から）。7日を過ぎたものは「送信できず」になります。
          <Link href="/office/mail?state=0">送信を待つメールを見る</Link>
        </p>
      )}
    </section>
  );
}

/** The open decisions about the users that the reader manages; renders nothing if there are emptyText. */
function UserTasks() {
  const { data } = useQuery({
    ...userTasksQuery,
    ...pageFetch,
  });
  const tasks = [
    {
      count: data?.loginCount ?? 0,
      text: "件のログインIDの変更が、確認を待っています",
      href: "/office/users",
    },
    {
      count: data?.waitingCount ?? 0,
      text: "人の利用者が、承認者としての確認を待っています",
      href: "/office/users?approver=0",
    },
    {
      count: data?.formerCount ?? 0,
      text: "人の以前からの承認者について、確認をお願いします",
      href: "/office/users?approver=2",
    },
  ].filter((task) => task.count > 0);
  if (tasks.length === 0) return null;
  return (
    <ul className={styles.links} aria-label="利用者について決めること">
      {tasks.map(({ count, text, href }) => (
        <li key={text}>
          <Link href={href}>
            {count.toLocaleString("ja-JP")}
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);

/** The institution's own listings and negotiations today, and what came of them this month. */
function OwnFigures() {
  const { data } = useQuery({
    ...monthEndQuery(""),
    ...pageFetch,
  });
  if (!data) return <Skeleton rows={2} />;
  const side = (name: string) => data.sides.find((one) => one.side === name);
  const [bf, sf] = [side("bf"), side("sf")];
  return (
    <section className={styles.section}>
      <Heading>自機関のいま</Heading>
      <Figures
        figures={[
          { label: "公開中の売却案件", count: data.listings.showing },
          { label: "買手側の交渉", count: sum(bf?.stages ?? []) },
          { label: "売手側の交渉", count: sum(sf?.stages ?? []) },
          { label: "今月の公開", count: data.listings.new, href: "/office/figures" },
          { label: "今月の成約（買手側）", count: bf?.signed ?? 0, href: "/office/figures" },
          { label: "今月の成約（売手側）", count: sf?.signed ?? 0, href: "/office/figures" },
        ]}
      />
      <p className={panel.note}>件数だけを表示しています。案件や交渉の内容は、行員の画面で見られます。</p>
    </section>
  );
}

function Administrator() {
  const { data } = useQuery({
    ...meQuery,
    ...pageFetch,
  });
  return (
    <>
      <Heading level={1}>概況</Heading>
      {!data ? (
        <Skeleton lines={3} />
      ) : (
        <>
          <p>
            {data.financialName}の管理者（{data.userName}）としてログインしています。
          </p>
          <MergerTask />
          <UserTasks />
          <RegistrationTask />
          <OwnFigures />
          <ul className={styles.links}>
            <li>
              <Link href="/office/users">利用者の登録、停止、ログインの一時停止の解除</Link>
            </li>
            <li>
              <Link href="/office/figures">自機関の月ごとの数値</Link>
            </li>
            <li>
              <Link href="/office/audit">自機関の監査ログの確認</Link>
            </li>
          </ul>
        </>
      )}
    </>
  );
}

export default officePage(HomeScreen, { fad: true });
