import { FlaskConical } from "lucide-react";
import { network } from "@/api/network";
import { Link } from "@/kit/Link";
import styles from "./DemoMark.module.css";

/** The note on every page of a demo: that all data is fictitious, with a link to its mails. */
export function DemoMark() {
  if (!network.value.isDemo) return null;
  return (
    <aside className={styles.mark} aria-label="デモ">
      <span>
        <FlaskConical aria-hidden size={16} />
        デモ環境です。企業と案件はすべて架空のものです。
      </span>
      <Link href="/mail">デモのメール</Link>
    </aside>
  );
}
