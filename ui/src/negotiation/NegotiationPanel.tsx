import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/kit/EmptyState";
import { Skeleton } from "@/kit/Skeleton";
import { FAILED } from "@/messages";
import { negotiationQuery } from "./queries";
import { StepSection } from "./StepSection";

/**
 * One negotiation as its reader may see and move it: buyer, buyer's institution or seller's
 * institution (domain.md 4). Everything in it comes from the server for this reader; the moves
 * offered are those the server returned. Stands on the buyer's listing, the case desk of the
 * buyer's institution and the desk of the seller's.
 */
export function NegotiationPanel({ buyerNegotiationId }: { buyerNegotiationId: string }) {
  const query = useQuery(negotiationQuery(buyerNegotiationId));
  if (query.isPending) return <Skeleton rows={4} />;
  if (!query.data)
    return (
      <EmptyState title={FAILED.negotiationList}>
        閲覧する権限がないか、情報が削除された可能性があります。
      </EmptyState>
    );
  return <StepSection negotiation={query.data} />;
}
