import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { networkQuery } from "@/api/public";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Skeleton } from "@/kit/Skeleton";
import styles from "./public.module.css";

/**
 * What the account request's screens show instead of their content while the office takes no requests
 * (domain.md 6), or while that is being checked; null if requests are taken. The setting is fetched
 * again, as the office may have changed it since the page was loaded.
 */
export function useRequestsClosedNotice(): ReactNode {
  const open = useQuery({
    ...networkQuery,
    select: ({ isAccountRequestEnabled }) => isAccountRequestEnabled,
  });
  if (open.isPending) return <Skeleton lines={6} />;
  // If the check fails the form is shown: the server decides when it is sent.
  if (open.data !== false) return null;
  return (
    <>
      <Heading level={1}>ただいま利用申請の受付を停止しています</Heading>
      <div className={styles.notice} data-kind="waiting">
        <p>受付の再開については、事務局にお問い合わせください。</p>
      </div>
      <div className={styles.actions}>
        <Link href="/contact" button="primary">
          事務局に問い合わせる
        </Link>
        <Link href="/" button="secondary">
          ホームへ戻る
        </Link>
      </div>
    </>
  );
}
