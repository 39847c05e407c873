import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError, isPreparing } from "./errors";

/** The cache of the server's answers. It ends with the page: log-out loads a new one. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Two users may work on the same case: older data is fetched again.
      staleTime: 10_000,
      retry: (failures, error) =>
        (failures < 1 || (isPreparing(error) && failures < 60)) &&
        !(error instanceof ApiError && error.status < 500) &&
        navigator.onLine,
      retryDelay: (_, error) => (isPreparing(error) ? 3000 : 800),
    },
    mutations: { retry: false },
  },
});

/**
 * Forgets failed queries so that they are sent again: the cause is solved, or the user goes to
 * another page.
 */
export function forgetFailures(): void {
  queryClient.removeQueries({ predicate: (query) => query.state.status === "error" });
}

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/**
 * For the query on which a page depends: `useQuery({ …, ...pageFetch })`. Its failure shows the
 * error page of that status (SPEC.md section 8): 400 means no right or deleted.
 */
export const pageFetch = { throwOnError: true } as const;
