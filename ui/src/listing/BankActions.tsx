import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useEnumerations } from "@/api/enumerations";
import { failureMessage } from "@/api/errors";
import { buyersNegotiationsQuery } from "@/api/negotiation";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Skeleton } from "@/kit/Skeleton";
import { StepLine } from "@/kit/StepLine";
import { FAILED } from "@/messages";
import { caseHref } from "@/negotiation/href";
import type { ListingOverview } from "@/sale/types";
import styles from "./Actions.module.css";
import { StartDialog } from "./StartDialog";
import { LISTING } from "./types";

/** A bank's actions on a listing for its own buyers: to begin a negotiation, and to continue one. */
export function BankActions({ listing }: { listing: ListingOverview }) {
  const [starting, setStarting] = useState(false);
  const limitAll = useEnumerations()?.limits.limitAll;
  const cases = useQuery({
    ...buyersNegotiationsQuery({ sellerBusinessId: listing.sellerBusinessId, limit: limitAll ?? 0 }),
    enabled: limitAll !== undefined,
  });
  const rows = cases.data?.partnerList ?? [];
  return (
    <section className={styles.card}>
      <Heading level={2}>担当の買手との交渉</Heading>
      {cases.isPending ? (
        <Skeleton lines={2} />
      ) : cases.isError ? (
        <>
          <p role="alert">{failureMessage(FAILED.negotiationList, cases.error)}</p>
          <Button onClick={() => cases.refetch()}>もう一度読み込む</Button>
        </>
      ) : rows.length === 0 ? (
        <p className={styles.help}>この案件で、担当の買手との交渉はまだありません。</p>
      ) : (
        <ul className={styles.cases}>
          {rows.map((row) => (
            <li key={row.buyerCompanyId}>
              <div className={styles.row}>
                <Link href={caseHref(row)}>{row.displayName}</Link>
                <span className={styles.help}>{row.statusLabel}</span>
              </div>
              {row.status > 0 && row.status < 9 && <StepLine status={row.status} compact />}
              <Link
                href={`/seller-business/${row.sellerBusinessId}?companyId=${row.buyerCompanyId}`}
                aria-label={`この買手に見える内容（${row.displayName}）`}
              >
                この買手に見える内容
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button
          kind="primary"
          wide
          disabledReason={
            listing.status !== LISTING.showing
              ? "公開中ではないため、新しい交渉は始められません。"
              : listing.isStopped
                ? "受付停止中のため、新しい交渉は始められません。"
                : undefined
          }
          onClick={() => setStarting(true)}
        >
          交渉を開始する
        </Button>
        <p className={styles.help}>担当の買手を選び、企業名を伏せたまま売手側金融機関との交渉を始めます。</p>
      </div>
      {starting && <StartDialog listing={listing} cases={rows} onClose={() => setStarting(false)} />}
    </section>
  );
}
