import { useQuery } from "@tanstack/react-query";
import { lendingCasesQuery } from "@/api/lending";
import { Link } from "@/kit/Link";
import { FAILED_OWN } from "@/messages";
import { Part } from "./Part";
import styles from "./Topic.module.css";
import { Topics } from "./Topics";

/** The top page of who works on lending alone (team.md 2): how many cases are in which state, and the office's notices. */
export function LendingDesk() {
  const query = useQuery(lendingCasesQuery({ pageNumber: 1, limit: 1 }));
  const counts = (query.data?.statusCounts ?? []).filter(({ count }) => count > 0);
  return (
    <>
      <Part
        title="資金支援の案件"
        help="買手の情報共有同意を得て、M&Aの担当者が相談を受け付けた案件です。"
        pending={query.isPending}
        error={query.error}
        failed={FAILED_OWN.lendingLoad}
        retry={query.refetch}
      >
        {counts.length === 0 && <p className={styles.empty}>いま資金支援の案件はありません。</p>}
        <ul className={styles.list}>
          {counts.map(({ financialSupportStatus, label, count }) => (
            <li key={financialSupportStatus}>
              <Link href={`/financial-support?status=${financialSupportStatus}`}>
                {label}　{count.toLocaleString("ja-JP")}件
              </Link>
            </li>
          ))}
        </ul>
      </Part>
      <Topics />
    </>
  );
}
