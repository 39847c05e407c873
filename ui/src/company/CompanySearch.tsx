import { type ReactNode, useMemo } from "react";
import { companySearchQuery } from "@/api/company";
import { useUrlState } from "@/lib/urlstate";
import type { IdChoiceOptions } from "@/search/choices";
import { ListScope, nothingOwn, useOpensOnOwn, usePeople } from "@/search/inCharge";
import { NamedSelect, useChoice } from "@/search/NamedSelect";
import type { Names } from "@/search/names";
import { Search } from "@/search/Search";
import {
  BUYER_CONDITIONS,
  buyerSpec,
  type Scope,
  sellerSpec,
  toBuyerQuery,
  toSellerQuery,
} from "./conditions";
import { BUYER, SELLER } from "./kinds";
import { shownListingQuery, shownListingSearch } from "./shownListings";
import type { CompanyRow } from "./types";

interface CompanySearchProps {
  /** The first part of the address. */
  area: string;
  names: Names;
  rows: (found: readonly CompanyRow[], hasScore: boolean) => ReactNode;
  /** Shown instead of rows if there is no company and no condition is set. */
  emptyState: ReactNode;
}

const size = (data: { allCount: number; companyList: readonly CompanyRow[] }) => ({
  total: data.allCount,
  onPage: data.companyList.length,
});

/** Search for the own sellers. */
export function SellerSearch({ area, names, rows, emptyState }: CompanySearchProps) {
  const people = usePeople();
  const spec = useMemo(() => sellerSpec(people), [people]);
  if (!useOpensOnOwn()) return null;
  return (
    <Search
      spec={spec}
      above={(state, set) => <ListScope state={state} set={set} />}
      noneFound={(state, chips, set) => nothingOwn(SELLER.name, state, chips, set)}
      area={area}
      names={names}
      noun={SELLER.name}
      unit="社"
      query={(state, limit) => companySearchQuery("seller", { ...toSellerQuery(state, names), limit })}
      file={{
        path: "/api/Report/ExportSellerCompanyList",
        name: SELLER.name,
        hint: "直して「CSVを読み込む」で戻すファイルは、売手管理の「CSVを書き出す」で作ります。",
        conditions: (state) => toSellerQuery(state, names),
      }}
      size={size}
      rows={(data) => rows(data.companyList, false)}
      emptyState={() => emptyState}
    />
  );
}

/**
 * Search for buyers, the own ones or those of the whole network; with their scores for an own
 * listing.
 */
export function BuyerSearch(props: CompanySearchProps & { scope: Scope }) {
  return props.scope === "own" ? <OwnBuyers {...props} /> : <FoundBuyers {...props} />;
}

/** The own buyers open on those of the user. */
function OwnBuyers(props: CompanySearchProps & { scope: Scope }) {
  return useOpensOnOwn() ? <FoundBuyers {...props} /> : null;
}

function FoundBuyers({ area, scope, names, rows, emptyState }: CompanySearchProps & { scope: Scope }) {
  const { sellerBusinessId } = useUrlState(BUYER_CONDITIONS).state;
  const shown = useChoice(shownListingQuery, sellerBusinessId);
  const listing = sellerBusinessId === "" ? undefined : shown;
  const people = usePeople();
  const spec = useMemo(() => buyerSpec(scope, listing, listingControl, people), [scope, listing, people]);
  return (
    <Search
      spec={spec}
      area={area}
      names={names}
      noun={BUYER.name}
      unit="社"
      above={scope === "own" ? (state, set) => <ListScope state={state} set={set} /> : undefined}
      noneFound={
        scope === "own" ? (state, chips, set) => nothingOwn(BUYER.name, state, chips, set) : undefined
      }
      query={(state, limit) => companySearchQuery("buyer", { ...toBuyerQuery(scope, state, names), limit })}
      // The own buyers have the report and the CSV file.
      file={
        scope === "network"
          ? {
              path: "/api/Report/ExportBuyerCompanyList",
              name: BUYER.name,
              conditions: (state) => toBuyerQuery(scope, state, names),
            }
          : undefined
      }
      size={size}
      rows={(data, state) => rows(data.companyList, state.sellerBusinessId !== "")}
      emptyState={() => emptyState}
    />
  );
}

const listingControl: IdChoiceOptions["control"] = ({ name: _, ...field }) => (
  <NamedSelect {...field} search={shownListingSearch} queryById={shownListingQuery} />
);
