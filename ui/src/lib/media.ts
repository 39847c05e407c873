import { useSyncExternalStore } from "react";

/** The mobile layout (SPEC.md section 9: 480 px). */
export const NARROW = "(width < 480px)";

/** Where the columns of a table have no room, as on a small tablet or a desk enlarged to 200 %: cards. */
export const NO_COLUMNS = "(width < 768px)";

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
