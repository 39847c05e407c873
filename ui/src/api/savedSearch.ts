import { queryOptions } from "@tanstack/react-query";
import { part, read } from "./read";

/** The user's own saved searches of a screen, by name. */
export const savedSearchesQuery = (area: string) =>
  queryOptions({
    ...part(
      read("savedSearch", "/api/SavedSearch/GetSavedSearchList", { area }),
      ({ savedSearchList }) => savedSearchList,
    ),
    staleTime: 60_000,
  });
