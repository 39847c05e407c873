import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type LendingRow, lendingCasesQuery } from "@/api/lending";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Form } from "@/kit/Form";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { PAGE_SIZE, Pagination } from "@/kit/Pagination";
import { Select } from "@/kit/Select";
import { Skeleton } from "@/kit/Skeleton";
import { TextField } from "@/kit/TextField";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { yenReading } from "@/lib/yen";
import { caseHref } from "./href";

/** `status`: a state of the financing; "" for all. */
const DEFAULTS = { word: "", status: "", pageNumber: 1 };

/** 資金支援の案件: what was brought to the lending desk with the buyer's agreement (team.md 2, domain.md 5). */
export default function CasesScreen() {
  const { state, set, href } = useUrlState(DEFAULTS);
  useScreenTitle("資金支援の案件");
  const { data, isPlaceholderData } = useQuery({
    ...lendingCasesQuery({
      word: state.word || undefined,
      searchStatus: state.status || undefined,
      pageNumber: state.pageNumber,
      limit: PAGE_SIZE,
    }),
    ...pageFetch,
    placeholderData: keepPreviousData,
  });
  const isNarrowed = state.word !== "" || state.status !== "";
  return (
    <>
      <Heading level={1}>資金支援の案件</Heading>
      <p>
        買手の情報共有同意を得て、M&Aの担当者が相談を受け付けた案件です。買手と資金支援の内容、案件の公開情報だけを表示します。
      </p>
      <search>
        <Form
          row
          label="絞り込む"
          onSubmit={(event) =>
            set({ word: String(new FormData(event.currentTarget).get("word") ?? "").trim(), pageNumber: 1 })
          }
        >
          <TextField
            // A changed word in the address remounts the field, so that it shows the new word.
            key={state.word}
            label="買手の企業名・案件名"
            badge={false}
            size="medium"
            type="search"
            name="word"
            maxLength={100}
            defaultValue={state.word}
          />
          <Select
            label="資金支援の状況"
            badge={false}
            empty="すべて"
            options={(data?.statusCounts ?? []).map(({ financialSupportStatus, label, count }) => ({
              value: String(financialSupportStatus),
              label: `${label}（${count}件）`,
            }))}
            value={state.status}
            onChange={(event) => set({ status: event.target.value, pageNumber: 1 })}
          />
          <Button type="submit" kind="primary">
            検索
          </Button>
        </Form>
      </search>
      {!data ? (
        <Skeleton rows={5} />
      ) : (
        <>
          <p role="status">{data.allCount.toLocaleString("ja-JP")}件</p>
          <DataList<LendingRow>
            caption="資金支援の案件"
            rows={data.caseList}
            stale={isPlaceholderData}
            rowKey={(row) => row.buyerNegotiationId}
            rowHref={caseHref}
            rowName={(row) => `${row.buyerName} ${row.businessName}`}
            columns={[
              { key: "buyer", header: "買手", primary: true, cell: (row) => row.buyerName },
              { key: "listing", header: "案件", cell: (row) => row.businessName },
              { key: "status", header: "資金支援", nowrap: true, cell: (row) => row.statusLabel },
              {
                key: "desired",
                header: "希望額",
                align: "end",
                nowrap: true,
                cell: (row) => amount(row.desiredAmount),
              },
              {
                key: "approved",
                header: "承認額",
                align: "end",
                nowrap: true,
                cell: (row) => amount(row.approvedAmount),
              },
              { key: "number", header: "番号", nowrap: true, cell: (row) => row.caseNumber },
            ]}
            empty={
              isNarrowed ? (
                <EmptyState
                  title="条件に合う案件はありません"
                  action={
                    <Link href="/financial-support" button="secondary">
                      条件を外す
                    </Link>
                  }
                />
              ) : (
                <EmptyState title="資金支援の案件はまだありません">
                  M&Aの担当者が、買手の情報共有同意を得て「相談受付」にすると、ここに並び、メールでお知らせします。
                </EmptyState>
              )
            }
          />
          <Pagination
            page={state.pageNumber}
            allCount={data.allCount}
            href={(pageNumber) => href({ pageNumber })}
          />
        </>
      )}
    </>
  );
}

const amount = (value: number | undefined) => (value === undefined ? "" : yenReading(value));
