import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError, isPreparing } from "./errors";

/** What the server holds, as the screens know it. Dies with the page: log-out loads a new one. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Two clerks work on the same case: what is older than this is asked for again.
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

/** Asks anew for what was refused: what stood in the way is done, or the reader moves on. */
export function forgetFailures(): void {
  queryClient.removeQueries({ predicate: (query) => query.state.status === "error" });
}

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/**
 * For the fetch a page stands on: `useQuery({ …, ...pageFetch })`. Its failure is the error
 * page of that status (SPEC.md section 8): 400 means no right or deleted.
 */
export const pageFetch = { throwOnError: true } as const;
