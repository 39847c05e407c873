import { useMemo } from "react";
import { sellerCasesQuery } from "@/api/negotiation";
import { EmptyState } from "@/kit/EmptyState";
import { Link } from "@/kit/Link";
import { PAGE_SIZE } from "@/kit/Pagination";
import { ListScope, nothingOwn, useOpensOnOwn, usePeople } from "@/search/inCharge";
import type { Names } from "@/search/names";
import { Search } from "@/search/Search";
import { Board } from "./Board";
import { SellerCaseTable } from "./CaseTable";
import { sellerCasesSpec, sellerQueryOf } from "./conditions";
import { NextDates } from "./NextDates";
import { BOARD_LIMIT, BoardLimit, CasesPage, ListHead, ViewChoice } from "./view";

/** 売手交渉案件管理: the negotiations of all listings in charge, as a table or a board. */
export default function SellerCasesScreen() {
  return (
    <CasesPage title="売手交渉案件管理" lead="担当する売手の、すべての案件の交渉です。">
      {(names) => <Cases names={names} />}
    </CasesPage>
  );
}

function Cases({ names }: { names: Names }) {
  const people = usePeople();
  const spec = useMemo(() => sellerCasesSpec(people), [people]);
  if (!useOpensOnOwn()) return null;
  return (
    <Search
      spec={spec}
      area="seller-negotiation"
      names={names}
      noun="交渉"
      unit="件"
      title="交渉"
      filtersAbove
      pageSize={({ view }) => (view === "board" ? BOARD_LIMIT : PAGE_SIZE)}
      query={(state, limit) => sellerCasesQuery(sellerQueryOf(state, limit))}
      file={{
        path: "/api/Report/ExportPartnerList",
        name: "売手交渉案件",
        conditions: (state) => sellerQueryOf(state, PAGE_SIZE),
      }}
      size={(data) => ({ total: data.allCount, onPage: data.partnerList.length })}
      above={(state, set) => (
        <ListHead>
          <ListScope state={state} set={set} />
          <ViewChoice view={state.view} onChange={(view) => set({ view })} />
        </ListHead>
      )}
      noneFound={(state, chips, set) => nothingOwn("交渉", state, chips, set)}
      rows={({ partnerList: rows, allCount }, state, set) =>
        state.view === "board" ? (
          <>
            <BoardLimit allCount={allCount} />
            <Board rows={rows} as="sf" />
          </>
        ) : (
          <NextDates rows={rows} of="sf">
            {(chosen) => (
              <SellerCaseTable
                rows={rows}
                {...chosen}
                sort={{ propertyName: state.propertyName, isDescending: state.isDescending }}
                onSort={set}
              />
            )}
          </NextDates>
        )
      }
      emptyState={() => (
        <EmptyState
          title="交渉はまだありません"
          action={
            <Link href="/seller-company-manage" button="primary">
              売手管理を開く
            </Link>
          }
        >
          担当する案件に買手が交渉を始めるか、こちらからオファーを送ると、ここに並びます。
        </EmptyState>
      )}
    />
  );
}
