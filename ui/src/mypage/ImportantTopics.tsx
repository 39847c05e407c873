import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { api, call } from "@/api/client";
import { ApiError, failureMessage } from "@/api/errors";
import { topicsQuery } from "@/api/mypage";
import { rereadAfter } from "@/api/reread";
import { Button } from "@/kit/Button";
import { notify } from "@/kit/notify";
import { Prose } from "@/kit/Prose";
import { formatTopicDate } from "@/lib/dates";
import styles from "./Topic.module.css";

/** The important notices that the user has not closed yet, on top of the first page. */
export function ImportantTopics() {
  const { data } = useQuery(topicsQuery);
  const [busy, setBusy] = useState("");
  const topics = (data?.topicsList ?? []).filter(({ isImportant, isClosed }) => isImportant && !isClosed);
  const close = async (topicId: string) => {
    setBusy(topicId);
    try {
      await call(api.POST("/api/Topics/CloseTopic", { body: { topicId } }));
      await rereadAfter("topic");
      document.querySelector<HTMLElement>("main h1")?.focus();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(failureMessage("お知らせを閉じられませんでした。", error));
    } finally {
      setBusy("");
    }
  };
  return topics.map((topic) => (
    <section key={topic.topicId} className={styles.important} aria-label={`重要なお知らせ：${topic.title}`}>
      <h2>
        <TriangleAlert aria-hidden size={20} /> 重要なお知らせ：{topic.title}
      </h2>
      <p className={styles.empty}>{formatTopicDate(topic.startDate)}</p>
      <Prose html={topic.html} small />
      <Button busy={busy === topic.topicId} onClick={() => close(topic.topicId)}>
        読んだので閉じる
        <span className="visually-hidden">：{topic.title}</span>
      </Button>
    </section>
  ));
}
