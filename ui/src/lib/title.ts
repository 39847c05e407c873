import { signal } from "@preact/signals-react";
import { useEffect } from "react";

/** What the screen calls the thing it shows, where the route's title is too general. */
export const screenTitle = signal<string | null>(null);

/** Names the page in the tab and at the end of the breadcrumb: a listing's title, say. */
export function useScreenTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    screenTitle.value = title;
    return () => {
      screenTitle.value = null;
    };
  }, [title]);
}
