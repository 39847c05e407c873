import { useLayoutEffect } from "react";

/**
 * `/` focuses the search field, `?` calls onHelp; neither while a field or a dialog has the focus. Ctrl K
 * or ⌘K calls onPalette, also out of a field.
 */
export function useShortcuts(onHelp: () => void, onPalette: () => void): void {
  // Before the page can be seen: a key that is pressed at once is not lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey &&
        !event.isComposing &&
        event.key.toLowerCase() === "k"
      ) {
        event.preventDefault();
        if (!target?.closest("[role='dialog'], [role='alertdialog']")) onPalette();
        return;
      }
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (
        target?.closest("input, textarea, select, [contenteditable], [role='dialog'], [role='alertdialog']")
      )
        return;
      if (event.key === "/") {
        // The frame's is the same on every screen; where a frame has none it is the screen's own.
        const search =
          document.querySelector<HTMLElement>("header [data-search]") ??
          document.querySelector<HTMLElement>("main [data-search]") ??
          document.querySelector<HTMLElement>("main input[type='search']");
        if (!search) return;
        event.preventDefault();
        search.focus();
      } else if (event.key === "?") {
        event.preventDefault();
        onHelp();
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onHelp, onPalette]);
}
