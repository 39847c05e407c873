import { ownerDeliveryQuery } from "@/api/negotiation";
import { rereadNegotiation } from "@/api/reread";
import { DescriptionList } from "@/kit/DescriptionList";
import { Heading } from "@/kit/Heading";
import { formatRemaining, formatTime } from "@/lib/dates";
import { drawOwnerPasscode } from "../deeds";
import { OwnerDelivery } from "../OwnerDelivery";
import { type Negotiation, OWNER, STATUS } from "../types";
import styles from "./Party.module.css";

/** Where the owner's consent stands; for the seller's institution alone (domain.md 4 (2)). */
export function OwnerSection({ negotiation: n }: { negotiation: Negotiation }) {
  const owner = n.owner;
  if (!owner || n.status !== STATUS.hope) return null;
  const answered = owner.decidedName || owner.isPaper;
  return (
    <section className={styles.box}>
      <Heading level={2}>オーナーの承諾</Heading>
      <DescriptionList
        items={[
          { term: "状況", value: owner.statusLabel },
          ...(owner.at
            ? [{ term: answered ? "回答した日時" : "依頼した日時", value: formatTime(owner.at) }]
            : []),
          ...(owner.expires && !answered
            ? [
                {
                  term: "リンクの期限",
                  value: owner.isExpired
                    ? "使えなくなりました。もう一度依頼してください。"
                    : `${formatTime(owner.expires)}（${formatRemaining(owner.expires)}）`,
                },
              ]
            : []),
          ...(owner.isPaper ? [{ term: "回答の方法", value: "署名済みの書面" }] : []),
          ...(owner.decidedName ? [{ term: "回答した方", value: owner.decidedName }] : []),
          ...(owner.comment ? [{ term: "コメント", value: owner.comment }] : []),
        ]}
      />
      {owner.status === OWNER.asked && (
        <OwnerDelivery
          query={ownerDeliveryQuery(n.buyerNegotiationId)}
          draw={(letterId) => drawOwnerPasscode(n.buyerNegotiationId, letterId)}
          reread={rereadNegotiation}
        />
      )}
    </section>
  );
}
