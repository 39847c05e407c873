import { useInfiniteQuery } from "@tanstack/react-query";
import { type Activity, type ActivityOf, activitiesQuery } from "@/api/activity";
import { isFIN } from "@/session/session";

const NONE: readonly Activity[] = [];

/** What the own institution noted about a record, as far as it is read. Nobody but a bank's user asks. */
export function useActivities(of: ActivityOf) {
  const isNamed = Object.values(of).every(Boolean);
  const { data, isError, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      ...activitiesQuery(of),
      enabled: isFIN.value && isNamed,
    });
  const pages = data?.pages ?? [];
  return {
    isLoaded: data !== undefined,
    isError,
    /** A note that came in meanwhile moves the pages: none is shown twice. */
    activities: pages.length === 0 ? NONE : unique(pages.flatMap(({ activityList }) => activityList)),
    count: pages[0]?.allCount ?? 0,
    nextAction: pages[0]?.nextAction,
    hasMore: hasNextPage,
    isReading: isFetchingNextPage,
    /** The next page was not read; asking again is a press of the reader's. */
    isStuck: isFetchNextPageError,
    readMore: fetchNextPage,
    readAgain: refetch,
  };
}

const unique = (rows: readonly Activity[]): readonly Activity[] => [
  ...new Map(rows.map((row) => [row.activityId, row])).values(),
];
