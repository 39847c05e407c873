import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { Brand } from "./Brand";
import { Button } from "./Button";
import styles from "./Sheet.module.css";

/**
 * A printable A4 sheet (ノンネームシート, seller report, ledger): black on white, a head with network,
 * case number, date and 取扱注意. A sheet consists of one or more <SheetPage>.
 */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <div className={styles.sheet}>
      <div className={styles.tools}>
        <Button kind="primary" icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
          印刷する
        </Button>
      </div>
      {children}
    </div>
  );
}

export function SheetPage({
  title,
  networkName,
  logo = "",
  caseNumber,
  date,
  page,
  pages,
  children,
}: {
  title: string;
  networkName: string;
  /** Address of the network's logo. */
  logo?: string;
  caseNumber: string;
  /** In display form: 2026/11/21. */
  date: string;
  /** From 1. */
  page: number;
  pages: number;
  children: ReactNode;
}) {
  return (
    <article className={styles.page} aria-label={`${title} ${page}／${pages}ページ`}>
      <header className={styles.head}>
        <span>
          <Brand name={networkName} logo={logo} />
        </span>
        <span>案件番号 {caseNumber}</span>
        <span>{date}</span>
        <strong className={styles.mark}>取扱注意</strong>
      </header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.foot}>
        {page} / {pages}
      </footer>
    </article>
  );
}
