import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from "react";
import { ApiError, isPreparing } from "@/api/errors";
import type { ReadQuery } from "@/api/read";
import { Button } from "@/kit/Button";
import { Chips } from "@/kit/Chips";
import { EmptyState } from "@/kit/EmptyState";
import { PAGE_SIZE, Pagination } from "@/kit/Pagination";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { useRawSearch } from "@/lib/location";
import { FOLDABLE, NARROW, ROOMY, useMedia } from "@/lib/media";
import { useUrlState } from "@/lib/urlstate";
import { FilterDrawer, FilterFold, FilterPanel } from "./FilterPanel";
import {
  allCleared,
  type Conditions,
  chipsOf,
  errorsOf,
  ignoredParts,
  removableChips,
  type SearchSpec,
  type Sort,
  savedConditions,
  sortsOf,
  validState,
} from "./filter";
import { ListFile } from "./ListFile";
import { NothingFound } from "./NothingFound";
import { type Names, useNames } from "./names";
import { useSavedOfAddress } from "./openSaved";
import { SavedSearches } from "./SavedSearches";
import styles from "./Search.module.css";
import { Waiting } from "./Waiting";
import { WidenedWords } from "./WidenedWords";
import { widenedOf } from "./widened";

interface SearchProps<C extends Conditions, D> {
  spec: SearchSpec<C>;
  /** The screen for saved searches: the first part of its address. */
  area: string;
  names: Names;
  /** The name of what is found: 売却案件. */
  noun: string;
  /** 件 or 社. */
  unit: string;
  /** Heading of the hits, if they are more than search results. */
  title?: string;
  query: (state: C, limit: number) => ReadQuery<D>;
  /** The call that writes the list into a file, its conditions, what the list is called in it, and what it is not for. */
  file?: { path: string; name: string; hint?: string; conditions: (state: C) => object };
  /** The number of all hits, and of those on this page. */
  size: (data: D) => { total: number; onPage: number };
  /** What the number of hits counts, where other screens have another number. */
  counted?: (state: C, href: (changes: Partial<C>) => string) => ReactNode;
  /** Shows the conditions above the list, which needs the whole width. */
  filtersAbove?: boolean;
  /** As many as the list shows at once. */
  pageSize?: (state: C) => number;
  rows: (data: D, state: C, set: (changes: Partial<C>) => void) => ReactNode;
  /** Shown instead of suggestions where nothing is found; undefined for the suggestions. */
  noneFound?: (state: C, chips: number, set: (changes: Partial<C>) => void) => ReactNode | undefined;
  /** Shown instead of rows if there are no hits and no condition is set. */
  emptyState: (data: D) => ReactNode;
  /** Content above the list: a field for the free word, a switch between table and board. */
  above?: (state: C, set: SetConditions<C>, wide: boolean) => ReactNode;
}

type SetConditions<C> = (changes: Partial<C>, options?: { replace?: boolean }) => void;

/**
 * A search: conditions beside the list or in a drawer, the set ones as chips, saved searches,
 * order, hits, pages, and a suggestion if there are no hits.
 */
export function Search<C extends Conditions, D>(props: SearchProps<C, D>) {
  const {
    spec,
    area,
    names,
    noun,
    unit,
    title = "検索結果",
    query,
    size,
    rows,
    emptyState,
    above,
    filtersAbove,
  } = props;
  const url = useUrlState(spec.defaults);
  const address = useRawSearch();
  const state = useMemo(() => validState(spec, url.state, names), [spec, url.state, names]);
  const notes = useMemo(() => ignoredParts(spec, address, state), [spec, address, state]);
  // Beside a list of six columns, the conditions take the room of two of them on a small laptop.
  const wide = useMedia(filtersAbove ? FOLDABLE : ROOMY);
  const chips = chipsOf(spec, state, names);
  const shownChips = chips.filter(({ isOnSwitch }) => !isOnSwitch);
  const saved = useSavedOfAddress(area);
  const conditionError = Object.values(errorsOf(spec, state, names))[0];
  const limit = props.pageSize?.(state) ?? PAGE_SIZE;
  const list = useQuery({
    ...query(state, limit),
    enabled: conditionError === undefined && saved !== "opening",
    placeholderData: keepPreviousData,
  });
  // Hits are rendered as a deferred update, so that input is handled meanwhile.
  const data = useDeferredValue(list.data);
  const stale = list.isPlaceholderData || data !== list.data;
  const results = usePageFocus(state.pageNumber);

  // The next change also removes invalid values from the address.
  const set: SetConditions<C> = (changes, options) =>
    url.set({ ...changesOf(state, url.state), ...changes }, options);
  const setAndShow = (changes: Partial<C>) => {
    set(changes);
    // The chip or the button that had the focus is gone.
    results.current?.focus({ preventScroll: true });
  };
  const clear = () => setAndShow(allCleared(spec));

  const found = data && size(data);
  const last = found ? Math.max(1, Math.ceil(found.total / limit)) : 1;
  const isBeyondLast = found !== undefined && !stale && found.onPage === 0 && state.pageNumber > last;
  const { set: setUrl } = url;
  useEffect(() => {
    // The page no longer exists, or was typed into the address: the last page is shown instead.
    if (isBeyondLast) setUrl({ pageNumber: last } as Partial<C>, { replace: true });
  });

  // On a phone the hits come first.
  const isNarrow = useMedia(NARROW);
  const file = props.file && found && found.total > 0 && conditionError === undefined && (
    <ListFile
      path={props.file.path}
      name={props.file.name}
      hint={props.file.hint}
      unit={unit}
      total={found.total}
      conditions={props.file.conditions(state)}
    />
  );

  const panel = { spec, state, set, names };
  const [path] = url.href({}).split("?");
  return (
    <div className={styles.search}>
      {wide && !filtersAbove && (
        <search className={styles.side} aria-label="絞り込み条件">
          <FilterPanel {...panel} id="side" />
        </search>
      )}
      <div className={styles.main}>
        {above?.(state, set, wide)}
        {wide && filtersAbove && (
          <search aria-label="絞り込み条件">
            <FilterFold {...panel} id="above" count={shownChips.length} />
          </search>
        )}
        <div className={styles.tools}>
          {!wide && <FilterDrawer {...panel} id="drawer" count={shownChips.length} />}
          {!isNarrow && file}
          <SavedSearches
            area={area}
            path={path ?? ""}
            conditions={savedConditions(spec, state)}
            words={chips.map(({ label }) => label)}
          />
        </div>
        {saved === "missing" && (
          <p className={styles.ignored} role="note">
            <Info aria-hidden size={18} />
            お知らせの検索条件は、削除されたか、いまのログインでは使えません。条件を選び直してください。
          </p>
        )}
        {notes.length > 0 && (
          <p className={styles.ignored} role="note">
            <Info aria-hidden size={18} />
            アドレスに使えない条件があったため、無視しました：{notes.join("、")}
          </p>
        )}
        <Chips
          label="指定中の条件"
          items={shownChips}
          onRemove={(key) => {
            const chip = chips.find((one) => one.key === key);
            if (chip) setAndShow(chip.without);
          }}
          onClear={clear}
        />
        {spec.words && data && (
          <WidenedWords
            list={widenedOf(data)}
            isEmpty={found?.total === 0}
            text={String(state[spec.words.word])}
            without={state.without as string[]}
            classes={state[spec.words.classes] as string[]}
            onChange={({ text, without, classes }) => {
              const { word = "", classes: named = "" } = spec.words ?? {};
              setAndShow({
                ...(text !== undefined && { [word]: text }),
                ...(without && { without }),
                ...(classes && { [named]: classes }),
              } as Partial<C>);
            }}
          />
        )}
        <div className={styles.head}>
          <h2 ref={results} tabIndex={-1} className={styles.count}>
            {title}
            {found && `　${found.total.toLocaleString("ja-JP")}${unit}`}
          </h2>
          <SortSelect sorts={sortsOf(spec, state)} state={state} set={set} />
        </div>
        {found && props.counted?.(state, (changes) => url.href(changes))}
        <p role="status" className="visually-hidden">
          {stale && data && "検索しています"}
          {!data && isPreparing(list.failureReason) && "検索の準備をしています"}
          {found?.total === 0 && !stale && `${noun}は見つかりませんでした`}
        </p>
        {conditionError !== undefined ? (
          <EmptyState title="条件を確認してください">{conditionError}</EmptyState>
        ) : data && found ? (
          <div
            className={styles.results}
            data-stale={stale || isBeyondLast || undefined}
            aria-busy={stale || isBeyondLast || undefined}
          >
            {found.onPage > 0 ? (
              rows(data, state, set)
            ) : found.total > 0 ? (
              <Skeleton rows={6} />
            ) : chips.length > 0 ? (
              (props.noneFound?.(state, chips.length, setAndShow) ?? (
                <NothingFound
                  noun={noun}
                  unit={unit}
                  removableChips={removableChips(spec, state, names)}
                  queryWithout={(without) => query({ ...state, ...without, pageNumber: 1 }, 1)}
                  count={(data: D) => size(data).total}
                  onRemove={setAndShow}
                  onClear={clear}
                />
              ))
            ) : (
              emptyState(data)
            )}
            {isNarrow && file}
            {found.total > 0 && limit === PAGE_SIZE && (
              <Pagination
                page={Math.min(state.pageNumber, last)}
                allCount={found.total}
                href={(pageNumber) => url.href({ pageNumber } as Partial<C>)}
              />
            )}
          </div>
        ) : list.isError ? (
          <EmptyState
            title={`${noun}を検索できませんでした`}
            action={<Button onClick={() => list.refetch()}>もう一度検索する</Button>}
          >
            {list.error instanceof ApiError && list.error.detail
              ? list.error.detail
              : "しばらくたってから、もう一度お試しください。"}
          </EmptyState>
        ) : isPreparing(list.failureReason) ? (
          <EmptyState title="検索の準備をしています">
            サーバーが起動した直後です。準備ができると、自動で表示します。このままお待ちください。
          </EmptyState>
        ) : (
          <Skeleton rows={6} />
        )}
      </div>
    </div>
  );
}

/** What cleaning has changed. */
function changesOf<C extends Conditions>(state: C, previous: C): Partial<C> {
  return Object.fromEntries(
    Object.entries(state).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(previous[key])),
  ) as Partial<C>;
}

/** Moves the focus to the heading of the results after another page was chosen. */
function usePageFocus(page: number): RefObject<HTMLHeadingElement | null> {
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

function SortSelect<C extends Conditions>({
  sorts,
  state,
  set,
}: {
  sorts: readonly Sort[];
  state: C;
  set: (changes: Partial<C>) => void;
}) {
  const key = ({ propertyName, isDescending }: Pick<Sort, "propertyName" | "isDescending">) =>
    `${propertyName}.${isDescending}`;
  return (
    <div className={styles.sort}>
      <Select
        label="並び順"
        badge={false}
        options={sorts.map((sort) => ({ value: key(sort), label: sort.label }))}
        value={key(state)}
        onChange={(event) => {
          const chosen = sorts.find((sort) => key(sort) === event.target.value);
          if (chosen)
            set({ propertyName: chosen.propertyName, isDescending: chosen.isDescending } as Partial<C>);
        }}
      />
    </div>
  );
}

/** A search with its choices, or why they are not there. */
export function WithNames({ children }: { children: (names: Names) => ReactNode }) {
  const { names: found } = useNames();
  const names = useDeferredValue(found);
  if (names) return children(names);
  return (
    <div className={styles.waiting}>
      <Waiting rows={6} />
    </div>
  );
}
