import { signal } from "@preact/signals-react";
import { useEffect } from "react";

/** The name of the shown record, where the route's title is too general. */
export const screenTitle = signal<string | null>(null);

/** Sets the page's name in the tab and at the end of the breadcrumb, for example a listing's title. */
export function useScreenTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (!title) return;
    screenTitle.value = title;
    return () => {
      screenTitle.value = null;
    };
  }, [title]);
}
