import { Menu as MenuIcon } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "./Button";
import styles from "./Frame.module.css";

const Drawer = lazy(async () => ({ default: (await import("./Drawer")).Drawer }));

/**
 * The frame for signed-in users: header, menu at the side, the screen (design: ui.md "Frame"). On
 * medium screens the menu is a drawer; on narrow ones `bar` is shown at the bottom and opens it.
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
  /** Content of the header after the menu button. */
  header: ReactNode;
  /** Renders the menu with a label, at the side and in the drawer; null if there is no menu. */
  menu: ((label: string, onGo?: () => void) => ReactNode) | null;
  /** "own" for the office's console: other colours, to distinguish it from the members' screens. */
  tone?: "own";
  /** Content above the screen. */
  above?: ReactNode;
  below?: ReactNode;
  bar?: (onMenu: () => void) => ReactNode;
  children: ReactNode;
}) {
  const [path] = useLocation();
  const [menuOn, setMenuOn] = useState<string | null>(null);
  // A menu opened on one page is closed after a navigation.
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
