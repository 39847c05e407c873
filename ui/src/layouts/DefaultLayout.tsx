import { CircleUserRound, LogOut, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { network } from "@/api/network";
import { Brand } from "@/kit/Brand";
import { Breadcrumb, type Crumb } from "@/kit/Breadcrumb";
import { Button } from "@/kit/Button";
import { isComposing } from "@/kit/Form";
import { Frame } from "@/kit/Frame";
import { Link } from "@/kit/Link";
import { isFIN, user } from "@/session/session";
import styles from "./DefaultLayout.module.css";
import { Footer } from "./Footer";
import { askLogout } from "./logout";
import { BottomBar, Menu } from "./Menu";
import { TrialNotice } from "./TrialNotice";

/** The frame of all screens behind the login (design: ui.md "Frame"). */
export function DefaultLayout({ crumbs, children }: { crumbs: readonly Crumb[]; children: ReactNode }) {
  return (
    <Frame
      header={
        <>
          <span className={styles.name}>
            <Link href="/mypage">
              <Brand name={network.value.networkName} logo={network.value.logo} />
            </Link>
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
        </>
      }
      menu={(label, onGo) => <Menu label={label} onGo={onGo} />}
      above={
        <>
          {crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
          <TrialNotice />
        </>
      }
      below={<Footer member />}
      bar={(onMenu) => <BottomBar onMenu={onMenu} />}
    >
      {children}
    </Frame>
  );
}

/** Free-word search of listings on every screen; the key `/` focuses it if the screen has no search of its own. */
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
