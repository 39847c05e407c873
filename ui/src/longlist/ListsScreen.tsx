import { useQuery } from "@tanstack/react-query";
import { longListsQuery } from "@/api/longlist";
import { pageFetch } from "@/api/query";
import { DataList } from "@/kit/DataList";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate } from "@/lib/dates";
import { type LongListSummary, ROUTES } from "./types";

const start = (
  <Link href={ROUTES.listings} button="primary">
    案件を選んで作成する
  </Link>
);

/** The institution's saved long lists, and the way to a new one: /buyer-company-longlist. */
export default function ListsScreen() {
  const lists = useQuery({ ...longListsQuery(""), ...pageFetch }).data;
  return (
    <>
      <Heading level={1} actions={lists && lists.length > 0 ? start : undefined}>
        ロングリスト作成
      </Heading>
      <p className={panel.note}>
        担当する売却案件に合う買手を、ネットワーク全体から一致度の高い順に選び、まとめてオファーを送れます。保存したリストは、自機関の担当者で共有します。
      </p>
      {lists ? (
        <DataList<LongListSummary>
          caption="保存したロングリスト"
          rows={lists}
          rowKey={(list) => list.longListId}
          rowHref={(list) => ROUTES.list(list.longListId)}
          columns={[
            { key: "name", header: "リスト", cell: (list) => list.name, primary: true },
            {
              key: "businessName",
              header: "売却案件",
              cell: (list) => (
                <Link href={ROUTES.candidates(list.sellerBusinessId)}>{list.businessName}</Link>
              ),
            },
            {
              key: "companyCount",
              header: "買手",
              unit: "社",
              align: "end",
              cell: (list) => list.companyCount.toLocaleString("ja-JP"),
            },
            { key: "modified", header: "更新日", nowrap: true, cell: (list) => formatDate(list.modified) },
          ]}
          empty={
            <EmptyState title="保存したリストはまだありません" action={start}>
              売却案件を選ぶと、候補の買手が一致度の順に並びます。選んだ買手をリストに保存できます。
            </EmptyState>
          }
        />
      ) : (
        <Skeleton rows={4} />
      )}
    </>
  );
}
