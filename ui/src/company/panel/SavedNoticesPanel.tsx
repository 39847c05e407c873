import { useQuery } from "@tanstack/react-query";
import { savedSearchesQuery } from "@/api/savedSearch";
import { Button } from "@/kit/Button";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { NOTICED_AREA, SavedNotice } from "@/search/SavedNotice";

const ABOUT =
  "保存した検索条件に合う案件が新しく公開されたときに、件数と整理番号をメールでお知らせします。" +
  "該当がない日（週）は送らず、条件がいくつあっても一通にまとめます。" +
  "毎週の分は、月曜日に届きます。" +
  "お知らせメールを「受け取らない」にしている間は、届きません。" +
  "メールのリンクからも、ログインせずにすべて止められます。";

/** How often each of the user's saved searches mails what is new (domain.md 7). */
export function SavedNoticesPanel() {
  const list = useQuery(savedSearchesQuery(NOTICED_AREA));
  return (
    <div className={panel.panel}>
      <Heading>保存した検索の新着のお知らせ</Heading>
      <p className={panel.note}>{ABOUT}</p>
      {list.isError ? (
        <EmptyState
          title="保存した検索条件を取得できませんでした"
          action={<Button onClick={() => list.refetch()}>もう一度読み込む</Button>}
        >
          通信の状態を確認して、もう一度お試しください。
        </EmptyState>
      ) : !list.data ? (
        <Skeleton lines={3} />
      ) : list.data.length === 0 ? (
        <EmptyState
          title="保存した検索条件はまだありません"
          action={<Link href={`/${NOTICED_AREA}`}>売却案件検索を開く</Link>}
        >
          売却案件検索で条件を指定し、「保存した検索条件」から名前を付けて保存すると、ここで選べます。
        </EmptyState>
      ) : (
        list.data.map((one) => <SavedNotice key={one.savedSearchId} saved={one} label={one.name} />)
      )}
    </div>
  );
}
