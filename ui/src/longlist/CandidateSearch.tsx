import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { ApiError, failureMessage } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Chips } from "@/kit/Chips";
import { EmptyState } from "@/kit/EmptyState";
import { Link } from "@/kit/Link";
import { notify } from "@/kit/notify";
import { Pagination } from "@/kit/Pagination";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { useMedia } from "@/lib/media";
import { useUrlState } from "@/lib/urlstate";
import { CandidateRows } from "./CandidateRows";
import {
  activeConditions,
  CANDIDATE_CONDITIONS,
  CONDITIONS,
  type Conditions,
  cleared,
  conditionErrors,
  SORTS,
  toQuery,
} from "./conditions";
import { FilterDrawer, Filters } from "./Filters";
import styles from "./longlist.module.css";
import type { Names } from "./names";
import { allCandidates, candidatesQuery } from "./queries";
import type { Selection } from "./selection";
import type { Listing } from "./types";

/** Where the conditions stand beside the list; below it they are in a drawer. */
const WIDE = "(width >= 1024px)";

/** Candidates of a listing: conditions, order, rows to tick, pages. */
export function CandidateSearch({
  sellerBusinessId,
  companyIds,
  names,
  selection,
  none,
}: {
  sellerBusinessId: string;
  /** Of a saved list; absent for all that fit. */
  companyIds?: string[];
  names: Names;
  selection: Selection;
  /** In place of rows where there is none without any condition. */
  none: (listing: Listing) => ReactNode;
}) {
  const { state, set, href } = useUrlState(companyIds ? CONDITIONS : CANDIDATE_CONDITIONS);
  const wide = useMedia(WIDE);
  const active = activeConditions(state, names);
  const wrong = Object.values(conditionErrors(state, names))[0];
  const query = toQuery(sellerBusinessId, state, names, companyIds);
  const list = useQuery({ ...candidatesQuery(query), enabled: wrong === undefined });
  const results = usePageFocus(state.pageNumber);
  const filters = { state, set, names };
  const max = names.enumerations.limits.longListMax;

  const tickAll = async () => {
    try {
      const all = await allCandidates(query, max);
      selection.set([...selection.ids, ...all.companyList.map((row) => row.companyId)]);
      if (all.allCount > max)
        notify.info(`一度に選べるのは${max.toLocaleString("ja-JP")}社までです。上位の買手を選びました。`);
    } catch (error) {
      notify.error(failureMessage("候補をすべて選べませんでした。", error));
    }
  };

  return (
    <div className={styles.search}>
      {wide && (
        <search className={styles.side} aria-label="絞り込み条件">
          <Filters {...filters} id="side" />
        </search>
      )}
      <div className={styles.main}>
        {!wide && <FilterDrawer {...filters} id="drawer" count={active.length} />}
        <Chips
          label="指定中の条件"
          items={active}
          onRemove={(key) => {
            const condition = active.find((one) => one.key === key);
            if (condition) set(condition.without);
          }}
          onClear={() => set(cleared(state))}
        />
        <div className={styles.head}>
          <h2 ref={results} tabIndex={-1} className={styles.count}>
            {companyIds ? "リストの買手" : "候補の買手"}
            {list.data && `　${list.data.allCount.toLocaleString("ja-JP")}社`}
          </h2>
          <Sort state={state} set={set} />
        </div>
        {list.data ? (
          <>
            {list.data.companyList.length > 0 ? (
              <>
                <div className={styles.ticks}>
                  <Button
                    onClick={() =>
                      selection.set([
                        ...selection.ids,
                        ...(list.data?.companyList ?? []).map((row) => row.companyId),
                      ])
                    }
                  >
                    このページの{list.data.companyList.length}社を選ぶ
                  </Button>
                  {list.data.allCount > list.data.companyList.length && (
                    <Button onClick={tickAll}>
                      {list.data.allCount.toLocaleString("ja-JP")}社すべてを選ぶ
                    </Button>
                  )}
                </div>
                <CandidateRows
                  rows={list.data.companyList}
                  names={names}
                  selection={selection}
                  stale={list.isPlaceholderData}
                />
              </>
            ) : list.data.allCount > 0 ? (
              <EmptyState
                title="このページに候補はありません"
                action={
                  <Link href={href({ pageNumber: 1 })} button="secondary">
                    最初のページを見る
                  </Link>
                }
              >
                候補の数が変わった可能性があります。
              </EmptyState>
            ) : active.length > 0 ? (
              <EmptyState
                title="条件に合う候補はありません"
                action={<Button onClick={() => set(cleared(state))}>条件をすべて外す</Button>}
              >
                条件を減らすか、範囲を広げてください。
              </EmptyState>
            ) : (
              none(list.data.listing)
            )}
            {list.data.allCount > 0 && (
              <Pagination
                page={state.pageNumber}
                allCount={list.data.allCount}
                href={(pageNumber) => href({ pageNumber })}
              />
            )}
          </>
        ) : wrong ? (
          <EmptyState title="条件を確認してください">{wrong}</EmptyState>
        ) : list.isError ? (
          <EmptyState
            title="候補を取得できませんでした"
            action={<Button onClick={() => list.refetch()}>もう一度読み込む</Button>}
          >
            {list.error instanceof ApiError && list.error.detail
              ? list.error.detail
              : "しばらくたってから、もう一度お試しください。"}
          </EmptyState>
        ) : (
          <Skeleton rows={6} />
        )}
      </div>
    </div>
  );
}

function Sort({ state, set }: { state: Conditions; set: (changes: Partial<Conditions>) => void }) {
  return (
    <div className={styles.sort}>
      <Select
        label="並び順"
        badge={false}
        options={SORTS}
        value={`${state.propertyName}.${state.isDescending}`}
        onChange={(event) => {
          const [propertyName = "score", isDescending] = event.target.value.split(".");
          set({ propertyName, isDescending: isDescending === "true" });
        }}
      />
    </div>
  );
}

/** After another page was chosen, the head of the results is where reading goes on. */
function usePageFocus(page: number) {
  const head = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: "start" });
  }, [page]);
  return head;
}
