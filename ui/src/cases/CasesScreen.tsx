import { useMemo, useState } from "react";
import { casesQuery } from "@/api/negotiation";
import { EmptyState } from "@/kit/EmptyState";
import { Link } from "@/kit/Link";
import { PAGE_SIZE } from "@/kit/Pagination";
import { OfferDialog } from "@/negotiation/section/InterestSection";
import type { NegotiationRow } from "@/negotiation/types";
import { ListScope, nothingOwn, useOpensOnOwn, usePeople } from "@/search/inCharge";
import type { Names } from "@/search/names";
import { Search } from "@/search/Search";
import { Board } from "./Board";
import { CaseTable } from "./CaseTable";
import { type Conditions, casesSpec, queryOf } from "./conditions";
import { NextDates } from "./NextDates";
import { BOARD_LIMIT, BoardLimit, CasesPage, ListHead, ViewChoice } from "./view";

/** 買手交渉案件管理: all negotiations of the buyers in charge, as a table or a board (domain.md 5). */
export default function CasesScreen() {
  return (
    <CasesPage title="買手交渉案件管理" lead="担当する買手の、すべての交渉です。">
      {(names) => <Cases names={names} />}
    </CasesPage>
  );
}

function Cases({ names }: { names: Names }) {
  const people = usePeople();
  const spec = useMemo(() => casesSpec(people), [people]);
  if (!useOpensOnOwn()) return null;
  return (
    <Search
      spec={spec}
      area="financial-support"
      names={names}
      noun="交渉"
      unit="件"
      title="交渉"
      filtersAbove
      pageSize={({ view }) => (view === "board" ? BOARD_LIMIT : PAGE_SIZE)}
      query={(state, limit) => casesQuery(queryOf(state, names, limit))}
      file={{
        path: "/api/Report/ExportFinancialSupportList",
        name: "買手交渉案件",
        conditions: (state) => queryOf(state, names, PAGE_SIZE),
      }}
      size={(data) => ({ total: data.allCount, onPage: data.buyerNegotiationList.length })}
      above={(state, set) => (
        <ListHead>
          <ListScope state={state} set={set} />
          <ViewChoice view={state.view} onChange={(view) => set({ view })} />
        </ListHead>
      )}
      noneFound={(state, chips, set) => nothingOwn("交渉", state, chips, set)}
      rows={({ buyerNegotiationList: rows, allCount }, state, set) => (
        <Rows rows={rows} allCount={allCount} state={state} set={set} />
      )}
      emptyState={() => (
        <EmptyState
          title="交渉はまだありません"
          action={
            <Link href="/seller-business" button="primary">
              売却案件を検索する
            </Link>
          }
        >
          担当する買手が案件に興味を示すか、オファーが届くと、ここに並びます。案件の画面から、買手のために交渉を開始することもできます。
        </EmptyState>
      )}
    />
  );
}

function Rows({
  rows,
  allCount,
  state,
  set,
}: {
  rows: readonly NegotiationRow[];
  allCount: number;
  state: Conditions;
  set: (changes: Partial<Conditions>) => void;
}) {
  const [offer, setOffer] = useState<{ row: NegotiationRow; forward: boolean } | null>(null);
  const openOffer = (row: NegotiationRow, forward: boolean) => setOffer({ row, forward });
  // The current row: after a conflict the list behind the dialog is fetched again.
  const offered =
    offer && (rows.find((row) => row.buyerNegotiationId === offer.row.buyerNegotiationId) ?? offer.row);
  return (
    <>
      {state.view === "board" ? (
        <>
          <BoardLimit allCount={allCount} />
          <Board rows={rows} onOffer={openOffer} />
        </>
      ) : (
        <NextDates rows={rows} of="bf">
          {(chosen) => (
            <CaseTable
              rows={rows}
              {...chosen}
              sort={{ propertyName: state.propertyName, isDescending: state.isDescending }}
              onSort={(sort) => set(sort)}
              onOffer={openOffer}
            />
          )}
        </NextDates>
      )}
      {offer && offered && (
        <OfferDialog negotiation={offered} forward={offer.forward} onClose={() => setOffer(null)} />
      )}
    </>
  );
}
