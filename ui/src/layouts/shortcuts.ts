import { useEffect } from "react";

/** `/` focuses the search field, `?` calls onHelp; neither while a field or a dialog has the focus. */
export function useShortcuts(onHelp: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const target = event.target as HTMLElement | null;
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
  }, [onHelp]);
}
