import { useQuery } from "@tanstack/react-query";
import { buyersNegotiationsQuery } from "@/api/negotiation";
import { pageFetch } from "@/api/query";
import { ALL } from "@/api/read";
import { EmptyState } from "@/kit/EmptyState";
import { Heading } from "@/kit/Heading";
import { Link } from "@/kit/Link";
import { Skeleton } from "@/kit/Skeleton";
import { Tabs } from "@/kit/Tabs";
import { useScreenTitle } from "@/lib/title";
import { useUrlState } from "@/lib/urlstate";
import { NegotiationPanel } from "@/negotiation/NegotiationPanel";
import { PrintHead } from "@/negotiation/PrintHead";
import type { ScreenProps } from "@/screen";
import { CLOSED_NAME } from "./case";
import { ListingSummary } from "./ListingSummary";

const DEFAULTS = { negotiation: "" };

/** One listing, with a tab for each of the bank's buyers that negotiates about it (domain.md 5). */
export default function CaseScreen({ params }: ScreenProps) {
  const id = params.id ?? "";
  const { state, set } = useUrlState(DEFAULTS);
  const { data } = useQuery({
    ...buyersNegotiationsQuery({ sellerBusinessId: id, limit: ALL }),
    ...pageFetch,
  });
  const rows = data?.partnerList ?? [];
  const row = rows.find((r) => r.buyerNegotiationId === state.negotiation) ?? rows[0];
  const title = row ? row.businessName || CLOSED_NAME : undefined;
  useScreenTitle(title);

  if (!data)
    return (
      <>
        <Heading level={1}>交渉案件</Heading>
        <Skeleton rows={5} />
      </>
    );
  if (!row)
    return (
      <>
        <Heading level={1}>交渉案件</Heading>
        <EmptyState
          title="この案件の交渉はありません"
          action={
            <Link href="/financial-support" button="secondary">
              買手交渉案件管理へ戻る
            </Link>
          }
        >
          担当する買手が、この案件で交渉していません。案件の画面から、買手のために交渉を開始できます。
        </EmptyState>
      </>
    );
  return (
    <>
      <PrintHead />
      <Heading level={1}>{title}</Heading>
      <ListingSummary sellerBusinessId={id} row={row} />
      {rows.length === 1 ? (
        <NegotiationPanel buyerNegotiationId={row.buyerNegotiationId} />
      ) : (
        <Tabs
          label="買手"
          selected={row.buyerNegotiationId}
          onSelect={(negotiation) => set({ negotiation }, { replace: true })}
          items={rows.map((r) => ({
            key: r.buyerNegotiationId,
            label: r.displayName,
            count: r.unreadCount,
            content: <NegotiationPanel buyerNegotiationId={r.buyerNegotiationId} />,
          }))}
        />
      )}
    </>
  );
}
