import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { network } from "@/api/network";
import { Brand } from "@/kit/Brand";
import { Button } from "@/kit/Button";
import { Frame } from "@/kit/Frame";
import { Link } from "@/kit/Link";
import { MenuList } from "@/kit/MenuList";
import { SearchBox } from "@/kit/SearchBox";
import { useRawSearch } from "@/lib/location";
import { isADM, officeUser, passwordDue, secondStepDue, signOut } from "@/session/office";
import { isHere, MENU } from "./menu";
import styles from "./OfficeLayout.module.css";

/** The console's frame. It looks different from the members' frame, so that users do not confuse them. */
export function OfficeLayout({ children }: { children: ReactNode }) {
  // No menu while a new password or the second step is due: no other screen can be opened.
  const hasMenu = officeUser.value !== null && !passwordDue.value && !secondStepDue.value;
  return (
    <Frame
      tone="own"
      header={
        <>
          <span className={styles.name}>
            <Link href="/office">
              <Brand name={network.value.networkName} logo={network.value.logo} />
            </Link>
          </span>
          <span className={styles.mark}>
            {officeUser.value === null ? "管理画面" : isADM.value ? "事務局" : "金融機関管理者"}
          </span>
          {hasMenu && isADM.value && (
            <span className={styles.find}>
              <NumberBox />
            </span>
          )}
          {officeUser.value !== null && (
            <span className={styles.logout}>
              <Button kind="quiet" icon={<LogOut aria-hidden size={18} />} onClick={signOut}>
                ログアウト
              </Button>
            </span>
          )}
        </>
      }
      menu={hasMenu ? (label, onGo) => <OfficeMenu label={label} onGo={onGo} /> : null}
    >
      {children}
    </Frame>
  );
}

/** Finds by the numbers that applicants, senders and institutions name on the telephone. */
function NumberBox() {
  const [path, navigate] = useLocation();
  const search = useRawSearch();
  return (
    <SearchBox
      finds="受付番号・案件番号"
      help="利用申請 A-、お問い合わせ Q-、売却案件 L-、交渉 N- の番号（A-1a2b3c4d など）"
      word={path === "/office/find" ? (new URLSearchParams(search).get("word") ?? "") : ""}
      maxLength={100}
      onSearch={(word) =>
        navigate(`/office/find?${new URLSearchParams({ word })}`, {
          state: { opensOnly: true },
          replace: path === "/office/find",
        })
      }
    />
  );
}

function OfficeMenu({ label, onGo }: { label: string; onGo?: () => void }) {
  const [path] = useLocation();
  const visibleGroups = MENU.map(({ title, items }) => ({
    title,
    items: items.filter((item) => (isADM.value ? !item.fadOnly : item.fad)),
  })).filter(({ items }) => items.length > 0);
  return (
    <MenuList
      label={label}
      groups={visibleGroups}
      isCurrent={(item) => isHere(item, path)}
      onGo={onGo}
      tone="own"
    />
  );
}
