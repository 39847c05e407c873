import { Component, type ReactNode } from "react";
import { ApiError } from "@/api/errors";
import { forgetFailures } from "@/api/query";
import { ErrorPage } from "./ErrorPage";

/** Shows an error page for an error that a screen throws: an ApiError by its status, all others as 500. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    // Failed queries are removed from the cache, so that opening the page again fetches again.
    forgetFailures();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ApiError) return <ErrorPage status={error.status} detail={error.detail} />;
    return <ErrorPage status={500} />;
  }
}
