import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "@/api/errors";
import { loadsQuery } from "@/api/persons";
import { Button } from "@/kit/Button";
import { Heading } from "@/kit/Heading";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED_OWN } from "@/messages";
import styles from "./Persons.module.css";
import { stateOf } from "./words";

/** How much everybody at the bank has to do, folded at first, and how much nobody looks after (team.md 1). It is asked for when it is
 * opened: all the bank's work is counted for it. */
export function LoadsPanel() {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...loadsQuery, enabled: isOpen });
  return (
    <section className={`${styles.box} ${styles.framed}`} aria-label="担当の状況">
      <Heading level={2}>担当の状況</Heading>
      <details className={styles.loads} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>だれが何件を担当しているかを見る</summary>
        {!isOpen ? null : error ? (
          <div role="alert" className={panel.problem}>
            <p>{failureMessage(FAILED_OWN.loadsLoad, error)}</p>
            <Button onClick={() => refetch()}>もう一度読み込む</Button>
          </div>
        ) : !data ? (
          <Skeleton lines={2} />
        ) : (
          <>
            {data.unattendedCount > 0 && (
              <p>
                担当者のいない案件・交渉 <strong>{data.unattendedCount.toLocaleString("ja-JP")}件</strong>
              </p>
            )}
            <ul className={styles.people}>
              {data.loads.map((one) => (
                <li key={one.userId}>
                  <strong>{one.userName}</strong>
                  {stateOf(one) && <span className={styles.state}>（{stateOf(one)}）</span>}
                  <dl className={styles.counts}>
                    {[
                      ["企業", one.companyCount],
                      ["案件", one.listingCount],
                      ["買手側", one.buyerSideCount],
                      ["売手側", one.sellerSideCount],
                    ].map(([term, count]) => (
                      <div key={term}>
                        <dt>{term}</dt>
                        <dd>{count}</dd>
                      </div>
                    ))}
                    <div data-late={one.lateCount > 0 || undefined}>
                      <dt>期限超過</dt>
                      <dd>{one.lateCount}</dd>
                    </div>
                  </dl>
                </li>
              ))}
            </ul>
            <p className={panel.note}>主担当である件数です。買手側・売手側は、進行中の交渉です。</p>
          </>
        )}
      </details>
    </section>
  );
}
