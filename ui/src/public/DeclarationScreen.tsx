import { useQuery } from "@tanstack/react-query";
import { declarationQuery } from "@/api/public";
import { pageFetch } from "@/api/query";
import { Declaration } from "@/kit/Declaration";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import panel from "@/kit/Panel.module.css";
import { Skeleton } from "@/kit/Skeleton";
import { formatDate } from "@/lib/dates";

/** /declaration: what the network says of itself (compliance.md 3). Where nothing is published, no link leads here. */
export default function DeclarationScreen() {
  const { data, isPending } = useQuery({ ...declarationQuery, ...pageFetch });
  return (
    <>
      <Heading level={1}>{data?.title ?? "ネットワークの宣言"}</Heading>
      {isPending && <Skeleton lines={12} />}
      {data === null && (
        <EmptyState
          title="ページが見つかりません"
          action={
            <Link href="/" button="secondary">
              ホームへ
            </Link>
          }
        >
          アドレスが正しいか、ご確認ください。
        </EmptyState>
      )}
      {data && (
        <>
          <Declaration texts={data} />
          <p className={panel.note}>
            第{data.version}版　{formatDate(data.created)} 掲載
          </p>
        </>
      )}
    </>
  );
}
