import { Menu as MenuIcon } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "./Button";
import styles from "./Frame.module.css";

const Drawer = lazy(async () => ({ default: (await import("./Drawer")).Drawer }));

/**
 * The frame of who has signed in: header, menu at the side, the screen (design: ui.md "Frame"). Where
 * the side has no room the menu is a drawer; `bar` stands at the foot of narrow screens and opens it.
 */
export function Frame({
  header,
  menu,
  tone,
  above,
  below,
  bar,
  children,
}: {
  /** What stands in the header after the button of the menu. */
  header: ReactNode;
  /** The menu by its name, beside the screen and in the drawer; null where there is nowhere to go. */
  menu: ((label: string, onGo?: () => void) => ReactNode) | null;
  /** The office's console, not to be mistaken for the members' screens. */
  tone?: "own";
  /** Above and below the screen itself. */
  above?: ReactNode;
  below?: ReactNode;
  bar?: (onMenu: () => void) => ReactNode;
  children: ReactNode;
}) {
  const [path] = useLocation();
  const [menuOn, setMenuOn] = useState<string | null>(null);
  // A menu opened on one page is closed on the next.
  const menuOpen = menu !== null && menuOn === path;
  const closeMenu = () => setMenuOn(null);
  return (
    <div
      className={styles.frame}
      data-plain={menu === null || undefined}
      data-tone={tone}
      data-bar={bar !== undefined || undefined}
    >
      <header className={styles.header}>
        {menu && (
          <span className={styles.menuButton}>
            <Button kind="quiet" aria-label="メニューを開く" onClick={() => setMenuOn(path)}>
              <MenuIcon aria-hidden size={22} />
            </Button>
          </span>
        )}
        {header}
      </header>
      {menu && <div className={styles.side}>{menu("メニュー")}</div>}
      <div className={styles.body}>
        {above}
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        {below}
      </div>
      {bar?.(() => setMenuOn(path))}
      {menuOpen && (
        <Suspense>
          <Drawer open title="メニュー" onClose={closeMenu}>
            {menu("すべての画面", closeMenu)}
          </Drawer>
        </Suspense>
      )}
    </div>
  );
}
