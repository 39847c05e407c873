import type { Activity } from "@/api/activity";
import { dayInJapan, formatDate, formatTime } from "@/lib/dates";
import type { Negotiation } from "./types";

export type TimelineEvent = Negotiation["timeline"][number];

/** A line of the timeline: what happened in the negotiation, or what the own institution noted. */
type TimelineLine = { event: TimelineEvent } | { activity: Activity };

/**
 * Puts the own institution's notes among the events, the newest first: a note of the day on which it was written at its time, any
 * other before what happened on its day, as nobody noted its hour.
 */
export function timelineOf(
  events: readonly TimelineEvent[],
  activities: readonly Activity[],
): readonly TimelineLine[] {
  const lines = [
    ...events.map((event) => ({ at: formatTime(event.at), line: { event } as TimelineLine })),
    ...activities.map((activity) => ({ at: momentOf(activity), line: { activity } as TimelineLine })),
  ];
  return lines.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).map(({ line }) => line);
}

const momentOf = ({ date, created }: Activity): string =>
  dayInJapan(created) === date ? formatTime(created) : `${formatDate(date)} 24:00`;
