import { useEffect, useState } from "react";
import { codesOf, useEnumerations } from "@/api/enumerations";
import { Button } from "@/kit/Button";
import { DateField } from "@/kit/DateField";
import { Form } from "@/kit/Form";
import { Select } from "@/kit/Select";
import { TextField } from "@/kit/TextField";
import { NARROW, useMedia } from "@/lib/media";
import styles from "./Cases.module.css";
import { type Filters as Conditions, isFiltered, NO_FILTERS, rangeError } from "./conditions";

/** How long typing rests before the list follows, on wide screens. */
const TYPING_MS = 500;

/** Search conditions: on wide screens they apply at once, on narrow ones on 検索する (ui.md "Behaviour"). */
export function Filters({
  filters,
  onChange,
}: {
  filters: Conditions;
  onChange: (filters: Conditions) => void;
}) {
  const all = useEnumerations();
  const narrow = useMedia(NARROW);
  const [draft, setDraft] = useState(filters);
  const [open, setOpen] = useState(false);
  const key = JSON.stringify(filters);
  // Back, or a link, has changed the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conditions are another object at each render.
  useEffect(() => setDraft(filters), [key]);

  const error = rangeError(draft);
  const apply = (next: Conditions) => {
    if (rangeError(next) === undefined && JSON.stringify(next) !== key) onChange(next);
  };
  const change = (changes: Partial<Conditions>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    if (!narrow) apply(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the clock.
  useEffect(() => {
    if (narrow || draft.sellerBusinessName === filters.sellerBusinessName) return;
    const timer = setTimeout(() => apply(draft), TYPING_MS);
    return () => clearTimeout(timer);
  }, [draft.sellerBusinessName, narrow]);

  const options = (name: string) => codesOf(all, name).map(({ code, label }) => ({ value: code, label }));
  const form = (
    <search className={styles.filters}>
      <Form row label="交渉を絞り込む" onSubmit={() => apply(draft)}>
        <TextField
          label="案件名"
          badge={false}
          size="medium"
          data-search="screen"
          value={draft.sellerBusinessName}
          onChange={(event) => setDraft({ ...draft, sellerBusinessName: event.target.value })}
        />
        <Select
          label="交渉状況"
          badge={false}
          size="short"
          empty="すべて"
          options={options("negotiationStatus")}
          value={draft.searchStatus}
          onChange={(event) => change({ searchStatus: event.target.value })}
        />
        <Select
          label="種類"
          badge={false}
          size="short"
          empty="すべて"
          options={options("searchType")}
          value={draft.searchType}
          onChange={(event) => change({ searchType: event.target.value })}
        />
        <DateField
          label="公開期限（から）"
          badge={false}
          value={draft.dueDateF}
          onChange={(event) => change({ dueDateF: event.target.value })}
        />
        <DateField
          label="公開期限（まで）"
          badge={false}
          error={error}
          value={draft.dueDateT}
          onChange={(event) => change({ dueDateT: event.target.value })}
        />
        {narrow && (
          <Button type="submit" kind="primary">
            検索する
          </Button>
        )}
        {isFiltered(filters) && (
          <Button kind={narrow ? "secondary" : "quiet"} onClick={() => onChange(NO_FILTERS)}>
            条件を外す
          </Button>
        )}
      </Form>
    </search>
  );
  if (!narrow) return form;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className={styles.narrow}>
      <summary>絞り込み{isFiltered(filters) && "（条件あり）"}</summary>
      {form}
    </details>
  );
}
