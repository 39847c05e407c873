import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { inquiriesQuery } from "@/api/office";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Select } from "@/kit/Select";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { OfficeList, optionsOf, State, useOfficeCodes } from "../list";
import { OfficeListFile } from "../OfficeListFile";
import styles from "../office.module.css";
import { officePage } from "../page";
import { WordSearch } from "../WordSearch";

/** How the states look. */
export const INQUIRY_STATES: Record<number, "done" | "waiting" | "bad"> = {
  0: "bad",
  1: "done",
  2: "waiting",
};

const DEFAULTS = { word: "", status: "", pageNumber: 1 };

/** /office/inquiries: the inquiries sent to the office. */
function InquiriesScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  const codes = useEnumerations();
  const officeCodes = useOfficeCodes();
  const query = useQuery({
    ...inquiriesQuery({ ...state, status: state.status as "" | "0" | "1" | "2" }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Heading
        level={1}
        actions={
          <OfficeListFile
            list="InquiryList"
            name="お問い合わせ"
            unit="件"
            total={query.data?.allCount}
            conditions={state}
          />
        }
      >
        お問い合わせ
      </Heading>
      <WordSearch label="受付番号" word={state.word} onSearch={(word) => set({ word })}>
        <Select
          label="状態"
          badge={false}
          size="short"
          empty="すべて"
          options={optionsOf(officeCodes?.inquiryStatus)}
          value={state.status}
          onChange={(event) => set({ status: event.target.value })}
        />
      </WordSearch>
      <OfficeList
        query={query}
        page={state.pageNumber}
        href={(pageNumber) => href({ pageNumber })}
        caption="お問い合わせ"
        rowKey={(row) => row.inquiryId}
        rowHref={(row) => `/office/inquiries/${row.inquiryId}`}
        columns={[
          {
            key: "name",
            header: "お名前",
            primary: true,
            cell: (row) => row.name,
            under: (row) => row.organisation && <span className={styles.small}>{row.organisation}</span>,
          },
          { key: "kind", header: "種類", cell: (row) => codeLabel(codes, "inquiryKind", row.kind) },
          { key: "number", header: "受付番号", nowrap: true, cell: (row) => row.caseNumber },
          { key: "created", header: "受付", nowrap: true, cell: (row) => formatTime(row.created) },
          {
            key: "status",
            header: "状態",
            cell: (row) => <State kind={INQUIRY_STATES[row.status] ?? "waiting"}>{row.statusLabel}</State>,
          },
        ]}
        empty={
          <EmptyState
            title={
              state.word
                ? "この番号のお問い合わせはありません"
                : state.status
                  ? "この状態のお問い合わせはありません"
                  : "お問い合わせはまだありません"
            }
          >
            お問い合わせの画面から送られると、ここに並びます。
          </EmptyState>
        }
      />
    </>
  );
}

export default officePage(InquiriesScreen);
