import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "@/api/errors";
import { Button } from "@/kit/Button";
import { Chips } from "@/kit/Chips";
import { EmptyState } from "@/kit/EmptyState";
import { Link } from "@/kit/Link";
import { Pagination } from "@/kit/Pagination";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { useMedia } from "@/lib/media";
import { useUrlState } from "@/lib/urlstate";
import { searchQuery } from "./calls";
import styles from "./company.module.css";
import {
  activeConditions,
  CONDITIONS,
  type Conditions,
  cleared,
  conditionErrors,
  type Scope,
  toSearchQuery,
} from "./conditions";
import { FilterDrawer, Filters } from "./Filters";
import type { Kind } from "./kinds";
import type { Masters } from "./masters";
import type { CompanyRow } from "./types";

/** Where the conditions stand beside the list; below it they are in a drawer. */
const WIDE = "(width >= 1024px)";

/** The orders that the call knows (an allow-list on the server). */
const SORTS = [
  { value: "modified.true", label: "更新が新しい順" },
  { value: "modified.false", label: "更新が古い順" },
  { value: "created.true", label: "登録が新しい順" },
  { value: "salesAmount.true", label: "売上高が大きい順" },
  { value: "salesAmount.false", label: "売上高が小さい順" },
  { value: "prefecture.false", label: "所在地の順（北から）" },
] as const;

const BY_NAME = { value: "companyName.false", label: "企業名の順" };

/** A company search: conditions beside it, what is set as chips, order, rows, pages. */
export function CompanySearch({
  kind,
  scope,
  masters,
  rows,
  none,
  above,
}: {
  kind: Kind;
  scope: Scope;
  masters: Masters;
  rows: (found: readonly CompanyRow[], stale: boolean, state: Conditions) => ReactNode;
  /** In place of rows where there is not a single company and no condition is set. */
  none: ReactNode;
  above?: (state: Conditions, set: (changes: Partial<Conditions>) => void) => ReactNode;
}) {
  const { state, set, href } = useUrlState(CONDITIONS);
  const wide = useMedia(WIDE);
  const active = activeConditions(state, masters);
  const wrong = Object.values(conditionErrors(state, masters))[0];
  const list = useQuery({
    ...searchQuery(kind, toSearchQuery(kind, scope, state)),
    enabled: wrong === undefined,
    placeholderData: keepPreviousData,
  });
  const filters = { kind, scope, state, set, masters };
  // The names of others' companies are nobody's to order by (trust.md Authorization).
  const sorts = scope === "own" ? [...SORTS, BY_NAME] : SORTS;
  return (
    <div className={styles.search}>
      {wide && (
        <search className={styles.side} aria-label="絞り込み条件">
          <Filters {...filters} id="side" />
        </search>
      )}
      <div className={styles.main}>
        {above?.(state, set)}
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
        <Select
          label="並び順"
          badge={false}
          options={sorts}
          value={`${state.propertyName}.${state.isDescending}`}
          onChange={(event) => {
            const [propertyName = "modified", isDescending] = event.target.value.split(".");
            set({ propertyName, isDescending: isDescending === "true" });
          }}
        />
        {wrong ? (
          <EmptyState title="条件を確認してください">{wrong}</EmptyState>
        ) : list.data ? (
          <>
            {list.data.companyList.length > 0 ? (
              rows(list.data.companyList, list.isPlaceholderData, state)
            ) : list.data.allCount > 0 ? (
              <EmptyState
                title={`このページに${kind.name}はありません`}
                action={
                  <Link href={href({ pageNumber: 1 })} button="secondary">
                    最初のページを見る
                  </Link>
                }
              />
            ) : active.length > 0 ? (
              <EmptyState
                title={`条件に合う${kind.name}はありません`}
                action={<Button onClick={() => set(cleared(state))}>条件をすべて外す</Button>}
              >
                条件を減らすか、範囲を広げてください。
              </EmptyState>
            ) : (
              none
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
            title={`${kind.name}の一覧を取得できませんでした`}
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
