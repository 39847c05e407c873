import {
  CalendarClock,
  CircleAlert,
  CirclePlay,
  ClipboardCheck,
  FileClock,
  FileX,
  Handshake,
  Hourglass,
  type LucideIcon,
  Mail,
  MessageSquareText,
  TimerOff,
  UserRoundCheck,
} from "lucide-react";
import { useId, useState } from "react";
import { useUnreadList } from "@/api/message";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Link } from "@/kit/Link";
import { formatDate, formatRemaining } from "@/lib/dates";
import { unreadHref } from "@/negotiation/href";
import styles from "./Task.module.css";
import { grouped, type Task, type TaskKind, taskHref } from "./tasks";

const KINDS: Record<TaskKind, { label: string; icon: LucideIcon }> = {
  decide: { label: "承認", icon: UserRoundCheck },
  offer: { label: "オファー", icon: Mail },
  unread: { label: "未読", icon: MessageSquareText },
  start: { label: "開始", icon: CirclePlay },
  answer: { label: "回答期限", icon: Hourglass },
  closing: { label: "クロージング", icon: Handshake },
  next: { label: "次回対応", icon: CalendarClock },
  duty: { label: "確認事項", icon: ClipboardCheck },
  disposal: { label: "資料廃棄", icon: FileX },
  listing: { label: "案件", icon: FileClock },
  trial: { label: "お試し", icon: TimerOff },
  stalled: { label: "停滞", icon: CircleAlert },
};

/** How many tasks of a group are shown at first. */
const COLLAPSED_COUNT = 4;

/** The lists with the tasks that the server did not send. */
const fullLists = (isMine: boolean) => [
  {
    href: `/financial-support?searchType=4${isMine ? "&personInCharge=me" : ""}`,
    label: "買手交渉案件管理で、対応が必要な交渉を見る",
  },
  { href: "/seller-company-manage", label: "売手管理を開く" },
  { href: "/buyer-company-manage", label: "買手管理を開く" },
];

/** The tasks in groups, the most urgent of each first; each with a link to where it is done. */
export function TaskList({
  tasks,
  kinds,
  isMine,
}: {
  tasks: readonly Task[];
  kinds: readonly { kind: TaskKind; count: number }[];
  /** Only what is the user's own, or nobody's. */
  isMine: boolean;
}) {
  if (tasks.length === 0)
    return (
      <EmptyState title="いま対応が必要なことはありません">
        承認の依頼、未読のメッセージ、次回対応日などがあると、ここに急ぐものから並びます。
      </EmptyState>
    );
  return (
    <div className={styles.groups}>
      {grouped(tasks, kinds).map((group) => (
        <TaskGroup key={group.title} {...group} isMine={isMine} />
      ))}
    </div>
  );
}

function TaskGroup({
  title,
  help,
  tasks,
  count,
  isMine,
}: ReturnType<typeof grouped>[number] & { isMine: boolean }) {
  const [isExpanded, setExpanded] = useState(false);
  const headingId = useId();
  const urgent = tasks.filter(({ isUrgent }) => isUrgent).length;
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.head}>
        {title}
        <span className={styles.count}>{count.toLocaleString("ja-JP")}件</span>
        {urgent > 0 && (
          <span className={styles.urgent}>
            <CircleAlert aria-hidden size={14} />
            急ぐもの{urgent}件
          </span>
        )}
        <span className={styles.help}>{help}</span>
      </h3>
      {title === "未読" && <ReadInOrder />}
      <ul className={styles.list}>
        {(isExpanded ? tasks : tasks.slice(0, COLLAPSED_COUNT)).map((task) => {
          const { label, icon: Icon } = KINDS[task.kind];
          return (
            <li key={task.key} data-late={task.isUrgent || undefined}>
              <span className={styles.kind}>
                <Icon aria-hidden size={16} />
                {label}
              </span>
              <span className={styles.what}>
                <Link href={taskHref(task)}>{task.title}</Link>
                <span className={styles.subject}>{task.subject}</span>
              </span>
              {task.due && (
                <span className={styles.due}>
                  {formatDate(task.due)}
                  <b>{formatRemaining(task.due)}</b>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {tasks.length > COLLAPSED_COUNT && (
        <Button kind="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {title}を{isExpanded ? "短く" : `すべて（${tasks.length}件）`}表示する
        </Button>
      )}
      {count > tasks.length && (isExpanded || tasks.length <= COLLAPSED_COUNT) && (
        <div className={styles.rest}>
          <p>急ぐ順に{tasks.length}件を表示しています。残りは、次の一覧でご覧ください。</p>
          <ul>
            {fullLists(isMine).map(({ href, label }) => (
              <li key={href}>
                <Link href={href}>{label}</Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** The first unread message, from which the next one is reached. */
function ReadInOrder() {
  const unread = useUnreadList();
  const [first] = unread;
  if (!first) return null;
  return (
    <p className={styles.unread}>
      <Link
        href={unreadHref(first, first.messageType)}
        button="secondary"
        icon={<MessageSquareText aria-hidden size={18} />}
      >
        未読のメッセージを順に読む（{unread.reduce((sum, { count }) => sum + count, 0)}件）
      </Link>
    </p>
  );
}
