import { useQuery } from "@tanstack/react-query";
import { heldTextsQuery } from "@/api/message";
import { Button } from "@/kit/Button";
import { formatTime } from "@/lib/dates";
import { HELD, type HeldText } from "../held";
import type { Negotiation } from "../types";
import styles from "./Paper.module.css";

/**
 * What the reader has to do about a text with a name. The text itself is further down in its
 * channel; this section is for a user who comes from his list of tasks.
 */
export function HeldSection({
  negotiation: n,
  onShow,
}: {
  negotiation: Negotiation;
  onShow: (held: HeldText) => void;
}) {
  const query = useQuery({
    ...heldTextsQuery({ buyerNegotiationId: n.buyerNegotiationId }),
    enabled: n.side !== "buyer",
    throwOnError: false,
  });
  const ownTasks = (query.data ?? []).filter((h) => (h.state === HELD.waiting ? h.canConfirm : h.isMine));
  if (ownTasks.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="対応が必要な文面">
      {ownTasks.map((held) => (
        <li key={held.heldTextId} className={styles.paper}>
          <p>
            <strong>
              {held.state === HELD.waiting
                ? "名前を含む文面が、承認を待っています。"
                : "文面が差し戻されました。直して送るか、取り下げてください。"}
            </strong>
            <span className={styles.by}>
              書いた担当者：{held.requestedBy}（{formatTime(held.requested)}）
            </span>
          </p>
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => onShow(held)}>
              {held.state === HELD.waiting ? "文面を確かめる" : "差し戻された文面を見る"}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
