import { Menu, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { network } from "@/api/network";
import { Brand } from "@/kit/Brand";
import { Button } from "@/kit/Button";
import { Link } from "@/kit/Link";
import { NARROW, useMedia } from "@/lib/media";
import { isSignedIn } from "@/session/session";
import { Footer } from "./Footer";
import styles from "./PublicLayout.module.css";

/**
 * The frame of public pages (SPEC.md section 2 "Public header"). `narrow` is the login layout: one
 * small column. On a phone the links are behind a button, as their three lines would take half of
 * the screen.
 */
export function PublicLayout({ narrow, children }: { narrow?: boolean; children: ReactNode }) {
  const [path] = useLocation();
  const isPhone = useMedia(NARROW);
  const [openOn, setOpenOn] = useState<string | null>(null);
  // The menu opened on one page is closed on the next one.
  const isOpen = openOn === path;
  const toMembers = narrow ? null : isSignedIn.value ? (
    <Link href="/mypage" button="secondary">
      トップページ
    </Link>
  ) : (
    <Link href="/login" button="primary">
      ログイン
    </Link>
  );
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <span className={styles.name}>
          <Link href={isSignedIn.value ? "/mypage" : "/"}>
            <Brand name={network.value.networkName} logo={network.value.logo} />
          </Link>
        </span>
        {isPhone && (
          <Button
            kind="quiet"
            aria-expanded={isOpen}
            aria-controls="public-menu"
            icon={isOpen ? <X aria-hidden size={20} /> : <Menu aria-hidden size={20} />}
            onClick={() => setOpenOn(isOpen ? null : path)}
          >
            ご案内
          </Button>
        )}
        <nav id="public-menu" aria-label="ご案内" hidden={isPhone && !isOpen}>
          <ul className={styles.links}>
            <li>
              <Link href="/">サービス紹介</Link>
            </li>
            <li>
              <Link href="/faq">よくあるご質問</Link>
            </li>
            <li>
              <Link href="/contact">お問い合わせ</Link>
            </li>
            {network.value.isAccountRequestEnabled && (
              <li>
                <Link href="/join">はじめての金融機関の方</Link>
              </li>
            )}
            {toMembers && <li>{toMembers}</li>}
          </ul>
        </nav>
      </header>
      <main id="main" className={styles.main} data-narrow={narrow || undefined} tabIndex={-1}>
        {children}
      </main>
      <Footer member={false} />
    </div>
  );
}
