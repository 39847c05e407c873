import { useSyncExternalStore } from "react";

/** The mobile layout (SPEC.md section 9: 480 px). */
export const NARROW = "(width < 480px)";

/** The width below which tables become cards, as on a tablet or a desktop at 200 % zoom. The menu takes 232 px of it. */
export const NO_COLUMNS = "(width < 900px)";

/** The width from which a list's conditions can be above it; below it they are in a drawer. */
export const FOLDABLE = "(width >= 1024px)";

/** The width from which a form has room for its preview beside it; below it a button opens the preview. */
export const PREVIEW_BESIDE = "(width >= 1100px)";

/** The width from which a screen has room beside its list: a laptop of 1366 pixels at 125 % has 1093. */
export const ROOMY = "(width >= 1280px)";

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
