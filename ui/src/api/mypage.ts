import { queryOptions } from "@tanstack/react-query";
import { ALL, read } from "./read";

/** All of a bank's desk, of one moment. Deeds on every screen change it: it is never taken from memory alone. */
export const deskQuery = queryOptions({ ...read("mypage", "/api/MyPage/GetDesk", {}), staleTime: 0 });

/** Current notices (SPEC.md section 7 Other). */
export const topicsQuery = read("topic", "/api/Topics/GetTopics", {
  isAll: false,
  pageNumber: 1,
  limit: ALL,
  propertyName: "companyName",
  isDescending: "true",
});
