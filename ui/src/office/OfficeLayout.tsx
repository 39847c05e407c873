import { LogOut, Menu as MenuIcon } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { network } from "@/api/network";
import { Button } from "@/kit/Button";
import { Link } from "@/kit/Link";
import { isHere, MENU } from "./menu";
import styles from "./OfficeLayout.module.css";
import { isADM, officer, passwordDue, secondStepDue, signOut } from "./session";

const Drawer = lazy(async () => ({ default: (await import("@/kit/Drawer")).Drawer }));

/** The frame of the console: plainly not the members' one, so that nobody mistakes where he is. */
export function OfficeLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const [menuOn, setMenuOn] = useState<string | null>(null);
  // Before the new password and the second step there is nowhere to go.
  const menu = officer.value !== null && !passwordDue.value && !secondStepDue.value;
  return (
    <div className={styles.frame} data-plain={menu ? undefined : true}>
      <header className={styles.header}>
        {menu && (
          <span className={styles.menuButton}>
            <Button kind="quiet" aria-label="メニューを開く" onClick={() => setMenuOn(path)}>
              <MenuIcon aria-hidden size={22} />
            </Button>
          </span>
        )}
        <span className={styles.name}>
          <Link href="/office">{network.value.networkName}</Link>
        </span>
        <span className={styles.mark}>
          {officer.value === null ? "管理画面" : isADM.value ? "事務局" : "金融機関管理者"}
        </span>
        {officer.value !== null && (
          <span className={styles.logout}>
            <Button kind="quiet" icon={<LogOut aria-hidden size={18} />} onClick={signOut}>
              ログアウト
            </Button>
          </span>
        )}
      </header>
      {menu && (
        <div className={styles.side}>
          <OfficeMenu label="メニュー" path={path} />
        </div>
      )}
      <div className={styles.body}>
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {menuOn === path && (
        <Suspense>
          <Drawer open title="メニュー" onClose={() => setMenuOn(null)}>
            <OfficeMenu label="すべての画面" path={path} onGo={() => setMenuOn(null)} />
          </Drawer>
        </Suspense>
      )}
    </div>
  );
}

function OfficeMenu({ label, path, onGo }: { label: string; path: string; onGo?: () => void }) {
  return (
    <nav className={styles.menu} aria-label={label}>
      {MENU.map(({ title, items }) => {
        const mine = items.filter((item) => isADM.value || item.fad);
        if (mine.length === 0) return null;
        return (
          <div key={title ?? ""}>
            {title && <p className={styles.title}>{title}</p>}
            <ul>
              {mine.map((item) => {
                const Icon = item.icon;
                return (
                  <li key={item.href} className={styles.item}>
                    <Link
                      href={item.href}
                      onClick={onGo}
                      aria-current={isHere(item, path) ? "page" : undefined}
                      icon={<Icon aria-hidden size={18} />}
                    >
                      {item.label}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
