import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { deskQuery } from "@/api/mypage";
import { Skeleton } from "@/kit/Skeleton";
import { useAfterPaint } from "@/lib/afterPaint";
import { readOwnScope } from "@/lib/ownScope";
import { FAILED } from "@/messages";
import { LoadsPanel } from "@/persons/LoadsPanel";
import { ScopeSwitch } from "@/search/inCharge";
import styles from "./Desk.module.css";
import { Funnel } from "./Funnel";
import { ListingCards } from "./ListingCards";
import { NegotiationList } from "./NegotiationList";
import { Part } from "./Part";
import { RegionMap } from "./RegionMap";
import { TaskList } from "./TaskList";
import { Topics } from "./Topics";

/** What the number of tasks counts. */
const COUNTED = {
  mine: "自分が担当するもの（副担当・代理を含む）と、担当者のいないものの件数です。急ぐものから並びます。",
  all: "機関全体の件数です。急ぐものから並びます。",
} as const;

const MORE = { href: "/financial-support", label: "買手交渉案件管理を開く" };

/** The bank's top page: tasks, offers, negotiations and their count by status. */
export function FinancialDesk() {
  const [scope, setScope] = useState(readOwnScope);
  const isMine = scope === "mine";
  const { data: desk, isPending, error, refetch } = useQuery(deskQuery(isMine));
  // The side column's requests are sent after the one for the tasks. With the tasks in the cache it renders at once.
  const showSide = useDeferredValue(true, !isPending);
  // The loaded data renders in a deferred update, so that input is handled meanwhile.
  const showSkeleton = useDeferredValue(isPending) || isPending;
  // The tasks are painted first, the other parts after them.
  const showRest = useAfterPaint(!showSkeleton);
  const part = {
    pending: isPending,
    error: desk ? null : error,
    failed: FAILED.negotiationList,
    retry: refetch,
  };
  return (
    <div className={styles.desk}>
      <div className={styles.main}>
        <ScopeSwitch value={scope} onChange={setScope} />
        {showSkeleton ? (
          <Skeleton rows={12} />
        ) : (
          <>
            <Part title="要対応" count={desk?.taskCount} help={COUNTED[scope]} {...part}>
              {desk && <TaskList tasks={desk.taskList} kinds={desk.taskKindList} isMine={isMine} />}
            </Part>
            {!showRest ? (
              <Skeleton rows={8} />
            ) : (
              desk && (
                <>
                  <Part
                    title="届いたオファー"
                    help="機関全体で、担当する買手へのオファーがあり、あなたがまだ開いていない案件です。"
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
                      more={desk.funnelList.some(({ buyer }) => buyer > 0) ? MORE : undefined}
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
        {showSide && (
          <>
            <Topics />
            <LoadsPanel />
            <RegionMap />
            {desk && (
              <Part title="交渉の段階" help="機関全体の件数です。" {...part}>
                <Funnel steps={desk.funnelList} />
              </Part>
            )}
          </>
        )}
      </div>
    </div>
  );
}
