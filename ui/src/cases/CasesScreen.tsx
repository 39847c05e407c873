import { useQuery } from "@tanstack/react-query";
import { Columns3, Table2 } from "lucide-react";
import { useState } from "react";
import { failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Pagination } from "@/kit/Pagination";
import { Skeleton } from "@/kit/Skeleton";
import { useUrlState } from "@/lib/urlstate";
import { FAILED } from "@/messages";
import { OfferDialog } from "@/negotiation/InterestSection";
import type { NegotiationRow } from "@/negotiation/types";
import { Board } from "./Board";
import styles from "./Cases.module.css";
import { CaseTable } from "./CaseTable";
import { DEFAULTS, filtersOf, isFiltered, NO_FILTERS } from "./conditions";
import { Filters } from "./Filters";
import { BOARD_LIMIT, casesQuery } from "./queries";

/** 買手交渉案件管理: all negotiations of the buyers in charge, as a table or a board (domain.md 5). */
export default function CasesScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const query = useQuery(casesQuery(state));
  const [offer, setOffer] = useState<{ row: NegotiationRow; forward: boolean } | null>(null);
  const rows = query.data?.buyerNegotiationList;
  const allCount = query.data?.allCount ?? 0;
  const board = state.view === "board";
  const filtered = isFiltered(filtersOf(state));
  const act = (row: NegotiationRow, forward: boolean) => setOffer({ row, forward });
  // The row as it is now: a conflict rereads the list behind the dialog.
  const offered =
    offer && (rows?.find((r) => r.buyerNegotiationId === offer.row.buyerNegotiationId) ?? offer.row);

  return (
    <>
      <Heading
        level={1}
        actions={
          <span className={styles.views}>
            <Button
              aria-pressed={!board}
              icon={<Table2 aria-hidden size={18} />}
              onClick={() => set({ view: "table" })}
            >
              表
            </Button>
            <Button
              aria-pressed={board}
              icon={<Columns3 aria-hidden size={18} />}
              onClick={() => set({ view: "board" })}
            >
              ボード
            </Button>
          </span>
        }
      >
        買手交渉案件管理
      </Heading>
      <p className={styles.lead}>担当する買手の、すべての交渉です。案件名から、交渉の画面を開きます。</p>
      <Filters filters={filtersOf(state)} onChange={(filters) => set(filters)} />
      {query.isPending && <Skeleton rows={6} />}
      {query.isError && (
        <div role="alert" className={styles.failed}>
          <p>{failureMessage(FAILED.negotiationList, query.error)}</p>
          <Button onClick={() => query.refetch()}>もう一度読み込む</Button>
        </div>
      )}
      {rows &&
        (rows.length === 0 ? (
          <EmptyState
            title={filtered ? "条件に合う交渉はありません" : "交渉はまだありません"}
            action={
              filtered ? (
                <Button onClick={() => set(NO_FILTERS)}>条件を外す</Button>
              ) : (
                <Link href="/seller-business" button="primary">
                  売却案件を検索する
                </Link>
              )
            }
          >
            {filtered
              ? "案件名や交渉状況を広げると、見つかることがあります。"
              : "担当する買手が案件に興味を示すか、オファーが届くと、ここに並びます。案件の画面から、買手のために交渉を開始することもできます。"}
          </EmptyState>
        ) : board ? (
          <>
            {allCount > BOARD_LIMIT && (
              <p role="status" className={styles.many}>
                全{allCount.toLocaleString("ja-JP")}件のうち、動きの新しい{BOARD_LIMIT}
                件を表示しています。条件を絞り込んでください。
              </p>
            )}
            <Board rows={rows} stale={query.isPlaceholderData} onOffer={act} />
          </>
        ) : (
          <>
            <CaseTable
              rows={rows}
              stale={query.isPlaceholderData}
              sort={{ propertyName: state.propertyName, isDescending: state.isDescending }}
              onSort={(sort) => set(sort)}
              onOffer={act}
            />
            <Pagination page={state.pageNumber} allCount={allCount} href={(n) => href({ pageNumber: n })} />
          </>
        ))}
      {offer && offered && (
        <OfferDialog negotiation={offered} forward={offer.forward} onClose={() => setOffer(null)} />
      )}
    </>
  );
}
