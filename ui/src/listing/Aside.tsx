import type { UseQueryResult } from "@tanstack/react-query";
import { useEnumerations } from "@/api/enumerations";
import { failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate, formatRemaining } from "@/lib/dates";
import { FAILED } from "@/messages";
import type { Negotiation } from "@/negotiation/types";
import type { ListingOverview } from "@/sale/types";
import { ScoreReasons } from "@/search/Score";
import { isFIN } from "@/session/session";
import styles from "./Actions.module.css";
import { BankActions } from "./BankActions";
import { BuyerActions } from "./BuyerActions";
import { LEVEL, LISTING } from "./types";

/** The column beside a listing: its period, what the reader can do, how well it fits. */
export function Aside({
  listing,
  companyId,
  own,
}: {
  listing: ListingOverview;
  /** For a bank: the buyer as which it reads. */
  companyId: string;
  /** The reader's own negotiation with the moves that are possible now. */
  own: UseQueryResult<Negotiation | null>;
}) {
  const limits = useEnumerations()?.limits;
  const isBank = isFIN.value;
  return (
    <>
      <section className={styles.card}>
        <dl className={styles.terms}>
          <div>
            <dt>公開期限</dt>
            <dd>
              {formatDate(listing.dueDate)}
              {listing.status === LISTING.showing && (
                <span className={styles.help}>（{formatRemaining(listing.dueDate)}）</span>
              )}
            </dd>
          </div>
          <div>
            <dt>公開日</dt>
            <dd>{formatDate(listing.level === LEVEL.inCharge ? listing.publishedAt : listing.modified)}</dd>
          </div>
          {isBank && (
            <div>
              <dt>担当の金融機関</dt>
              <dd>{listing.inChargeFinancialInstitutionName ?? "―"}</dd>
            </div>
          )}
        </dl>
      </section>
      {!isBank && own.isLoading && <Skeleton lines={3} />}
      {!isBank && own.isError && (
        <section className={styles.card}>
          <p role="alert">{failureMessage(FAILED.negotiationList, own.error)}</p>
          <Button onClick={() => own.refetch()}>もう一度読み込む</Button>
        </section>
      )}
      {!isBank && own.data && listing.status !== LISTING.concluded && <BuyerActions negotiation={own.data} />}
      {isBank && companyId === "" && <BankActions listing={listing} />}
      {listing.score !== undefined && (
        <section className={styles.card}>
          <Heading level={2}>ニーズとの一致度</Heading>
          <p className={styles.score}>
            {listing.score}
            <small>／100点{limits && `　${limits.recommendedScore}点以上がおすすめです`}</small>
          </p>
          <ScoreReasons reasons={listing.reasons ?? []} />
        </section>
      )}
    </>
  );
}
