import { useSyncExternalStore } from "react";

/** The mobile layout (SPEC.md section 9: 480 px). */
export const NARROW = "(width < 480px)";

/** The width below which tables become cards, as on a small tablet or a desktop at 200 % zoom. */
export const NO_COLUMNS = "(width < 768px)";

/** Whether a media query holds now; the component is rendered again when that changes. */
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
