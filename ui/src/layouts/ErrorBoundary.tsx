import { Component, type ReactNode } from "react";
import { ApiError } from "@/api/errors";
import { forgetFailures } from "@/api/query";
import { ErrorPage } from "./ErrorPage";

/** Turns what a screen throws into an error page: an ApiError by its status, all else 500. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    // A failed fetch is asked again when the page is opened again.
    forgetFailures();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ApiError) return <ErrorPage status={error.status} detail={error.detail} />;
    return <ErrorPage status={500} />;
  }
}
