import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { codesOf, useEnumerations } from "@/api/enumerations";
import { Skeleton } from "@/kit/Skeleton";
import { useLater } from "@/lib/later";
import { FAILED } from "@/messages";
import { isBF, type NegotiationRow, STATUS } from "@/negotiation/types";
import styles from "./Desk.module.css";
import { Funnel } from "./Funnel";
import { ListingCards } from "./ListingCards";
import { NegotiationList } from "./NegotiationList";
import { Part } from "./Part";
import {
  approvalsQuery,
  buyerSideQuery,
  offersQuery,
  ownListingsQuery,
  sellerSideQuery,
  trialsQuery,
  waitingBuyersQuery,
  waitingUsersQuery,
} from "./queries";
import { RegionMap } from "./RegionMap";
import { TaskList } from "./TaskList";
import { Topics } from "./Topics";
import {
  approvalTask,
  buyerTask,
  funnelOf,
  listingTasks,
  negotiationTasks,
  sortTasks,
  trialTask,
  userTask,
} from "./tasks";

/** The bank's desk: what waits, offers, negotiations, and how far they have come. */
export function FinancialDesk() {
  const all = useEnumerations();
  const buyerSide = useQuery(buyerSideQuery);
  const sellerSide = useQuery(sellerSideQuery);
  const listings = useQuery(ownListingsQuery);
  const buyers = useQuery(waitingBuyersQuery);
  const users = useQuery(waitingUsersQuery);
  const approvals = useQuery(approvalsQuery);
  const trials = useQuery(trialsQuery);
  const offers = useQuery(offersQuery);

  const buyerRows = buyerSide.data?.partnerList ?? [];
  const sellerRows = sellerSide.data?.partnerList ?? [];
  // One institution on both sides has the row in both lists.
  const rows = [
    ...new Map([...sellerRows, ...buyerRows].map((row) => [row.buyerNegotiationId, row])).values(),
  ];
  const limits = all?.limits;
  // The tasks come from all of them: shown bit by bit, the list would move under the reader's finger.
  const pendingAny = [buyerSide, sellerSide, listings, buyers, users, approvals, trials, offers].some(
    (query) => query.isPending,
  );
  // What the side fetches is asked for after what the tasks need; on coming back all is there at once.
  const side = useDeferredValue(true, !pendingAny);
  // And rendered in slices, so that a tap meanwhile is answered.
  const waiting = useDeferredValue(pendingAny) || pendingAny;
  // So are the parts: what waits first, the rest when it has been painted.
  const rest = useLater(!waiting);
  const tasks = waiting
    ? []
    : sortTasks([
        ...rows.flatMap((row) => negotiationTasks(row, limits)),
        ...(listings.data?.sellerBusinessList ?? []).flatMap((row) => listingTasks(row, limits)),
        ...(approvals.data?.approvalList ?? []).flatMap(approvalTask),
        ...(trials.data?.companyList ?? []).flatMap((row) => trialTask(row)),
        ...(buyers.data?.companyList ?? []).map(buyerTask),
        ...(users.data?.userList ?? []).map(userTask),
      ]);
  const pending = buyerSide.isPending || sellerSide.isPending;
  const error = buyerSide.error ?? sellerSide.error;
  const retry = () => {
    void buyerSide.refetch();
    void sellerSide.refetch();
  };
  return (
    <div className={styles.desk}>
      <div className={styles.main}>
        {waiting ? (
          <Skeleton rows={12} />
        ) : (
          <>
            <Part
              title="要対応"
              count={tasks.length}
              pending={pending}
              error={error}
              failed={FAILED.negotiationList}
              retry={retry}
            >
              <TaskList tasks={tasks} />
            </Part>
            {!rest ? (
              <Skeleton rows={8} />
            ) : (
              <>
                <Part
                  title="届いたオファー"
                  help="担当する買手へのオファーがあり、まだ開いていない案件です。"
                  pending={offers.isPending}
                  error={offers.error}
                  failed={FAILED.negotiationList}
                  retry={offers.refetch}
                >
                  <ListingCards
                    rows={offers.data?.sellerBusinessList ?? []}
                    route={2}
                    empty="まだ開いていないオファーはありません。"
                  />
                </Part>
                <Part
                  title="進んでいる交渉"
                  pending={pending}
                  error={error}
                  failed={FAILED.negotiationList}
                  retry={retry}
                >
                  <NegotiationList
                    rows={rows
                      .filter(isLive)
                      .sort((a, b) => b.unreadCount - a.unreadCount || b.modified.localeCompare(a.modified))}
                    more={rows.some((row) => isBF(row.side)) ? "/financial-support" : undefined}
                    empty="進んでいる交渉はありません。売却案件検索から、担当する買手のために交渉を開始できます。"
                  />
                </Part>
              </>
            )}
          </>
        )}
      </div>
      <div className={styles.side}>
        {side && (
          <>
            <Topics />
            <RegionMap />
            <Part
              title="交渉の段階"
              pending={pending}
              error={error}
              failed={FAILED.negotiationList}
              retry={retry}
            >
              <Funnel steps={funnelOf(codesOf(all, "negotiationStatus"), buyerRows, sellerRows)} />
            </Part>
          </>
        )}
      </div>
    </div>
  );
}

function isLive(row: NegotiationRow): boolean {
  return row.status >= STATUS.anonymous && row.status <= STATUS.conditions;
}
