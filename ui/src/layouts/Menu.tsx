import { LogOut } from "lucide-react";
import { useLocation } from "wouter";
import { useUnreadCount, useUnreadList } from "@/api/message";
import { Badge } from "@/kit/Badge";
import { Button } from "@/kit/Button";
import { Link } from "@/kit/Link";
import { MenuList } from "@/kit/MenuList";
import { isFIN, isLending } from "@/session/session";
import { askLogout } from "./logout";
import styles from "./Menu.module.css";
import {
  FIN_BAR,
  FIN_MENU,
  isCurrent,
  LENDING_BAR,
  LENDING_MENU,
  OTHER_BAR,
  OTHER_MENU,
  UNREAD_SIDE,
} from "./menus";

/** The full menu of the role, with log-out at its end. */
export function Menu({ label, onGo }: { label: string; onGo?: () => void }) {
  const [path] = useLocation();
  const unread = useUnreadCount();
  return (
    <MenuList
      label={label}
      groups={isLending.value ? LENDING_MENU : isFIN.value ? FIN_MENU : OTHER_MENU}
      isCurrent={(item) => isCurrent(item, path)}
      onGo={onGo}
      after={(item) =>
        item.href === "/mypage" && <Badge count={unread} label="未読のメッセージ" word="未読" />
      }
    >
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
    </MenuList>
  );
}

/** The bar at the bottom of narrow screens: four screens and the button of the full menu. */
export function BottomBar({ onMenu }: { onMenu: () => void }) {
  const [path] = useLocation();
  const unread = useUnreadList();
  const unreadOf = (href: string) =>
    unread.reduce((sum, { side, count }) => sum + (side === UNREAD_SIDE[href] ? count : 0), 0);
  return (
    <nav className={styles.bar} aria-label="よく使う画面">
      <ul>
        {(isLending.value ? LENDING_BAR : isFIN.value ? FIN_BAR : OTHER_BAR).map((item) => {
          const Icon = item.icon;
          return (
            <li key={item.href}>
              <Link
                href={item.href}
                aria-current={isCurrent(item, path) ? "page" : undefined}
                icon={<Icon aria-hidden size={22} />}
              >
                {item.short}
                <Badge count={unreadOf(item.href)} label="未読のメッセージ" />
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
