import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { deskQuery } from "@/api/mypage";
import { Skeleton } from "@/kit/Skeleton";
import { useLater } from "@/lib/later";
import { FAILED } from "@/messages";
import styles from "./Desk.module.css";
import { Funnel } from "./Funnel";
import { ListingCards } from "./ListingCards";
import { NegotiationList } from "./NegotiationList";
import { Part } from "./Part";
import { RegionMap } from "./RegionMap";
import { TaskList } from "./TaskList";
import { Topics } from "./Topics";

/** The bank's desk: what waits, offers, negotiations, and how far they have come. */
export function FinancialDesk() {
  const { data: desk, isPending, error, refetch } = useQuery(deskQuery);
  // What the side fetches is asked for after what waits; on coming back all is there at once.
  const side = useDeferredValue(true, !isPending);
  // And rendered in slices, so that a tap meanwhile is answered.
  const waiting = useDeferredValue(isPending) || isPending;
  // So are the parts: what waits first, the rest when it has been painted.
  const rest = useLater(!waiting);
  const part = {
    pending: isPending,
    error: desk ? null : error,
    failed: FAILED.negotiationList,
    retry: refetch,
  };
  return (
    <div className={styles.desk}>
      <div className={styles.main}>
        {waiting ? (
          <Skeleton rows={12} />
        ) : (
          <>
            <Part title="要対応" count={desk?.taskCount} {...part}>
              {desk && <TaskList tasks={desk.taskList} count={desk.taskCount} kinds={desk.taskKindList} />}
            </Part>
            {!rest ? (
              <Skeleton rows={8} />
            ) : (
              desk && (
                <>
                  <Part
                    title="届いたオファー"
                    help="担当する買手へのオファーがあり、まだ開いていない案件です。"
                    {...part}
                  >
                    <ListingCards
                      rows={desk.offers.sellerBusinessList}
                      count={desk.offers.allCount}
                      route={2}
                      empty="まだ開いていないオファーはありません。"
                    />
                  </Part>
                  <Part title="進んでいる交渉" {...part}>
                    <NegotiationList
                      rows={desk.negotiationList}
                      count={desk.liveCount}
                      more={desk.funnelList.some(({ buyer }) => buyer > 0) ? "/financial-support" : undefined}
                      empty="進んでいる交渉はありません。売却案件検索から、担当する買手のために交渉を開始できます。"
                    />
                  </Part>
                </>
              )
            )}
          </>
        )}
      </div>
      <div className={styles.side}>
        {side && (
          <>
            <Topics />
            <RegionMap />
            {desk && (
              <Part title="交渉の段階" {...part}>
                <Funnel steps={desk.funnelList} />
              </Part>
            )}
          </>
        )}
      </div>
    </div>
  );
}
