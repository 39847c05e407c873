import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { itemLabel, useItemLists } from "@/api/enumerations";
import { usePrefectures } from "@/api/master";
import { officeInstitutionsQuery } from "@/api/office";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { formatDate } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { OfficeList } from "../list";
import { OfficeListFile } from "../OfficeListFile";
import { officePage } from "../page";
import { WordSearch } from "../WordSearch";
import { InstitutionState } from "./InstitutionState";

const DEFAULTS = { word: "", pageNumber: 1 };

/** /office/institutions: the members. */
function InstitutionsScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const items = useItemLists();
  const prefectures = usePrefectures();
  const query = useQuery({
    ...officeInstitutionsQuery(state),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Heading
        level={1}
        actions={
          <OfficeListFile
            list="InstitutionList"
            name="金融機関"
            unit="件"
            total={query.data?.allCount}
            conditions={state}
          />
        }
      >
        金融機関
      </Heading>
      <WordSearch label="名称・カナ・金融機関コード" word={state.word} onSearch={(word) => set({ word })} />
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="金融機関"
        rowKey={(row) => row.financialId}
        rowHref={(row) => `/office/institutions/${row.financialId}`}
        columns={[
          { key: "name", header: "金融機関名", primary: true, cell: (row) => row.financialName },
          { key: "code", header: "コード", nowrap: true, cell: (row) => row.financialCode || "―" },
          {
            key: "type",
            header: "種別",
            cell: (row) => itemLabel(items, "financialType", row.financialType),
          },
          {
            key: "place",
            header: "都道府県",
            nowrap: true,
            cell: (row) => prefectures?.find((p) => p.code === row.prefecture)?.name ?? "―",
          },
          {
            key: "users",
            header: "利用者",
            align: "end",
            cell: (row) => (
              <Link href={`/office/users?financialId=${row.financialId}`}>{row.userCount}人</Link>
            ),
          },
          {
            key: "status",
            header: "状態",
            nowrap: true,
            cell: (row) => <InstitutionState status={row.status} />,
          },
          { key: "created", header: "参加日", nowrap: true, cell: (row) => formatDate(row.created) },
        ]}
        empty={
          state.word ? (
            <EmptyState title="条件に合う金融機関はありません">
              別の言葉か、金融機関コード4桁で探してください。
            </EmptyState>
          ) : (
            <EmptyState
              title="参加している金融機関はまだありません"
              action={
                <Link href="/office/requests" button="primary">
                  利用申請を確認する
                </Link>
              }
            >
              利用申請を承認すると、ここに並びます。
            </EmptyState>
          )
        }
      />
    </>
  );
}

export default officePage(InstitutionsScreen);
