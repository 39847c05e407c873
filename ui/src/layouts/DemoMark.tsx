import { FlaskConical } from "lucide-react";
import { network } from "@/api/network";
import { Link } from "@/kit/Link";
import styles from "./DemoMark.module.css";

/** On every page of a demo: nothing here is real, and where its mails are. */
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
