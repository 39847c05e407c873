import { queryOptions } from "@tanstack/react-query";
import { ALL, read } from "./read";

/**
 * A bank user's first screen, read in one call. Work on every screen changes it, so it is always
 * fetched again.
 * @param isMine only what is the user's own or nobody's, else the whole institution's (team.md 1)
 */
export const deskQuery = (isMine: boolean) =>
  queryOptions({ ...read("mypage", "/api/MyPage/GetDesk", { isMine }), staleTime: 0 });

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
