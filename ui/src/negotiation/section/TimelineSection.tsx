import { useEffect, useState } from "react";
import { useActivities } from "@/activity/useActivities";
import type { Activity } from "@/api/activity";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { formatDate, formatTime } from "@/lib/dates";
import { FAILED_OWN } from "@/messages";
import { type TimelineEvent, timelineOf } from "../timeline";
import type { Negotiation } from "../types";
import styles from "./Timeline.module.css";

const SIDES: Readonly<Record<string, string>> = {
  buyer: "買手",
  bf: "買手側金融機関",
  sf: "売手側金融機関",
  seller: "売手のオーナー",
  office: "事務局",
  system: "システム",
};

const FIRST = 5;

/**
 * What happened, the newest first; lines that a side may not know are not in it. Among them stands what the reader's own
 * institution noted (活動記録).
 */
export function TimelineSection({ negotiation: n }: { negotiation: Negotiation }) {
  const [all, setAll] = useState(false);
  const { activities, count, hasMore, isReading, isStuck, readMore } = useActivities({
    buyerNegotiationId: n.buyerNegotiationId,
  });
  useEffect(() => {
    if (all && hasMore && !isReading && !isStuck) void readMore();
  }, [all, hasMore, isReading, isStuck, readMore]);
  const lines = timelineOf(n.timeline, activities);
  if (lines.length === 0) return null;
  const total = n.timeline.length + count;
  return (
    <section className={styles.box}>
      <Heading level={2}>履歴</Heading>
      <ol className={styles.list}>
        {(all ? lines : lines.slice(0, FIRST)).map((line, index) =>
          "activity" in line ? (
            <li key={line.activity.activityId}>
              <ActivityLine activity={line.activity} />
            </li>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may bear the same time.
            <li key={`${line.event.at}.${line.event.event}.${index}`}>
              <EventLine event={line.event} />
            </li>
          ),
        )}
      </ol>
      {all && isStuck && (
        <p role="alert">
          {FAILED_OWN.activityLoad}
          <Button onClick={() => readMore()}>もう一度読み込む</Button>
        </p>
      )}
      {total > FIRST && (
        <Button kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "新しいものだけを表示する" : `すべて表示する（${total}件）`}
        </Button>
      )}
    </section>
  );
}

function EventLine({ event }: { event: TimelineEvent }) {
  return (
    <>
      <time>{formatTime(event.at)}</time>
      <span>
        <strong>{event.label}</strong>
        <span className={styles.by}>
          {SIDES[event.side]}
          {event.userName && `（${event.userName}）`}
        </span>
        {event.newValue && (
          <span className={styles.more}>
            {event.oldValue ? `${event.oldValue} → ` : ""}
            {event.newValue}
          </span>
        )}
        {event.reason && <span className={styles.more}>{event.reason}</span>}
        {event.comment && <span className={styles.more}>{event.comment}</span>}
      </span>
    </>
  );
}

/** A note of the own institution's, which nobody else sees. */
function ActivityLine({ activity }: { activity: Activity }) {
  const means = codeLabel(useEnumerations(), "activityMeans", activity.means);
  return (
    <>
      <time>{formatDate(activity.date)}</time>
      <span>
        <strong>活動記録：{means}</strong>
        <span className={styles.by}>
          自機関のみ
          {activity.userName && `（${activity.userName}）`}
        </span>
        {activity.counterpart && <span className={styles.more}>相手：{activity.counterpart}</span>}
        <span className={styles.more}>{activity.body}</span>
      </span>
    </>
  );
}
