import { SlidersHorizontal } from "lucide-react";
import { Fragment, useState } from "react";
import { Button } from "@/kit/Button";
import { Drawer } from "@/kit/Drawer";
import styles from "./Filters.module.css";
import { allCleared, type Conditions, errorsOf, type SearchSpec } from "./filter";
import type { Names } from "./names";

interface FilterPanelProps<C extends Conditions> {
  spec: SearchSpec<C>;
  state: C;
  set: (changes: Partial<C>) => void;
  names: Names;
  /** Distinguishes two instances on one page. */
  id: string;
}

/** All filters of a search, one below the other. */
export function FilterPanel<C extends Conditions>({ spec, state, set, names, id }: FilterPanelProps<C>) {
  const errors = errorsOf(spec, state, names);
  return (
    <div className={styles.filters}>
      {spec.filters.map((filter) => (
        <Fragment key={filter.keys.join()}>{filter.control({ state, set, names, id, errors })}</Fragment>
      ))}
    </div>
  );
}

/** The filters side by side above the list, folded at first. */
export function FilterFold<C extends Conditions>({
  count,
  ...props
}: FilterPanelProps<C> & { count: number }) {
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>
        条件を指定する
        {count > 0 && <span className={styles.count}>{count}件を指定中</span>}
      </summary>
      <FilterPanel {...props} />
    </details>
  );
}

/** On small screens the conditions are chosen first and applied together with 検索. */
export function FilterDrawer<C extends Conditions>({
  count,
  ...props
}: FilterPanelProps<C> & { count: number }) {
  const { spec, state, set, names } = props;
  const [draft, setDraft] = useState<C | null>(null);
  const error = draft ? Object.values(errorsOf(spec, draft, names))[0] : undefined;
  const send = (conditions: C) => {
    set({ ...conditions, pageNumber: 1 });
    setDraft(null);
  };
  return (
    <>
      <Button icon={<SlidersHorizontal aria-hidden size={18} />} onClick={() => setDraft(state)}>
        条件を指定する{count > 0 && `（${count}件を指定中）`}
      </Button>
      <Drawer open={draft !== null} onClose={() => setDraft(null)} title="条件を指定する" side="right">
        {draft && (
          <>
            <FilterPanel
              {...props}
              state={draft}
              set={(changes) => setDraft((now) => now && { ...now, ...changes })}
            />
            <div className={styles.drawerFoot}>
              {/* A word still in its field counts when the field is left, which the press does first. */}
              <Button kind="primary" wide disabledReason={error} onClick={() => send(draft)}>
                検索
              </Button>
              <Button
                kind="quiet"
                wide
                onClick={() => setDraft((now) => now && { ...now, ...allCleared(spec) })}
              >
                条件をすべて外す
              </Button>
            </div>
          </>
        )}
      </Drawer>
    </>
  );
}
