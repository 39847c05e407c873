import { useSyncExternalStore } from "react";

/** The width below which tables become cards (SPEC.md section 9: 480 px). */
export const NARROW = "(width < 480px)";

/** Whether a media query holds now; the component follows it. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia?.(query);
      media?.addEventListener("change", changed);
      return () => media?.removeEventListener("change", changed);
    },
    () => window.matchMedia?.(query).matches ?? false,
  );
}
