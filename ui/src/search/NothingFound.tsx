import { useQueries } from "@tanstack/react-query";
import type { ReadQuery } from "@/api/read";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import type { Chip } from "./filter";
import styles from "./Search.module.css";

/** How many conditions are tried to be removed, at most. */
const MAX_TRIED = 8;

/** For a search without hits: says which condition to remove, and how many hits that gives. */
export function NothingFound<C, D>({
  noun,
  unit,
  removableChips,
  queryWithout,
  count,
  onRemove,
  onClear,
}: {
  noun: string;
  unit: string;
  removableChips: readonly Chip<C>[];
  /** The query without one condition. */
  queryWithout: (without: Partial<C>) => ReadQuery<D>;
  /** The number of hits in an answer. */
  count: (data: D) => number;
  onRemove: (without: Partial<C>) => void;
  onClear: () => void;
}) {
  const tried = removableChips.slice(0, MAX_TRIED);
  const counts = useQueries({
    queries: tried.map(({ without }) => ({ ...queryWithout(without), select: count })),
  });
  const found = tried
    .map((offer, index) => ({ ...offer, count: counts[index]?.data ?? 0 }))
    .filter((offer) => offer.count > 0)
    .sort((a, b) => b.count - a.count);
  const isCounting = counts.some(({ isPending }) => isPending);
  return (
    <EmptyState
      title={`条件に合う${noun}はありません`}
      action={
        <div className={styles.offers}>
          {found.length > 0 && (
            <ul className={styles.offers}>
              {found.map((offer) => (
                <li key={offer.key}>
                  <Button onClick={() => onRemove(offer.without)}>
                    「{offer.label}」を外す（{offer.count.toLocaleString("ja-JP")}
                    {unit}）
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <Button kind="quiet" onClick={onClear}>
            条件をすべて外す
          </Button>
        </div>
      }
    >
      {found.length > 0
        ? `次の条件を外すと、${noun}が見つかります。`
        : isCounting
          ? "どの条件を外すと見つかるかを調べています。"
          : "一つの条件を外すだけでは見つかりません。条件をいくつか外してお試しください。"}
    </EmptyState>
  );
}
