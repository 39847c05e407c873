import { useQueries } from "@tanstack/react-query";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import type { TwoLevelGroup } from "@/kit/TwoLevel";
import { type ActiveCondition, type Conditions, cleared, loosenings, toSearchQuery } from "./conditions";
import styles from "./NothingFound.module.css";
import { searchQuery } from "./queries";

/** Which conditions could be given up, tried at most this many at a time. */
const TRIED = 8;

/** No hits: tells which condition to give up, and how many listings that brings. */
export function NothingFound({
  state,
  active,
  classes,
  set,
}: {
  state: Conditions;
  active: readonly ActiveCondition[];
  classes: readonly TwoLevelGroup[];
  set: (changes: Partial<Conditions>) => void;
}) {
  const offers = loosenings(active).slice(0, TRIED);
  const counts = useQueries({
    queries: offers.map(({ without }) =>
      searchQuery({ ...toSearchQuery({ ...state, ...without, pageNumber: 1 }, classes), limit: 1 }),
    ),
  });
  if (active.length === 0)
    return (
      <EmptyState title="ご覧いただける売却案件はまだありません">
        新しい案件が公開されると、ここに表示されます。
      </EmptyState>
    );
  const found = offers
    .map((offer, index) => ({ ...offer, count: counts[index]?.data?.allCount ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const asking = counts.some(({ isPending }) => isPending);
  return (
    <EmptyState
      title="条件に合う案件はありません"
      action={
        <div className={styles.offers}>
          {found.length > 0 && (
            <ul className={styles.list}>
              {found.map(({ key, label, count, without }) => (
                <li key={key}>
                  <Button onClick={() => set(without)}>
                    「{label}」を外す（{count.toLocaleString("ja-JP")}件）
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <Button kind="quiet" onClick={() => set(cleared(state))}>
            条件をすべて外す
          </Button>
        </div>
      }
    >
      {found.length > 0
        ? "次の条件を外すと、案件が見つかります。"
        : asking
          ? "どの条件を外すと見つかるかを調べています。"
          : "一つの条件を外すだけでは見つかりません。条件をいくつか外してお試しください。"}
    </EmptyState>
  );
}
