import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codeLabel, codesOf, useEnumerations } from "@/api/enumerations";
import { officeListingsQuery } from "@/api/office";
import type { Schemas } from "@/api/officeClient";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Select } from "@/kit/Select";
import { formatDate } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { InstitutionSelect } from "./institution/InstitutionSelect";
import { type ListingDeed, ListingDialog } from "./ListingDialog";
import { OfficeList, optionsOf, State } from "./list";
import { OfficeListFile } from "./OfficeListFile";
import { officePage } from "./page";
import { WordSearch } from "./WordSearch";

type Row = Schemas["OfficeListingRow"];
const DEFAULTS = { word: "", status: "", financialId: "", pageNumber: 1 };
const KINDS = ["waiting", "done", "done", "quiet", "waiting", "quiet", "quiet"] as const;
/** The highest status code that is stored; higher ones are computed and cannot be searched for. */
const LAST_STORED = 4;

/** /office/listings: metadata and published titles of the listings, with the office's actions on them. */
function ListingsScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const codes = useEnumerations();
  const [dialog, setDialog] = useState<{ row: Row; deed: ListingDeed } | null>(null);
  const query = useQuery({
    ...officeListingsQuery({ ...state, status: state.status as "" | "0" | "1" | "2" | "3" | "4" }),
    placeholderData: keepPreviousData,
  });
  const filtered = state.word || state.status || state.financialId;
  return (
    <>
      <Heading
        level={1}
        actions={
          <OfficeListFile
            list="SellerBusinessList"
            name="売却案件"
            unit="件"
            total={query.data?.allCount}
            conditions={state}
          />
        }
      >
        売却案件
      </Heading>
      <p>
        公開前・成約済み・無効の案件も含む、すべての案件です。公開期間内のものだけを数えるほかの画面とは、件数が違います。公開された匿名の案件名と、状態だけを表示しています。企業名や詳細は、事務局には開示されません。
      </p>
      <WordSearch
        label="公開された案件名、または案件番号"
        word={state.word}
        onSearch={(word) => set({ word })}
      >
        <Select
          label="状態"
          badge={false}
          size="short"
          empty="すべて"
          options={optionsOf(codesOf(codes, "listingStatus").filter((c) => c.code <= LAST_STORED))}
          value={state.status}
          onChange={(event) => set({ status: event.target.value })}
        />
        <InstitutionSelect
          label="担当の金融機関"
          badge={false}
          size="short"
          empty="すべて"
          value={state.financialId}
          onChange={(financialId) => set({ financialId })}
        />
      </WordSearch>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="売却案件"
        rowKey={(row) => row.sellerBusinessId}
        columns={[
          { key: "name", header: "案件名", primary: true, cell: (row) => row.businessName || "（公開前）" },
          { key: "number", header: "案件番号", nowrap: true, cell: (row) => row.caseNumber },
          { key: "of", header: "担当の金融機関", cell: (row) => row.financialName },
          {
            key: "status",
            header: "状態",
            cell: (row) => (
              <>
                <State kind={KINDS[row.status] ?? "quiet"}>
                  {codeLabel(codes, "listingStatus", row.status)}
                </State>
                {row.isSuspended && "（受付停止中）"}
              </>
            ),
          },
          { key: "due", header: "公開期限", nowrap: true, cell: (row) => formatDate(row.dueDate) },
        ]}
        actions={(row) => (
          <>
            {row.canStop && (
              <Button onClick={() => setDialog({ row, deed: "stop" })}>
                無効にする<span className="visually-hidden">：{row.businessName || row.caseNumber}</span>
              </Button>
            )}
            {row.canReopen && (
              <Button onClick={() => setDialog({ row, deed: "reopen" })}>
                成約を取り消す<span className="visually-hidden">：{row.businessName || row.caseNumber}</span>
              </Button>
            )}
          </>
        )}
        empty={
          <EmptyState
            title={filtered ? "条件に合う案件はありません" : "売却案件はまだありません"}
            action={filtered ? <Button onClick={() => set(DEFAULTS)}>条件を外す</Button> : undefined}
          >
            {filtered
              ? "案件名は、公開されたものだけが検索されます。"
              : "金融機関が登録すると、ここに並びます。"}
          </EmptyState>
        }
      />
      {dialog && <ListingDialog {...dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

export default officePage(ListingsScreen);
