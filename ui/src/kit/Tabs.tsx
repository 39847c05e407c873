import type { ReactNode } from "react";
import { Tabs as RacTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";
import { Badge } from "./Badge";
import styles from "./Tabs.module.css";

export interface TabItem {
  key: string;
  label: string;
  /** Things that wait there. */
  count?: number;
  content: ReactNode;
}

/** Parts of one thing, one at a time. Keep `selected` in the URL (lib/urlstate). */
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
  return (
    <RacTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
      keyboardActivation="manual"
      className={styles.tabs}
    >
      <TabList aria-label={label} className={styles.list}>
        {items.map((item) => (
          <Tab key={item.key} id={item.key} className={styles.tab}>
            {item.label}
            {item.count !== undefined && <Badge count={item.count} label="未確認" />}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.key} id={item.key} className={styles.panel}>
          {item.content}
        </TabPanel>
      ))}
    </RacTabs>
  );
}
