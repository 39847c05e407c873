import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { topicsQuery } from "@/api/mypage";
import { Button } from "@/kit/Button";
import { Prose } from "@/kit/Prose";
import { formatTopicDate } from "@/lib/dates";
import { Part } from "./Part";
import styles from "./Topic.module.css";

const FIRST = 4;

/** お知らせ of the office, dates as YYYY.MM.DD (SPEC.md section 9). */
export function Topics() {
  const query = useQuery(topicsQuery);
  const [all, setAll] = useState(false);
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
        {(all ? topics : topics.slice(0, FIRST)).map((topic) => (
          <li key={topic.topicId}>
            <details>
              <summary>
                <time>{formatTopicDate(topic.startDate)}</time>
                <span>{topic.title}</span>
              </summary>
              <Prose html={topic.html} small />
            </details>
          </li>
        ))}
      </ul>
      {topics.length > FIRST && (
        <Button kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "新しいものだけを表示する" : `すべて表示する（${topics.length}件）`}
        </Button>
      )}
    </Part>
  );
}
