import { queryOptions } from "@tanstack/react-query";
import { ALL, read } from "./read";

/**
 * A bank user's first screen, read in one call. Work on every screen changes it, so it is always
 * fetched again.
 */
export const deskQuery = queryOptions({ ...read("mypage", "/api/MyPage/GetDesk", {}), staleTime: 0 });

/** What the search box of the frame finds. Work on every screen changes it. */
export const findQuery = (word: string) =>
  queryOptions({ ...read("mypage", "/api/MyPage/Find", { word }), staleTime: 0 });

/** Current notices (SPEC.md section 7 Other). */
export const topicsQuery = read("topic", "/api/Topics/GetTopics", {
  isAll: false,
  pageNumber: 1,
  limit: ALL,
  propertyName: "companyName",
  isDescending: "true",
});
