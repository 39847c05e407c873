import { LogOut } from "lucide-react";
import { useLocation } from "wouter";
import { useUnreadCount } from "@/api/unread";
import { Badge } from "@/kit/Badge";
import { Button } from "@/kit/Button";
import { Link } from "@/kit/Link";
import { isFIN } from "@/session/session";
import { askLogout } from "./logout";
import styles from "./Menu.module.css";
import { FIN_BAR, FIN_MENU, isCurrent, type MenuItem, OTHER_BAR, OTHER_MENU } from "./menus";

/** The full menu of the role, with log-out at its end. */
export function Menu({ label, onGo }: { label: string; onGo?: () => void }) {
  const [path] = useLocation();
  const groups = isFIN.value ? FIN_MENU : OTHER_MENU;
  return (
    <nav className={styles.menu} aria-label={label}>
      {groups.map((group, index) => (
        <div key={group.title ?? index}>
          {group.title && <p className={styles.title}>{group.title}</p>}
          <ul>
            {group.items.map((item) => (
              <li key={item.href}>
                <MenuLink item={item} path={path} onGo={onGo} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Button
        kind="quiet"
        icon={<LogOut aria-hidden size={18} />}
        onClick={() => {
          onGo?.();
          return askLogout();
        }}
      >
        ログアウト
      </Button>
    </nav>
  );
}

function MenuLink({ item, path, onGo }: { item: MenuItem; path: string; onGo?: () => void }) {
  const Icon = item.icon;
  const unread = useUnreadCount();
  return (
    <span className={styles.item}>
      <Link
        href={item.href}
        onClick={onGo}
        aria-current={isCurrent(item, path) ? "page" : undefined}
        icon={<Icon aria-hidden size={18} />}
      >
        {item.label}
        {item.href === "/mypage" && <Badge count={unread} label="未読のメッセージ" />}
      </Link>
    </span>
  );
}

/** Four places and the full menu at the thumb, on narrow screens. */
export function BottomBar({ onMenu }: { onMenu: () => void }) {
  const [path] = useLocation();
  return (
    <nav className={styles.bar} aria-label="よく使う画面">
      <ul>
        {(isFIN.value ? FIN_BAR : OTHER_BAR).map((item) => {
          const Icon = item.icon;
          return (
            <li key={item.href}>
              <Link
                href={item.href}
                aria-current={isCurrent(item, path) ? "page" : undefined}
                icon={<Icon aria-hidden size={22} />}
              >
                {item.short}
              </Link>
            </li>
          );
        })}
        <li>
          <button type="button" onClick={onMenu} aria-haspopup="dialog">
            <span aria-hidden className={styles.bars} />
            メニュー
          </button>
        </li>
      </ul>
    </nav>
  );
}
