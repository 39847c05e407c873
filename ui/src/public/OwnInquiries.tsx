import { useQuery } from "@tanstack/react-query";
import { codeLabel, useEnumerations } from "@/api/enumerations";
import { ownInquiriesQuery } from "@/api/inquiry";
import { DataList } from "@/kit/DataList";
import { Heading } from "@/kit/Heading";
import { Pagination } from "@/kit/Pagination";
import { formatTime } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import styles from "./public.module.css";

const DEFAULTS = { pageNumber: 1 };

/** The member's own inquiries and whether they are answered; nothing where there are none. */
export function OwnInquiries() {
  const { state, href } = useUrlState(DEFAULTS);
  const codes = useEnumerations();
  const { data } = useQuery(ownInquiriesQuery(state.pageNumber));
  if (!data || data.allCount === 0) return null;
  return (
    <section className={styles.section}>
      <Heading level={2}>これまでのお問い合わせ</Heading>
      <DataList
        caption="これまでのお問い合わせ"
        rows={data.inquiryList}
        rowKey={(row) => row.inquiryId}
        rowHref={(row) => `/mypage/contact/${row.inquiryId}`}
        columns={[
          { key: "number", header: "受付番号", primary: true, nowrap: true, cell: (row) => row.caseNumber },
          { key: "kind", header: "種類", cell: (row) => codeLabel(codes, "inquiryKind", row.kind) },
          { key: "created", header: "送信", nowrap: true, cell: (row) => formatTime(row.created) },
          { key: "status", header: "状態", nowrap: true, cell: (row) => row.statusLabel },
          {
            key: "unread",
            header: "回答",
            nowrap: true,
            cell: (row) => (row.isUnread ? <strong>未読の回答</strong> : "―"),
          },
        ]}
      />
      <Pagination
        page={state.pageNumber}
        allCount={data.allCount}
        href={(pageNumber) => href({ pageNumber })}
      />
    </section>
  );
}
