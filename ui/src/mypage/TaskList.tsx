import {
  CalendarClock,
  CircleAlert,
  CirclePlay,
  FileClock,
  FileX,
  Hourglass,
  type LucideIcon,
  Mail,
  MessageSquareText,
  TimerOff,
  UserRoundCheck,
} from "lucide-react";
import { useState } from "react";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Link } from "@/kit/Link";
import { formatDate, formatRemaining } from "@/lib/dates";
import styles from "./Task.module.css";
import type { Task, TaskKind } from "./tasks";

const KINDS: Record<TaskKind, { label: string; icon: LucideIcon }> = {
  decide: { label: "承認", icon: UserRoundCheck },
  offer: { label: "オファー", icon: Mail },
  unread: { label: "未読", icon: MessageSquareText },
  start: { label: "開始", icon: CirclePlay },
  answer: { label: "回答期限", icon: Hourglass },
  next: { label: "次回対応", icon: CalendarClock },
  disposal: { label: "資料廃棄", icon: FileX },
  listing: { label: "案件", icon: FileClock },
  trial: { label: "お試し", icon: TimerOff },
  stalled: { label: "停滞", icon: CircleAlert },
};

const FIRST = 8;

/** What waits, the most urgent first; each line leads to its deed. */
export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  const [all, setAll] = useState(false);
  if (tasks.length === 0)
    return (
      <EmptyState title="いま対応が必要なことはありません">
        承認の依頼、未読のメッセージ、次回対応日などがあると、ここに急ぐものから並びます。
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.list}>
        {(all ? tasks : tasks.slice(0, FIRST)).map((task) => {
          const { label, icon: Icon } = KINDS[task.kind];
          return (
            <li key={task.key} data-late={task.rank < 1 || undefined}>
              <span className={styles.kind}>
                <Icon aria-hidden size={16} />
                {label}
              </span>
              <span className={styles.what}>
                <Link href={task.href}>{task.title}</Link>
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
      {tasks.length > FIRST && (
        <Button kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "急ぐものだけを表示する" : `すべて表示する（${tasks.length}件）`}
        </Button>
      )}
    </>
  );
}
