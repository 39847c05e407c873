import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { codeLabel, codesOf, itemLabel, useEnumerations, useItemLists } from "@/api/enumerations";
import { usePrefectures } from "@/api/master";
import { accountRequestsQuery } from "@/api/office";
import { EmptyState } from "@/kit/EmptyState";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Select } from "@/kit/Select";
import { formatDate } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { OfficeList, optionsOf, State } from "../list";
import { OfficeListFile } from "../OfficeListFile";
import { officePage } from "../page";

const DEFAULTS = { status: "", pageNumber: 1 };
export const REQUEST_STATES = ["waiting", "done", "quiet"] as const;

/** /office/requests: the account requests. */
function RequestsScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const codes = useEnumerations();
  const items = useItemLists();
  const prefectures = usePrefectures();
  const query = useQuery({
    ...accountRequestsQuery({ status: state.status as "" | "0" | "1" | "2", pageNumber: state.pageNumber }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Heading
        level={1}
        actions={
          <OfficeListFile
            list="AccountRequestList"
            name="利用申請"
            unit="件"
            total={query.data?.allCount}
            conditions={state}
          />
        }
      >
        利用申請
      </Heading>
      <search>
        <Form row label="利用申請を絞り込む" onSubmit={() => {}}>
          <Select
            label="状態"
            badge={false}
            empty="すべて"
            options={optionsOf(codesOf(codes, "accountRequestStatus"))}
            value={state.status}
            onChange={(event) => set({ status: event.target.value })}
          />
        </Form>
      </search>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="利用申請"
        rowKey={(row) => row.accountRequestId}
        rowHref={(row) => `/office/requests/${row.accountRequestId}`}
        columns={[
          { key: "name", header: "金融機関名", primary: true, cell: (row) => row.financialName },
          {
            key: "type",
            header: "種別",
            cell: (row) => itemLabel(items, "financialType", row.financialType),
          },
          {
            key: "place",
            header: "都道府県",
            nowrap: true,
            cell: (row) => prefectures?.find((p) => p.code === row.prefecture)?.name,
          },
          { key: "number", header: "受付番号", nowrap: true, cell: (row) => row.caseNumber },
          { key: "created", header: "受付日", nowrap: true, cell: (row) => formatDate(row.created) },
          {
            key: "status",
            header: "状態",
            cell: (row) => (
              <State kind={REQUEST_STATES[row.status] ?? "quiet"}>
                {codeLabel(codes, "accountRequestStatus", row.status)}
              </State>
            ),
          },
        ]}
        empty={
          <EmptyState title={state.status ? "この状態の利用申請はありません" : "利用申請はまだありません"}>
            金融機関が「はじめての金融機関の方」の画面から申請すると、ここに並びます。
          </EmptyState>
        }
      />
    </>
  );
}

export default officePage(RequestsScreen);
