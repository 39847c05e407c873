import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "./Link";
import styles from "./MenuList.module.css";

interface MenuListItem {
  href: string;
  label: string;
  icon: LucideIcon;
}

interface MenuListGroup<T extends MenuListItem> {
  title?: string;
  items: readonly T[];
}

/** The menu's pages in groups; the current one is marked. */
export function MenuList<T extends MenuListItem>({
  label,
  groups,
  isCurrent,
  onGo,
  tone,
  after,
  children,
}: {
  label: string;
  groups: readonly MenuListGroup<T>[];
  isCurrent: (item: T) => boolean;
  onGo?: () => void;
  tone?: "own";
  /** Content after the label of an item. */
  after?: (item: T) => ReactNode;
  /** Content at the end of the menu. */
  children?: ReactNode;
}) {
  return (
    <nav className={styles.menu} data-tone={tone} aria-label={label}>
      {groups.map((group, index) => (
        <div key={group.title ?? index}>
          {group.title && <p className={styles.title}>{group.title}</p>}
          <ul>
            {group.items.map((item) => {
              const Icon = item.icon;
              return (
                <li key={item.href} className={styles.item}>
                  <Link
                    href={item.href}
                    onClick={onGo}
                    aria-current={isCurrent(item) ? "page" : undefined}
                    icon={<Icon aria-hidden size={18} />}
                  >
                    {item.label}
                    {after?.(item)}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      {children}
    </nav>
  );
}
