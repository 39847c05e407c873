import { queryOptions } from "@tanstack/react-query";
import { part, type QueryOf, read } from "./read";

/** The demo's mails. */
export const mailsQuery = (conditions: QueryOf<"/api/Demo/GetMails">) =>
  read("demo", "/api/Demo/GetMails", conditions);

/** The demo's logins and their password. */
export const loginsQuery = queryOptions({
  ...part(read("demo", "/api/Demo/GetLogins", {}), ({ loginList }) => loginList),
  staleTime: Number.POSITIVE_INFINITY,
});
