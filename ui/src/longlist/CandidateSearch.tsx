import type { ReactNode } from "react";
import { failureMessage } from "@/api/errors";
import { candidatesQuery } from "@/api/longlist";
import { Button } from "@/kit/Button";
import { notify } from "@/kit/notify";
import type { Names } from "@/search/names";
import { Search } from "@/search/Search";
import { CandidateRows } from "./CandidateRows";
import { CANDIDATE_SPEC, type Conditions, LIST_SPEC, toQuery } from "./conditions";
import styles from "./longlist.module.css";
import { allCandidates } from "./queries";
import type { Selection } from "./selection";
import type { CandidateList, Listing } from "./types";

/** Candidates of a listing: conditions, order, rows to tick, pages. */
export function CandidateSearch({
  sellerBusinessId,
  companyIds,
  names,
  selection,
  emptyState,
}: {
  sellerBusinessId: string;
  /** The id of a saved list; absent for all candidates. */
  companyIds?: string[];
  names: Names;
  selection: Selection;
  /** Shown instead of rows if there are none without any condition. */
  emptyState: (listing: Listing) => ReactNode;
}) {
  const query = (state: Conditions, limit: number) =>
    toQuery(sellerBusinessId, state, names, limit, companyIds);
  return (
    <Search
      spec={companyIds ? LIST_SPEC : CANDIDATE_SPEC}
      area="buyer-company-longlist"
      names={names}
      noun="候補"
      unit="社"
      title={companyIds ? "リストの買手" : "候補の買手"}
      query={(state, limit) => candidatesQuery(query(state, limit))}
      size={(data) => ({ total: data.allCount, onPage: data.companyList.length })}
      rows={(data, state) => (
        <>
          <TickButtons data={data} query={(limit) => query(state, limit)} {...{ names, selection }} />
          <CandidateRows rows={data.companyList} names={names} selection={selection} />
        </>
      )}
      emptyState={(data) => emptyState(data.listing)}
    />
  );
}

/** Selects a page, or all candidates that match. */
function TickButtons({
  data,
  query,
  names,
  selection,
}: {
  data: CandidateList;
  query: (limit: number) => ReturnType<typeof toQuery>;
  names: Names;
  selection: Selection;
}) {
  const max = names.enumerations.limits.longListMax;
  const tick = (list: CandidateList) =>
    selection.set([...selection.ids, ...list.companyList.map((row) => row.companyId)]);
  const tickAll = async () => {
    try {
      const all = await allCandidates(query(max), max);
      tick(all);
      if (all.allCount > max)
        notify.info(`一度に選べるのは${max.toLocaleString("ja-JP")}社までです。上位の買手を選びました。`);
    } catch (error) {
      notify.error(failureMessage("候補をすべて選べませんでした。", error));
    }
  };
  return (
    <div className={styles.ticks}>
      <Button onClick={() => tick(data)}>このページの{data.companyList.length}社を選ぶ</Button>
      {data.allCount > data.companyList.length && (
        <Button onClick={tickAll}>{data.allCount.toLocaleString("ja-JP")}社すべてを選ぶ</Button>
      )}
    </div>
  );
}
