import { type ReactNode, useEffect, useRef, useState } from "react";
import { Tabs as RacTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";
import { Badge } from "./Badge";
import styles from "./Tabs.module.css";

export interface TabItem {
  key: string;
  label: string;
  /** The number of waiting things in the tab. */
  count?: number;
  content: ReactNode;
}

/** Tabs, one open at a time. Keep `selected` in the URL (lib/urlstate). */
export function Tabs({
  items,
  selected,
  onSelect,
  label,
}: {
  items: readonly TabItem[];
  selected: string;
  onSelect: (key: string) => void;
  label: string;
}) {
  const { list, cut } = useScrolledTabs(
    selected,
    items.map(({ label: text, count }) => `${text} ${count ?? ""}`).join(),
  );
  return (
    <RacTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
      keyboardActivation="manual"
      className={styles.tabs}
    >
      <div className={styles.row} data-cut={cut || undefined}>
        <TabList ref={list} aria-label={label} className={styles.list}>
          {items.map((item) => (
            <Tab key={item.key} id={item.key} className={styles.tab}>
              {item.label}
              {item.count !== undefined && <Badge count={item.count} label="未確認" />}
            </Tab>
          ))}
        </TabList>
      </div>
      {items.map((item) => (
        <TabPanel key={item.key} id={item.key} className={styles.panel}>
          {item.content}
        </TabPanel>
      ))}
    </RacTabs>
  );
}

/**
 * If the row of tabs is wider than the screen it scrolls: the open tab is kept visible, and the
 * row indicates at which end there are more.
 */
function useScrolledTabs(selected: string, labels: string) {
  const list = useRef<HTMLDivElement>(null);
  const [cut, setCut] = useState("");
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const updateCut = () => {
      const { scrollLeft, clientWidth, scrollWidth } = box;
      const ends = [scrollLeft > 1 && "start", scrollLeft + clientWidth < scrollWidth - 1 && "end"];
      setCut(ends.filter(Boolean).join(" "));
    };
    box.addEventListener("scroll", updateCut, { passive: true });
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(updateCut);
    observer?.observe(box);
    return () => {
      box.removeEventListener("scroll", updateCut);
      observer?.disconnect();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other labels or counts change the row's width.
  useEffect(() => {
    // The tabs exist after the next layout.
    const frame = requestAnimationFrame(() => {
      const box = list.current;
      const open = box?.querySelector<HTMLElement>(`[data-key="${CSS.escape(selected)}"]`);
      if (box && open) box.scrollLeft = open.offsetLeft - (box.clientWidth - open.offsetWidth) / 2;
      box?.dispatchEvent(new Event("scroll"));
    });
    return () => cancelAnimationFrame(frame);
  }, [selected, labels]);
  return { list, cut };
}
