import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listingSearchQuery } from "@/api/listing";
import { longListsQuery } from "@/api/longlist";
import { pageFetch } from "@/api/query";
import { Button } from "@/kit/Button";
import { Checkbox } from "@/kit/Checkbox";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { PAGE_SIZE, Pagination } from "@/kit/Pagination";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { Tags } from "@/kit/Tag";
import { formatDate, formatRemaining } from "@/lib/dates";
import { useUrlState } from "@/lib/urlstate";
import { WidenedWords } from "@/search/WidenedWords";
import { widenedOf, withoutOf } from "@/search/widened";
import { Word } from "@/search/words";
import styles from "./longlist.module.css";
import { ROUTES, SHOWING } from "./types";

const CONDITIONS = { freeWord: "", without: [] as string[], isPublic: true, pageNumber: 1 };

/** Chooses the listing that buyers are looked for: /buyer-company-longlist/seller-business. */
export default function ListingsScreen() {
  const { state, set, href } = useUrlState(CONDITIONS);
  const found = useQuery({
    ...listingSearchQuery({
      ...state,
      freeWord: state.freeWord || undefined,
      without: withoutOf(state.freeWord, state.without),
      isOnlyPersonInCharge: true,
      limit: PAGE_SIZE,
    }),
    ...pageFetch,
    placeholderData: keepPreviousData,
  });
  const lists = useQuery(longListsQuery("")).data ?? [];
  const saved = (id: string) => lists.filter((list) => list.sellerBusinessId === id).length;
  return (
    <>
      <Heading level={1}>案件を選ぶ</Heading>
      <p className={panel.note}>
        候補を出せるのは、公開中の担当案件です。買手の希望と、公開中の匿名の内容を比べます。
      </p>
      <search className={styles.row} aria-label="案件を探す">
        <Word label="案件の言葉" value={state.freeWord} onChange={(freeWord) => set({ freeWord })} />
        <Checkbox
          label="公開中の案件だけ"
          checked={state.isPublic}
          onChange={(event) => set({ isPublic: event.target.checked })}
        />
      </search>
      {found.data ? (
        <>
          <WidenedWords
            list={widenedOf(found.data)}
            text={state.freeWord}
            without={state.without}
            isEmpty={found.data.allCount === 0}
            onChange={({ text, without }) =>
              set({ ...(text !== undefined && { freeWord: text }), ...(without && { without }) })
            }
          />
          <DataList
            caption="担当する売却案件"
            rows={found.data.sellerBusinessList}
            rowKey={(row) => row.sellerBusinessId}
            rowHref={(row) => ROUTES.candidates(row.sellerBusinessId)}
            stale={found.isPlaceholderData}
            columns={[
              {
                key: "businessName",
                header: "売却案件",
                primary: true,
                cell: (row) => row.businessName || "（表題は未入力）",
              },
              { key: "companyName", header: "売手", cell: (row) => row.companyName ?? "" },
              {
                key: "tags",
                header: "状態",
                cell: (row) => <Tags names={row.tags.filter((tag) => tag !== "ChargeSellerBusiness")} />,
              },
              {
                key: "dueDate",
                header: "公開期限",
                nowrap: true,
                cell: (row) =>
                  row.status === SHOWING
                    ? `${formatDate(row.dueDate)}（${formatRemaining(row.dueDate)}）`
                    : "―",
              },
              {
                key: "saved",
                header: "保存したリスト",
                align: "end",
                cell: (row) => {
                  const number = saved(row.sellerBusinessId);
                  return number > 0 ? `${number}件` : "―";
                },
              },
            ]}
            empty={
              state.freeWord !== "" ? (
                <EmptyState
                  title="条件に合う案件はありません"
                  action={
                    <Button onClick={() => set({ freeWord: "", without: [] })}>言葉の条件を外す</Button>
                  }
                />
              ) : state.isPublic ? (
                <EmptyState
                  title="公開中の担当案件はありません"
                  action={<Button onClick={() => set({ isPublic: false })}>公開前の案件も表示する</Button>}
                >
                  案件の承認を受けて公開すると、候補を出せます。
                </EmptyState>
              ) : (
                <EmptyState
                  title="担当する案件はまだありません"
                  action={
                    <Link href="/seller-company-manage" button="primary">
                      売手管理へ
                    </Link>
                  }
                >
                  売手を登録し、売却案件を作成してください。
                </EmptyState>
              )
            }
          />
          {found.data.allCount > 0 && (
            <Pagination
              page={state.pageNumber}
              allCount={found.data.allCount}
              href={(pageNumber) => href({ pageNumber })}
            />
          )}
        </>
      ) : (
        <Skeleton rows={6} />
      )}
    </>
  );
}
