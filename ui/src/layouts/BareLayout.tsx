import type { ReactNode } from "react";
import { network } from "@/api/network";
import { Brand } from "@/kit/Brand";
import styles from "./BareLayout.module.css";

/** The frame with nothing but the network's name: for mailed links, errors, the end of a session. */
export function BareLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Brand name={network.value.networkName} logo={network.value.logo} />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
