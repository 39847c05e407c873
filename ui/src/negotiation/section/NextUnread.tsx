import { MessageSquareText } from "lucide-react";
import { useUnreadList } from "@/api/message";
import { Button } from "@/kit/Button";
import { Link } from "@/kit/Link";
import { unreadHref } from "../href";
import type { Negotiation } from "../types";

/** Leads on to the next unread message: the other channel of this negotiation first, then other negotiations. */
export function NextUnread({
  negotiation: n,
  messageType,
  onChannel,
}: {
  negotiation: Negotiation;
  /** The channel that is open. */
  messageType: number;
  onChannel: (messageType: number) => void;
}) {
  const rows = useUnreadList().filter(
    (row) => row.buyerNegotiationId !== n.buyerNegotiationId || row.messageType !== messageType,
  );
  const next = rows.find((row) => row.buyerNegotiationId === n.buyerNegotiationId) ?? rows[0];
  if (!next) return null;
  const rest = rows.reduce((sum, row) => sum + row.count, 0);
  const label = `次の未読へ（あと${rest}件）`;
  const icon = <MessageSquareText aria-hidden size={18} />;
  if (next.buyerNegotiationId === n.buyerNegotiationId)
    return (
      <Button icon={icon} onClick={() => onChannel(next.messageType)}>
        {label}
      </Button>
    );
  return (
    <Link href={unreadHref(next, next.messageType)} button="secondary" icon={icon}>
      {label}
    </Link>
  );
}
