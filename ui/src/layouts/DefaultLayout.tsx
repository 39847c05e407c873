import { CircleUserRound, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { network } from "@/api/network";
import { Brand } from "@/kit/Brand";
import { Breadcrumb, type Crumb } from "@/kit/Breadcrumb";
import { Button } from "@/kit/Button";
import { Frame } from "@/kit/Frame";
import { Link } from "@/kit/Link";
import { SearchBox } from "@/kit/SearchBox";
import { useRawSearch } from "@/lib/location";
import { isBankUser, isFIN, isLending, user } from "@/session/session";
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
          {!isLending.value && <FindBox />}
          <span className={styles.user}>
            <CircleUserRound aria-hidden size={18} />
            {user.value?.userName || (isBankUser.value ? "金融機関ユーザ" : "買手ユーザ")}
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
          <Breadcrumb crumbs={crumbs} />
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

/** The search box of every screen. Enter opens what it found if that is one thing, else the list of hits. */
function FindBox() {
  const [path, navigate] = useLocation();
  const search = useRawSearch();
  return (
    <SearchBox
      finds={isFIN.value ? "番号・企業名・案件名" : "番号・案件名"}
      help={
        isFIN.value
          ? "番号（N-1a2b3c4d など）、担当する売手・買手の名前、カナ、顧客番号、案件名"
          : "番号（N-1a2b3c4d など）、案件名"
      }
      word={path === "/find" ? (new URLSearchParams(search).get("word") ?? "") : ""}
      maxLength={100}
      onSearch={(word) =>
        navigate(`/find?${new URLSearchParams({ word })}`, {
          state: { opensOnly: true },
          replace: path === "/find",
        })
      }
    />
  );
}
