import { useState } from "react";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { formatTime } from "@/lib/dates";
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

/** What happened, the newest first; lines that a side may not know are not in it. */
export function TimelineSection({ negotiation: n }: { negotiation: Negotiation }) {
  const [all, setAll] = useState(false);
  if (n.timeline.length === 0) return null;
  const shown = all ? n.timeline : n.timeline.slice(0, FIRST);
  return (
    <section className={styles.box}>
      <Heading level={2}>履歴</Heading>
      <ol className={styles.list}>
        {shown.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may bear the same time.
          <li key={`${event.at}.${event.event}.${index}`}>
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
          </li>
        ))}
      </ol>
      {n.timeline.length > FIRST && (
        <Button kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "新しいものだけを表示する" : `すべて表示する（${n.timeline.length}件）`}
        </Button>
      )}
    </section>
  );
}
