import { useMemo } from "react";
import type { CompanyKind } from "@/api/company";
import { listingSearchQuery } from "@/api/listing";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { PAGE_SIZE } from "@/kit/Pagination";
import panel from "@/kit/Panel.module.css";
import { useUrlState } from "@/lib/urlstate";
import { IN_CHARGE, usePeople } from "@/search/inCharge";
import { NamedSelect, useChoice } from "@/search/NamedSelect";
import type { Names } from "@/search/names";
import { companySearch, ownCompanyQuery } from "@/search/ownCompanies";
import { Search, WithNames } from "@/search/Search";
import { TagLegend } from "@/search/TagLegend";
import { isFIN } from "@/session/session";
import { CONDITIONS, listingSpec, type OwnCompanies, toSearchQuery } from "./conditions";
import { FreeWord } from "./FreeWord";
import { ListingRows } from "./ListingRows";

/** The listing search (SPEC.md section 7 SearchSellerBusinessAsync, domain.md 9). */
export default function SearchScreen() {
  return (
    <>
      <Heading level={1} actions={<TagLegend isFIN={isFIN.value} />}>
        売却案件検索
      </Heading>
      <WithNames>{(names) => <Listings names={names} />}</WithNames>
    </>
  );
}

function Listings({ names }: { names: Names }) {
  const isBank = isFIN.value;
  const { buyerCompanyId, companyId } = useUrlState(CONDITIONS).state;
  const buyer = useChosen("buyer", isBank ? buyerCompanyId : "");
  const seller = useChosen("seller", isBank ? companyId : "");
  const people = usePeople();
  const spec = useMemo(
    () => listingSpec(isBank ? { control: companyControl, buyer, seller, people } : undefined),
    [buyer, seller, people],
  );
  return (
    <Search
      spec={spec}
      area="seller-business"
      names={names}
      noun="案件"
      unit="件"
      query={(state, limit) => listingSearchQuery(toSearchQuery({ ...NO_BANK, ...state }, names, limit))}
      file={
        isBank
          ? {
              path: "/api/Report/ExportSellerBusinessList",
              name: "売却案件",
              conditions: (state) => toSearchQuery({ ...NO_BANK, ...state }, names, PAGE_SIZE),
            }
          : undefined
      }
      size={(data) => ({ total: data.allCount, onPage: data.sellerBusinessList.length })}
      rows={(data, state) => (
        <ListingRows
          rows={data.sellerBusinessList}
          names={names}
          isFIN={isBank}
          offered={state.isOffered}
          recommended={state.isRecommended}
          buyer={state.buyerCompanyId ?? ""}
        />
      )}
      counted={(state, href) => {
        if (state.isPublic || state.isSold) return null;
        return (
          <p className={panel.note}>
            公開期間内の案件のほか、成約済みなど、あなたが見られる案件をすべて数えています。
            <Link href={href({ isPublic: true, pageNumber: 1 })}>公開中の案件だけにする</Link>
          </p>
        );
      }}
      emptyState={() => (
        <EmptyState title="ご覧いただける売却案件はまだありません">
          新しい案件が公開されると、ここに表示されます。
        </EmptyState>
      )}
      above={(state, set, isWide) => (
        <FreeWord
          value={state.freeWord}
          searchesWhileTyping={isWide}
          onSearch={(freeWord, typing) => set({ freeWord }, { replace: typing })}
        />
      )}
    />
  );
}

/** What is known of a company that the address names. */
function useChosen(kind: CompanyKind, companyId: string) {
  const company = useChoice((id) => ownCompanyQuery(kind, id), companyId);
  return companyId === "" ? undefined : company;
}

const companyControl: OwnCompanies["control"] = ({ name, ...field }) => {
  const kind = name === "companyId" ? "seller" : "buyer";
  return (
    <NamedSelect {...field} search={companySearch(kind)} queryById={(id) => ownCompanyQuery(kind, id)} />
  );
};

/** A buyer's user has none of the banks' conditions. */
const NO_BANK = {
  isOnlyPersonInCharge: false,
  isNotOnlyPersonInCharge: false,
  companyId: "",
  buyerCompanyId: "",
  ...IN_CHARGE,
};
