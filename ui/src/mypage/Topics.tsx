import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { topicsQuery } from "@/api/mypage";
import { Button } from "@/kit/Button";
import { Prose } from "@/kit/Prose";
import { formatTopicDate } from "@/lib/dates";
import { Part } from "./Part";
import styles from "./Topic.module.css";

/** How many notices the collapsed list shows. */
const COLLAPSED_COUNT = 4;

/** The office's notices (お知らせ), with dates as YYYY.MM.DD (SPEC.md section 9). */
export function Topics() {
  const query = useQuery(topicsQuery);
  const [isExpanded, setExpanded] = useState(false);
  const topics = query.data?.topicsList ?? [];
  return (
    <Part
      title="お知らせ"
      pending={query.isPending}
      error={query.error}
      failed="お知らせの取得に失敗しました。"
      retry={query.refetch}
    >
      {topics.length === 0 && <p className={styles.empty}>いまお知らせはありません。</p>}
      <ul className={styles.list}>
        {(isExpanded ? topics : topics.slice(0, COLLAPSED_COUNT)).map((topic) => (
          <li key={topic.topicId}>
            <details>
              <summary>
                <time>{formatTopicDate(topic.startDate)}</time>
                <span>{topic.isImportant ? `【重要】${topic.title}` : topic.title}</span>
              </summary>
              <Prose html={topic.html} small />
            </details>
          </li>
        ))}
      </ul>
      {topics.length > COLLAPSED_COUNT && (
        <Button kind="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? "新しいものだけを表示する" : `すべて表示する（${topics.length}件）`}
        </Button>
      )}
    </Part>
  );
}
