import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Chips } from "@/kit/Chips";
import { Drawer } from "@/kit/Drawer";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Pagination } from "@/kit/Pagination";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { useMedia } from "@/lib/media";
import { useUrlState } from "@/lib/urlstate";
import { isFIN } from "@/session/session";
import { useOwnBuyers } from "./buyers";
import {
  activeConditions,
  CONDITIONS,
  type Conditions,
  cleared,
  conditionErrors,
  SORTS,
  toSearchQuery,
} from "./conditions";
import { Filters } from "./Filters";
import { FreeWord } from "./FreeWord";
import { ListingRows } from "./ListingRows";
import { NothingFound } from "./NothingFound";
import { type Names, useNames } from "./names";
import { searchQuery } from "./queries";
import styles from "./SearchScreen.module.css";
import { TagLegend } from "./TagLegend";
import { type ListingRow, ROUTE } from "./types";

/** Where the conditions stand beside the list; below it they are in a drawer. */
const WIDE = "(width >= 1024px)";

/** The listing search (SPEC.md section 7 SearchSellerBusinessAsync, domain.md 9). */
export default function SearchScreen() {
  const { names, failed, retry } = useNames();
  return (
    <>
      <Heading level={1} actions={<TagLegend isFIN={isFIN.value} />}>
        売却案件検索
      </Heading>
      {names ? (
        <Search names={names} />
      ) : failed ? (
        <EmptyState
          title="選択肢の取得に失敗しました"
          action={<Button onClick={retry}>もう一度読み込む</Button>}
        >
          通信の状態を確認して、もう一度お試しください。
        </EmptyState>
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  );
}

function Search({ names }: { names: Names }) {
  const { state, set, href } = useUrlState(CONDITIONS);
  const wide = useMedia(WIDE);
  const fin = isFIN.value;
  const active = activeConditions(state, names);
  // No condition that drops listings, but what the scores and flags are about.
  const buyer = useOwnBuyers(fin && state.buyerCompanyId !== "").data?.companyList.find(
    ({ companyId }) => companyId === state.buyerCompanyId,
  );
  const chips = buyer
    ? [
        ...active,
        {
          key: "buyerCompanyId",
          label: `一致度を見る買手：${buyer.displayName}`,
          without: { buyerCompanyId: "" },
        },
      ]
    : active;
  const valid = Object.keys(conditionErrors(state, names.items)).length === 0;
  const list = useQuery({
    ...searchQuery(toSearchQuery(state, names.classes)),
    enabled: valid,
    placeholderData: keepPreviousData,
  });
  const results = usePageFocus(state.pageNumber);
  const rowHref = (row: ListingRow) => listingHref(row, state);
  return (
    <div className={styles.search}>
      {wide && (
        <search className={styles.side} aria-label="絞り込み条件">
          <Filters id="side" state={state} set={set} names={names} isFIN={fin} />
        </search>
      )}
      <div className={styles.main}>
        <FreeWord
          value={state.freeWord}
          live={wide}
          onSearch={(freeWord, typing) => set({ freeWord }, { replace: typing })}
        />
        {!wide && <FilterDrawer state={state} set={set} names={names} isFIN={fin} count={active.length} />}
        <Chips
          label="指定中の条件"
          items={chips}
          onRemove={(key) => {
            const condition = chips.find((one) => one.key === key);
            if (condition) set(condition.without);
            // The chip that had the focus is gone.
            results.current?.focus({ preventScroll: true });
          }}
          onClear={() => {
            set(cleared(state));
            results.current?.focus({ preventScroll: true });
          }}
        />
        <div className={styles.head}>
          <h2 ref={results} tabIndex={-1} className={styles.count}>
            検索結果{list.data && `　${list.data.allCount.toLocaleString("ja-JP")}件`}
          </h2>
          <SortSelect state={state} set={set} />
        </div>
        {list.data ? (
          <>
            {list.data.sellerBusinessList.length > 0 ? (
              <ListingRows
                rows={list.data.sellerBusinessList}
                names={names}
                isFIN={fin}
                href={rowHref}
                stale={list.isPlaceholderData}
              />
            ) : list.data.allCount > 0 ? (
              <EmptyState
                title="このページに案件はありません"
                action={
                  <Link href={href({ pageNumber: 1 })} button="secondary">
                    最初のページを見る
                  </Link>
                }
              >
                案件の数が変わった可能性があります。
              </EmptyState>
            ) : (
              <NothingFound state={state} active={active} classes={names.classes} set={set} />
            )}
            {list.data.allCount > 0 && (
              <Pagination
                page={state.pageNumber}
                allCount={list.data.allCount}
                href={(pageNumber) => href({ pageNumber })}
              />
            )}
          </>
        ) : list.isError ? (
          <EmptyState
            title="検索結果を取得できませんでした"
            action={<Button onClick={() => list.refetch()}>もう一度検索する</Button>}
          >
            {list.error instanceof ApiError && list.error.detail
              ? list.error.detail
              : "しばらくたってから、もう一度お試しください。"}
          </EmptyState>
        ) : valid ? (
          <Skeleton rows={6} />
        ) : (
          <EmptyState title="条件を確認してください">希望価格の上限が下限より小さくなっています。</EmptyState>
        )}
      </div>
    </div>
  );
}

/** Where a hit leads; why the reader came is recorded there (SPEC.md section 7 UserAction). */
function listingHref(row: ListingRow, state: Conditions): string {
  const query = new URLSearchParams();
  const route = row.isOffered && state.isOffered ? ROUTE.offer : state.isRecommended ? ROUTE.recommend : 0;
  if (route !== 0) query.set("actionRouteType", String(route));
  if (state.buyerCompanyId) query.set("companyId", state.buyerCompanyId);
  const text = query.toString();
  return `/seller-business/${row.sellerBusinessId}${text && `?${text}`}`;
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

function SortSelect({ state, set }: { state: Conditions; set: (changes: Partial<Conditions>) => void }) {
  const key = (propertyName: string, isDescending: boolean) => `${propertyName}.${isDescending}`;
  return (
    <div className={styles.sort}>
      <Select
        label="並び順"
        badge={false}
        options={SORTS.map(({ propertyName, isDescending, label }) => ({
          value: key(propertyName, isDescending),
          label,
        }))}
        value={key(state.propertyName, state.isDescending)}
        onChange={(event) => {
          const chosen = SORTS.find(
            (sort) => key(sort.propertyName, sort.isDescending) === event.target.value,
          );
          if (chosen) set({ propertyName: chosen.propertyName, isDescending: chosen.isDescending });
        }}
      />
    </div>
  );
}

/** On narrow screens the conditions are chosen first and sent together with 検索. */
function FilterDrawer({
  state,
  set,
  names,
  isFIN: fin,
  count,
}: {
  state: Conditions;
  set: (changes: Partial<Conditions>) => void;
  names: Names;
  isFIN: boolean;
  count: number;
}) {
  const [draft, setDraft] = useState<Conditions | null>(null);
  const wrong = draft ? Object.values(conditionErrors(draft, names.items))[0] : undefined;
  return (
    <>
      <Button icon={<SlidersHorizontal aria-hidden size={18} />} onClick={() => setDraft(state)}>
        条件を指定する{count > 0 && `（${count}件を指定中）`}
      </Button>
      <Drawer open={draft !== null} onClose={() => setDraft(null)} title="条件を指定する" side="right">
        {draft && (
          <>
            <Filters
              id="drawer"
              state={draft}
              set={(changes) => setDraft((now) => now && { ...now, ...changes })}
              names={names}
              isFIN={fin}
            />
            <div className={styles.drawerFoot}>
              <Button
                kind="primary"
                wide
                disabledReason={wrong}
                onClick={() => {
                  set({ ...draft, pageNumber: 1 });
                  setDraft(null);
                }}
              >
                検索
              </Button>
              <Button kind="quiet" wide onClick={() => setDraft({ ...draft, ...cleared(draft) })}>
                条件をすべて外す
              </Button>
            </div>
          </>
        )}
      </Drawer>
    </>
  );
}
