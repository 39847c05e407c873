import type { ReactNode } from "react";
import { network } from "@/api/network";
import { Brand } from "@/kit/Brand";
import { Link } from "@/kit/Link";
import { isSignedIn } from "@/session/session";
import { Footer } from "./Footer";
import styles from "./PublicLayout.module.css";

/**
 * The frame of pages for everybody (SPEC.md section 2 "Public header"). `narrow` is the
 * login layout: one small column.
 */
export function PublicLayout({ narrow, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <span className={styles.name}>
          <Link href={isSignedIn.value ? "/mypage" : "/"}>
            <Brand name={network.value.networkName} logo={network.value.logo} />
          </Link>
        </span>
        <nav aria-label="ご案内">
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
            {!narrow && (
              <li>
                {isSignedIn.value ? (
                  <Link href="/mypage" button="secondary">
                    トップページ
                  </Link>
                ) : (
                  <Link href="/login" button="primary">
                    ログイン
                  </Link>
                )}
              </li>
            )}
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
