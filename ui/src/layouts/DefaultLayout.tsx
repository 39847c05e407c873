import { CircleUserRound, LogOut, Menu as MenuIcon, Search } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { network } from "@/api/network";
import { Breadcrumb, type Crumb } from "@/kit/Breadcrumb";
import { Button } from "@/kit/Button";
import { isComposing } from "@/kit/Form";
import { Link } from "@/kit/Link";
import { isFIN, user } from "@/session/session";
import styles from "./DefaultLayout.module.css";
import { Footer } from "./Footer";
import { askLogout } from "./logout";
import { BottomBar, Menu } from "./Menu";
import { TrialNotice } from "./TrialNotice";

const Drawer = lazy(async () => ({ default: (await import("@/kit/Drawer")).Drawer }));

/** The frame of all screens behind the login (design: ui.md "Frame"). */
export function DefaultLayout({ crumbs, children }: { crumbs: readonly Crumb[]; children: ReactNode }) {
  const [path] = useLocation();
  const [menuOn, setMenuOn] = useState<string | null>(null);
  // A menu opened on one page is closed on the next.
  const menuOpen = menuOn === path;
  const closeMenu = () => setMenuOn(null);
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <span className={styles.menuButton}>
          <Button kind="quiet" aria-label="メニューを開く" onClick={() => setMenuOn(path)}>
            <MenuIcon aria-hidden size={22} />
          </Button>
        </span>
        <span className={styles.name}>
          <Link href="/mypage">{network.value.networkName}</Link>
        </span>
        <ListingSearch />
        <span className={styles.user}>
          <CircleUserRound aria-hidden size={18} />
          {user.value?.userName || (isFIN.value ? "金融機関ユーザ" : "買手ユーザ")}
        </span>
        <span className={styles.logout}>
          <Button kind="quiet" icon={<LogOut aria-hidden size={18} />} onClick={askLogout}>
            ログアウト
          </Button>
        </span>
      </header>
      <div className={styles.side}>
        <Menu label="メニュー" />
      </div>
      <div className={styles.body}>
        {crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
        <TrialNotice />
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <Footer member />
      </div>
      <BottomBar onMenu={() => setMenuOn(path)} />
      {menuOpen && (
        <Suspense>
          <Drawer open title="メニュー" onClose={closeMenu}>
            <Menu label="すべての画面" onGo={closeMenu} />
          </Drawer>
        </Suspense>
      )}
    </div>
  );
}

/** Free-word search of listings from anywhere; `/` goes here where a screen has no search of its own. */
function ListingSearch() {
  const [, navigate] = useLocation();
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const word = String(new FormData(event.currentTarget).get("freeWord") ?? "").trim();
          navigate(word ? `/seller-business?${new URLSearchParams({ freeWord: word })}` : "/seller-business");
        }}
      >
        <input
          type="search"
          name="freeWord"
          aria-label="売却案件をフリーワードで検索"
          data-search="frame"
          onKeyDown={(event) => {
            if (event.key === "Enter" && isComposing(event)) event.preventDefault();
          }}
        />
        <Button type="submit" kind="quiet" icon={<Search aria-hidden size={20} />}>
          <span className={styles.searchLabel}>案件検索</span>
        </Button>
      </form>
    </search>
  );
}
