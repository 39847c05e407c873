import { infiniteQueryOptions } from "@tanstack/react-query";
import { read } from "./read";
import type { components } from "./schema.gen";

const ACTIVITIES = "/api/Activity/GetActivities";

/** As many notes as are read at once. */
const PAGE = 20;

/** What a note is about: an own company, or a negotiation, of which it is the own side. */
export type ActivityOf = { companyId: string } | { buyerNegotiationId: string };

export type Activity = components["schemas"]["ActivityRow"];

/** What the own institution noted about a record, the newest first, page by page. */
export const activitiesQuery = (of: ActivityOf) => {
  const asked = (pageNumber: number) => read("activity", ACTIVITIES, { ...of, pageNumber, limit: PAGE });
  return infiniteQueryOptions({
    queryKey: [...asked(1).queryKey.slice(0, 2), of],
    queryFn: ({ pageParam, signal }) => asked(pageParam).queryFn({ signal }),
    initialPageParam: 1,
    getNextPageParam: ({ allCount }, pages) =>
      pages.length * PAGE < allCount ? pages.length + 1 : undefined,
  });
};
